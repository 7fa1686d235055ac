package io.delayqueue.engine;

import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicCallbacks;
import io.delayqueue.internal.consume.TopicConsumer;
import io.delayqueue.internal.drive.GroupContext;
import io.delayqueue.internal.group.GroupRuntime;
import io.delayqueue.internal.group.ThreadedRun;
import io.delayqueue.internal.run.TaskRunner;
import io.delayqueue.internal.run.TopicSettings;
import java.util.Set;
import java.util.function.Supplier;

/** Puts together what works for a group. */
final class GroupAssembly {

    private final String instance;

    private final EngineSettings settings;

    private final TopicCallbacks callbacks;

    private final TaskRunner.Surroundings runners;

    GroupAssembly(String instance, EngineSettings settings, TopicCallbacks callbacks, TaskRunner.Surroundings runners) {
        this.instance = instance;
        this.settings = settings;
        this.callbacks = callbacks;
        this.runners = runners;
    }

    /**
     * Makes the runtime of a group, not started.
     *
     * @param registered all topics of the group, consumed here or not
     */
    GroupRuntime group(String group, ThreadedRun.Surroundings run, Supplier<Set<String>> registered) {
        GroupContext context = new GroupContext(
                group, instance, settings.lease(), run.backend(), run.driver(), run.outage(), run.observers());
        return new GroupRuntime(context, run.deadLetters(), registered, (topic, surroundings) -> {
            TopicConsumer consumer = consumer(topic, surroundings);
            consumer.runner().warmUp();
            return consumer;
        });
    }

    /** Makes the consumer of a topic. */
    TopicConsumer consumer(String topic, TopicConsumer.Surroundings surroundings) {
        TopicName name = new TopicName(surroundings.context().group(), topic);
        TopicCallback callback = callbacks.get(name);
        TopicSettings resolved = settings.resolve(callback == null ? null : callback.options());
        TaskRunner runner = new TaskRunner(name, callback, resolved, runners);
        return new TopicConsumer(name, resolved.concurrency(), runner, surroundings);
    }
}
