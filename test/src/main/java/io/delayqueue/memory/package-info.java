/** Store in the memory of one process, for tests and for local runs without Redis. It is not durable. */
@NullMarked
package io.delayqueue.memory;

import org.jspecify.annotations.NullMarked;
