/** Sends server-sent events to the open pages. */
@NullMarked
package io.delayqueue.demo.stream;

import org.jspecify.annotations.NullMarked;
