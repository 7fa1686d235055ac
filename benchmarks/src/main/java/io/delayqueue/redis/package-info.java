/** What the benchmarks use of the store that is not public. */
@NullMarked
package io.delayqueue.redis;

import org.jspecify.annotations.NullMarked;
