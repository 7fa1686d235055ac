/** Implementations of the interfaces that applications use. */
@NullMarked
package io.delayqueue.internal.service;

import org.jspecify.annotations.NullMarked;
