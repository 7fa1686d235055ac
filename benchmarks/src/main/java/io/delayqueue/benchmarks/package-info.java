/** Command line of the benchmarks. */
@NullMarked
package io.delayqueue.benchmarks;

import org.jspecify.annotations.NullMarked;
