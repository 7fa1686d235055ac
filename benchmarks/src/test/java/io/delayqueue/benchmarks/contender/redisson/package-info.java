/** Tests that are particular to this contender. */
@NullMarked
package io.delayqueue.benchmarks.contender.redisson;

import org.jspecify.annotations.NullMarked;
