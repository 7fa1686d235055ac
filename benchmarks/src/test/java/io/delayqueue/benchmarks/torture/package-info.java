/** Tests of the sums and of the page. */
@NullMarked
package io.delayqueue.benchmarks.torture;

import org.jspecify.annotations.NullMarked;
