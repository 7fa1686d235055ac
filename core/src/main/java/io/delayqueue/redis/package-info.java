/**
 * Store on Redis: keys, scripts, connections. No other package uses Redis commands.
 */
@NullMarked
package io.delayqueue.redis;

import org.jspecify.annotations.NullMarked;
