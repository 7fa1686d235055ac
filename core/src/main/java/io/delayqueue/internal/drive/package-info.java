/** Threads, time, outages and logs, shared by all jobs. */
@NullMarked
package io.delayqueue.internal.drive;

import org.jspecify.annotations.NullMarked;
