/** What was measured, and what it should have been. */
@NullMarked
package io.delayqueue.benchmarks.measure;

import org.jspecify.annotations.NullMarked;
