/** Pictures of the results. */
@NullMarked
package io.delayqueue.benchmarks.chart;

import org.jspecify.annotations.NullMarked;
