/** Assertions on a queue, its tasks and the calls of its callbacks. */
@NullMarked
package io.delayqueue.test.assertions;

import org.jspecify.annotations.NullMarked;
