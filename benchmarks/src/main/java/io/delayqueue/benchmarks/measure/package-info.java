/** Results and their targets. */
@NullMarked
package io.delayqueue.benchmarks.measure;

import org.jspecify.annotations.NullMarked;
