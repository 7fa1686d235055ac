/**
 * What is observed of a queue, and how an application names it.
 */
@NullMarked
package io.delayqueue.observation;

import org.jspecify.annotations.NullMarked;
