/** Same scripts over bare connections without an engine: the limit of a Redis with these scripts. */
@NullMarked
package io.delayqueue.benchmarks.contender.limit;

import org.jspecify.annotations.NullMarked;
