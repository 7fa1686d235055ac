/**
 * Adding tasks together with what a Spring transaction does.
 */
@NullMarked
package io.delayqueue.transaction;

import org.jspecify.annotations.NullMarked;
