/** The same scripts over bare connections, without an engine: how fast the given Redis can be driven with them. */
@NullMarked
package io.delayqueue.benchmarks.contender.limit;

import org.jspecify.annotations.NullMarked;
