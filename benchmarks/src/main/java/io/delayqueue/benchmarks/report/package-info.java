/** Reports of runs, as tables and as JSON. */
@NullMarked
package io.delayqueue.benchmarks.report;

import org.jspecify.annotations.NullMarked;
