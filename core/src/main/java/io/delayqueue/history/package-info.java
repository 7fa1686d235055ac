/** Records of tasks that have ended: what is kept of them, and how they are read. */
@NullMarked
package io.delayqueue.history;

import org.jspecify.annotations.NullMarked;
