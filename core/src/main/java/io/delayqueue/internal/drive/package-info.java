/** Threads, time, outages and logs that all loops share. */
@NullMarked
package io.delayqueue.internal.drive;

import org.jspecify.annotations.NullMarked;
