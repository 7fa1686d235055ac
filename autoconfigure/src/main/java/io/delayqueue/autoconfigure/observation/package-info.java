/**
 * Observes the engines of an application with its registry.
 */
@NullMarked
package io.delayqueue.autoconfigure.observation;

import org.jspecify.annotations.NullMarked;
