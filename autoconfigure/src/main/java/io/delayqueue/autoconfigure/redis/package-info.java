/**
 * From Spring Boot's description of a Redis to the connections of a queue.
 */
@NullMarked
package io.delayqueue.autoconfigure.redis;

import org.jspecify.annotations.NullMarked;
