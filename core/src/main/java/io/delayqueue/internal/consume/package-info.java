/** Signals, consumers and workers of the topics that an instance consumes. */
@NullMarked
package io.delayqueue.internal.consume;

import org.jspecify.annotations.NullMarked;
