package io.delayqueue.autoconfigure.listener;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.callback.TopicCallback;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/**
 * A queue as its listeners see it.
 *
 * @param backoff what an annotation leaves open of its {@link io.delayqueue.annotation.Backoff}
 * @param disabledGroups groups whose tasks this application must not get
 * @param disabledBy the property that says so
 * @param target takes the callbacks
 */
public record ListenerQueue(
        ExponentialBackoff backoff,
        Collection<String> disabledGroups,
        String disabledBy,
        Consumer<TopicCallback> target) {

    /** A queue that is switched off: it takes nothing from its listeners. */
    public static final ListenerQueue OFF =
            new ListenerQueue(ExponentialBackoff.DEFAULT, List.of(), "delayqueue.disabled-groups", callback -> {});
}
