/** What goes on in the queues, as a stream of states: one sampler a queue, within a budget of calls, for all who watch. */
@NullMarked
package io.delayqueue.web.live;

import org.jspecify.annotations.NullMarked;
