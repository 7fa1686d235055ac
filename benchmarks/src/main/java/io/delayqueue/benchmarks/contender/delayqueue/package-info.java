/** This project. */
@NullMarked
package io.delayqueue.benchmarks.contender.delayqueue;

import org.jspecify.annotations.NullMarked;
