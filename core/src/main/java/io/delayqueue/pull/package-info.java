/** Tasks reserved by a loop of the application, under a lease. */
@NullMarked
package io.delayqueue.pull;

import org.jspecify.annotations.NullMarked;
