/** Creates the connections of a queue from Spring Boot's description of a Redis. */
@NullMarked
package io.delayqueue.autoconfigure.redis;

import org.jspecify.annotations.NullMarked;
