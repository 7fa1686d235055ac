/** Pictures of what was measured. */
@NullMarked
package io.delayqueue.benchmarks.chart;

import org.jspecify.annotations.NullMarked;
