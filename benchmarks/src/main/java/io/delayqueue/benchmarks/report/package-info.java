/** What was measured, for people and for programs. */
@NullMarked
package io.delayqueue.benchmarks.report;

import org.jspecify.annotations.NullMarked;
