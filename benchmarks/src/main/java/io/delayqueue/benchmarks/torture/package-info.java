/** Tests of core and workloads in turns, and the sum of what they count. */
@NullMarked
package io.delayqueue.benchmarks.torture;

import org.jspecify.annotations.NullMarked;
