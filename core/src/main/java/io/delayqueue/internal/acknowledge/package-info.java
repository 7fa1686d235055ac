/** Outcomes of attempts on their way to the store. */
@NullMarked
package io.delayqueue.internal.acknowledge;

import org.jspecify.annotations.NullMarked;
