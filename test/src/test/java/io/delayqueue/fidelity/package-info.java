/** The same work in the time of a test and in real time on Redis. */
@NullMarked
package io.delayqueue.fidelity;

import org.jspecify.annotations.NullMarked;
