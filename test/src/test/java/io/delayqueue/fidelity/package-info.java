/** Comparison of a queue in virtual time with an engine with threads on Redis. */
@NullMarked
package io.delayqueue.fidelity;

import org.jspecify.annotations.NullMarked;
