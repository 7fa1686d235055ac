/** Tasks taken one by one by the application's own loop, under a lease. */
@NullMarked
package io.delayqueue.pull;

import org.jspecify.annotations.NullMarked;
