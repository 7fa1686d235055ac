/**
 * A real Redis for the demo when none is configured.
 */
@NullMarked
package io.delayqueue.demo.redis;

import org.jspecify.annotations.NullMarked;
