/** Port to the store: every change of a task's state is one method and one atomic step. Independent of Redis and of threads. */
@NullMarked
package io.delayqueue.store;

import org.jspecify.annotations.NullMarked;
