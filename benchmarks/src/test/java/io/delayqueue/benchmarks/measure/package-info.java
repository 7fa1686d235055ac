/** Tests of what was measured. */
@NullMarked
package io.delayqueue.benchmarks.measure;

import org.jspecify.annotations.NullMarked;
