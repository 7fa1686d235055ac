/** Micro benchmarks by JMH, without a server. */
@NullMarked
package io.delayqueue.benchmarks.micro;

import org.jspecify.annotations.NullMarked;
