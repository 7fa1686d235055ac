package io.delayqueue.autoconfigure.listener;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.TaskSchedule;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.limit.Limit;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/**
 * Queue of listeners.
 *
 * @param name its name
 * @param backoff the values of attributes that are not set in {@link io.delayqueue.annotation.Backoff}
 * @param disabledGroups groups that this application does not serve
 * @param disabledBy the property that disables them
 * @param target the registry of the callbacks
 * @param schedules the registry of declared repeating tasks
 * @param limits the registry of declared limits
 */
public record ListenerQueue(
        String name,
        ExponentialBackoff backoff,
        Collection<String> disabledGroups,
        String disabledBy,
        Consumer<TopicCallback> target,
        Consumer<TaskSchedule> schedules,
        Consumer<Limit> limits) {

    /**
     * Creates a disabled queue, which ignores its listeners.
     *
     * @param name its name
     * @return the queue
     */
    public static ListenerQueue disabled(String name) {
        return new ListenerQueue(
                name, ExponentialBackoff.DEFAULT, List.of(), "", callback -> {}, schedule -> {}, limit -> {});
    }
}
