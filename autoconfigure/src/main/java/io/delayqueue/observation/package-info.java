/** Observations of a queue, and conventions for their names. */
@NullMarked
package io.delayqueue.observation;

import org.jspecify.annotations.NullMarked;
