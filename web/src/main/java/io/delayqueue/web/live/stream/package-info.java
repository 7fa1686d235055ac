/** Live streams to open pages, and the list of instances. */
@NullMarked
package io.delayqueue.web.live.stream;

import org.jspecify.annotations.NullMarked;
