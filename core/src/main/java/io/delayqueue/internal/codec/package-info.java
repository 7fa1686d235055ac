/** JSON of tasks, receipts, heartbeats and failures, without threads and calls of the store. */
@NullMarked
package io.delayqueue.internal.codec;

import org.jspecify.annotations.NullMarked;
