/** Reads the properties of the queues under {@code delayqueue.queues}: their names, inherited values and origins. */
@NullMarked
package io.delayqueue.autoconfigure.queues;

import org.jspecify.annotations.NullMarked;
