/** HTTP API for consumers: they reserve tasks and acknowledge them by receipt. */
@NullMarked
package io.delayqueue.web.consume;

import org.jspecify.annotations.NullMarked;
