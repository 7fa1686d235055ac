/** The engine without threads, whose time the test kit moves. */
@NullMarked
package io.delayqueue.internal.step;

import org.jspecify.annotations.NullMarked;
