/** Workloads and their trials. */
@NullMarked
package io.delayqueue.benchmarks.workload;

import org.jspecify.annotations.NullMarked;
