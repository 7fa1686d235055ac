/** Test kit for applications: a queue in memory whose time the test moves. */
@NullMarked
package io.delayqueue.test;

import org.jspecify.annotations.NullMarked;
