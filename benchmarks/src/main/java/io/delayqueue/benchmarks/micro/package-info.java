/** Micro benchmarks by JMH of what needs no server. */
@NullMarked
package io.delayqueue.benchmarks.micro;

import org.jspecify.annotations.NullMarked;
