/** Tests of the report. */
@NullMarked
package io.delayqueue.benchmarks.report;

import org.jspecify.annotations.NullMarked;
