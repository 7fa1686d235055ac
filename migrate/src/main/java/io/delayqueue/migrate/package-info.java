/**
 * Moves the waiting tasks of another queue to this one, without loss and without a second delivery: see {@link
 * io.delayqueue.migrate.Migration}.
 */
@NullMarked
package io.delayqueue.migrate;

import org.jspecify.annotations.NullMarked;
