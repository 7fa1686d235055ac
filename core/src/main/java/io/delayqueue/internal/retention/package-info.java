/** Removal of old dead letters. */
@NullMarked
package io.delayqueue.internal.retention;

import org.jspecify.annotations.NullMarked;
