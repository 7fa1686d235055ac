/** The puller's connections, leases and outcomes. */
@NullMarked
package io.delayqueue.internal.pull;

import org.jspecify.annotations.NullMarked;
