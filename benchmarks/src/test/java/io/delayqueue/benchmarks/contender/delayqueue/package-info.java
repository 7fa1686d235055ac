/** Tests of this project as a contender. */
@NullMarked
package io.delayqueue.benchmarks.contender.delayqueue;

import org.jspecify.annotations.NullMarked;
