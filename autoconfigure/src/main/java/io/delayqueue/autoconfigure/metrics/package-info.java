/** Meters of the queues, by Micrometer. */
@NullMarked
package io.delayqueue.autoconfigure.metrics;

import org.jspecify.annotations.NullMarked;
