/** What tests of applications use: a queue in memory whose time they move themselves. */
@NullMarked
package io.delayqueue.test;

import org.jspecify.annotations.NullMarked;
