package io.delayqueue.engine;

import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicCallbacks;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.internal.drive.GroupContext;
import io.delayqueue.internal.run.Attempts;
import io.delayqueue.internal.run.CallbackInvoker;
import io.delayqueue.internal.run.Repeats;
import io.delayqueue.internal.run.TaskRunner;
import java.util.Set;

/** Creates the runners of topics, which have the parts of attempts in common. */
final class TaskRunners {

    private final EngineSettings settings;

    private final TopicCallbacks callbacks;

    private final EngineExtensions extensions;

    private final CallbackInvoker invoker;

    private final Repeats repeats;

    private final Attempts attempts;

    TaskRunners(
            EngineSettings settings,
            TopicCallbacks callbacks,
            EngineExtensions extensions,
            CallbackInvoker invoker,
            Repeats repeats,
            Attempts attempts) {
        this.settings = settings;
        this.callbacks = callbacks;
        this.extensions = extensions;
        this.invoker = invoker;
        this.repeats = repeats;
        this.attempts = attempts;
    }

    /** Returns the topics that have a callback. */
    Set<TopicName> topics() {
        return callbacks.topics();
    }

    TaskRunner create(TopicName topic, GroupContext context) {
        TopicCallback callback = callbacks.get(topic);
        TopicOptions own = settings.complete(callback == null ? null : callback.options());
        TaskRunner runner =
                new TaskRunner(topic, callback, own, context, invoker, repeats, extensions.interceptors(), attempts);
        if (!context.time().moved()) {
            runner.warmUp();
        }
        return runner;
    }
}
