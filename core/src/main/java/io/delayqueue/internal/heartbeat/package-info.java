/** Counters and heartbeats of an instance, and the checks of its store. */
@NullMarked
package io.delayqueue.internal.heartbeat;

import org.jspecify.annotations.NullMarked;
