/**
 * Orders, and the two tasks that each of them leaves in the queue.
 */
@NullMarked
package io.delayqueue.demo.order;

import org.jspecify.annotations.NullMarked;
