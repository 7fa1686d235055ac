/** Which topics are recorded, and what a record has of a task that has run here? */
@NullMarked
package io.delayqueue.internal.history;

import org.jspecify.annotations.NullMarked;
