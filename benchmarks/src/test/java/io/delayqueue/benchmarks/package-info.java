/** Tests of the command line. */
@NullMarked
package io.delayqueue.benchmarks;

import org.jspecify.annotations.NullMarked;
