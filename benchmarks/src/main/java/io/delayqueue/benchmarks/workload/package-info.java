/** The workloads. */
@NullMarked
package io.delayqueue.benchmarks.workload;

import org.jspecify.annotations.NullMarked;
