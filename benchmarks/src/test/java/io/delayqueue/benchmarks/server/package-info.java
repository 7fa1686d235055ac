/** Tests of the measured Redis. */
@NullMarked
package io.delayqueue.benchmarks.server;

import org.jspecify.annotations.NullMarked;
