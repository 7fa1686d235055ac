/** A store in the memory of one process, for tests and for local runs without Redis. Nothing in it is durable. */
@NullMarked
package io.delayqueue.memory;

import org.jspecify.annotations.NullMarked;
