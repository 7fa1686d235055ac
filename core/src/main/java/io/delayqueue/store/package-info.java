/**
 * The port to the store: every change of a task's state is one method, one atomic step. Knows no Redis and no threads.
 */
@NullMarked
package io.delayqueue.store;

import org.jspecify.annotations.NullMarked;
