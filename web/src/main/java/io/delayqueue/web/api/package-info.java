/** The API over HTTP for producers and operators: tasks, topics, queues; how every call of the API speaks JSON and fails. */
@NullMarked
package io.delayqueue.web.api;

import org.jspecify.annotations.NullMarked;
