/** Queues in memory for applications of Spring Boot, and for their tests. */
@NullMarked
package io.delayqueue.test.autoconfigure;

import org.jspecify.annotations.NullMarked;
