/** Access of the benchmarks to package-private classes of the store. */
@NullMarked
package io.delayqueue.redis;

import org.jspecify.annotations.NullMarked;
