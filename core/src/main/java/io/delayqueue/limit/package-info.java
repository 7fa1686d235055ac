/** Limits over all instances: how many tasks run at once, and how many begin in a time. */
@NullMarked
package io.delayqueue.limit;

import org.jspecify.annotations.NullMarked;
