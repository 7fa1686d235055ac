/**
 * The store on Redis: keys, scripts, connections. The only package that knows Redis commands.
 */
@NullMarked
package io.delayqueue.redis;

import org.jspecify.annotations.NullMarked;
