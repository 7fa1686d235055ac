/** Queues as beans of a Spring Boot application: properties, auto-configuration, life cycle. */
@NullMarked
package io.delayqueue.autoconfigure;

import org.jspecify.annotations.NullMarked;
