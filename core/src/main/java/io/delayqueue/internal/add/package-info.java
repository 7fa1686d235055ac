/** Writing and removing tasks: interceptors, group commit, bounds. */
@NullMarked
package io.delayqueue.internal.add;

import org.jspecify.annotations.NullMarked;
