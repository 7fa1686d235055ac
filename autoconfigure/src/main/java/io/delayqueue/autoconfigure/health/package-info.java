/** Health of the queue, for the health endpoint of Spring Boot. */
@NullMarked
package io.delayqueue.autoconfigure.health;

import org.jspecify.annotations.NullMarked;
