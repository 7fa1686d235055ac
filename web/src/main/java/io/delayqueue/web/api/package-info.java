/** HTTP API for producers and operators: tasks, topics, queues. */
@NullMarked
package io.delayqueue.web.api;

import org.jspecify.annotations.NullMarked;
