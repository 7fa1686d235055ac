/** Who may see and change the queues over HTTP, and the log of who did. */
@NullMarked
package io.delayqueue.web.security;

import org.jspecify.annotations.NullMarked;
