package io.delayqueue.autoconfigure.listener;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.callback.TopicCallback;
import java.util.function.Consumer;

/**
 * A queue as its listeners see it.
 *
 * @param backoff what an annotation leaves open of its {@link io.delayqueue.annotation.Backoff}
 * @param target takes the callbacks
 */
public record ListenerQueue(ExponentialBackoff backoff, Consumer<TopicCallback> target) {}
