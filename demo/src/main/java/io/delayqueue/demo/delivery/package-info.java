/**
 * What the queue has delivered, and how late.
 */
@NullMarked
package io.delayqueue.demo.delivery;

import org.jspecify.annotations.NullMarked;
