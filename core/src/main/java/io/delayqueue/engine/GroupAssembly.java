package io.delayqueue.engine;

import io.delayqueue.TaskInterceptor;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicCallbacks;
import io.delayqueue.internal.consume.TopicConsumer;
import io.delayqueue.internal.drive.GroupContext;
import io.delayqueue.internal.group.GroupRuntime;
import io.delayqueue.internal.group.ThreadedSession;
import io.delayqueue.internal.run.Attempts;
import io.delayqueue.internal.run.CallbackInvoker;
import io.delayqueue.internal.run.DeadLetterNotifier;
import io.delayqueue.internal.run.PendingOutcome;
import io.delayqueue.internal.run.Repeats;
import io.delayqueue.internal.run.TaskExecution;
import io.delayqueue.internal.run.TaskRunner;
import io.delayqueue.internal.run.TopicSettings;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Puts together what works for a group. */
final class GroupAssembly {

    private final String instance;

    private final EngineSettings settings;

    private final TopicCallbacks callbacks;

    private final CallbackInvoker invoker;

    private final Repeats repeats;

    private final Supplier<List<TaskInterceptor>> interceptors;

    private final Attempts attempts;

    GroupAssembly(
            String instance,
            EngineSettings settings,
            TopicCallbacks callbacks,
            CallbackInvoker invoker,
            Repeats repeats,
            Supplier<List<TaskInterceptor>> interceptors,
            Attempts attempts) {
        this.instance = instance;
        this.settings = settings;
        this.callbacks = callbacks;
        this.invoker = invoker;
        this.repeats = repeats;
        this.interceptors = interceptors;
        this.attempts = attempts;
    }

    /**
     * Makes the runtime of a group, not started.
     *
     * @param registered all topics of the group, consumed here or not
     */
    GroupRuntime group(String group, ThreadedSession.Surroundings run, Supplier<Set<String>> registered) {
        GroupContext context =
                new GroupContext(group, instance, settings.lease(), run.backend(), run.driver(), run.observers());
        return new GroupRuntime(
                context, run.deadLetters(), registered, (topic, of, deadLetters, outcomes, recheck, look) -> {
                    TopicConsumer consumer = consumer(topic, of, deadLetters, outcomes, recheck, look);
                    consumer.runner().warmUp();
                    return consumer;
                });
    }

    /** Makes the consumer of a topic; the parameters are those of its constructor. */
    TopicConsumer consumer(
            String topic,
            GroupContext context,
            DeadLetterNotifier deadLetters,
            Consumer<PendingOutcome> outcomes,
            Runnable recheck,
            Consumer<TaskExecution> look) {
        TopicName name = new TopicName(context.group(), topic);
        TopicCallback callback = callbacks.get(name);
        TopicSettings resolved = settings.resolve(callback == null ? null : callback.options());
        TaskRunner runner =
                new TaskRunner(name, callback, resolved, context, invoker, repeats, interceptors.get(), attempts);
        return new TopicConsumer(name, resolved.concurrency(), runner, context, deadLetters, outcomes, recheck, look);
    }
}
