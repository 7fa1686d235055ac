/** Actuator endpoint of the queue. */
@NullMarked
package io.delayqueue.autoconfigure.endpoint;

import org.jspecify.annotations.NullMarked;
