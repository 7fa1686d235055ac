/**
 * A small shop whose unpaid orders cancel themselves.
 */
@NullMarked
package io.delayqueue.demo;

import org.jspecify.annotations.NullMarked;
