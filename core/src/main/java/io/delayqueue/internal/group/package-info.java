/** The runtime of a group between a start and a stop: its threads, leases and wake-ups. */
@NullMarked
package io.delayqueue.internal.group;

import org.jspecify.annotations.NullMarked;
