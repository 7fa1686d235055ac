/**
 * Reads the properties of the queues under {@code delayqueue.queues}: their names, what they inherit, and where each was set.
 */
@NullMarked
package io.delayqueue.autoconfigure.queues;

import org.jspecify.annotations.NullMarked;
