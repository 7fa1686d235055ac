/** The Redis that is measured. */
@NullMarked
package io.delayqueue.benchmarks.server;

import org.jspecify.annotations.NullMarked;
