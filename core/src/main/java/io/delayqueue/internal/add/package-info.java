/** Adding and removing tasks: interceptors, group commit, limits. */
@NullMarked
package io.delayqueue.internal.add;

import org.jspecify.annotations.NullMarked;
