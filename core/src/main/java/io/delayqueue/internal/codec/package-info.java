/** JSON of tasks, receipts, heartbeats and failures. Starts no threads and asks no store. */
@NullMarked
package io.delayqueue.internal.codec;

import org.jspecify.annotations.NullMarked;
