/**
 * Tells the open pages what happens in the shop, as server-sent events.
 */
@NullMarked
package io.delayqueue.demo.stream;

import org.jspecify.annotations.NullMarked;
