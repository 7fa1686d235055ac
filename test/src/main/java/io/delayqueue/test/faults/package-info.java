/** Failures of the store that a test plans. */
@NullMarked
package io.delayqueue.test.faults;

import org.jspecify.annotations.NullMarked;
