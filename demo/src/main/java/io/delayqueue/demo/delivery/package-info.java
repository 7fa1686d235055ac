/** Deliveries of the queue and their lateness. */
@NullMarked
package io.delayqueue.demo.delivery;

import org.jspecify.annotations.NullMarked;
