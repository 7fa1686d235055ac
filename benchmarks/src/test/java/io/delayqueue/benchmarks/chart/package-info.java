/** Tests of the pictures. */
@NullMarked
package io.delayqueue.benchmarks.chart;

import org.jspecify.annotations.NullMarked;
