/** Redisson's {@code RDelayedQueue}. */
@NullMarked
package io.delayqueue.benchmarks.contender.redisson;

import org.jspecify.annotations.NullMarked;
