/** Limits that an instance declares, and the reason why a task waits. */
@NullMarked
package io.delayqueue.internal.limit;

import org.jspecify.annotations.NullMarked;
