/** Access to the queues over HTTP. */
@NullMarked
package io.delayqueue.web.security;

import org.jspecify.annotations.NullMarked;
