/** Redis of the demo if none is configured. */
@NullMarked
package io.delayqueue.demo.redis;

import org.jspecify.annotations.NullMarked;
