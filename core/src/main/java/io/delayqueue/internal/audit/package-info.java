/** Comparison of a group's structures in the store. */
@NullMarked
package io.delayqueue.internal.audit;

import org.jspecify.annotations.NullMarked;
