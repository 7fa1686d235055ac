package io.delayqueue.engine;

import io.delayqueue.CronSchedule;
import io.delayqueue.DeadLetterListener;
import io.delayqueue.TaskCallback;
import io.delayqueue.TopicName;
import io.delayqueue.callback.AllowedCallbacks;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicCallbacks;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.store.Backend;
import io.delayqueue.store.DeadLetterRetention;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Collects what an engine is made of. Not thread-safe. */
public final class DelayQueueEngineBuilder {

    final Backend backend;
    final TopicCallbacks callbacks = new TopicCallbacks();
    final Set<String> groups = new LinkedHashSet<>();
    final Set<TopicName> topics = new LinkedHashSet<>();
    EngineSettings settings = EngineSettings.DEFAULT;
    AllowedCallbacks allowed = AllowedCallbacks.NONE;
    JsonMapper mapper = JsonMapper.shared();

    DeadLetterRetention deadLetterRetention = DeadLetterRetention.ALL;
    final List<DeadLetterListener> deadLetterListeners = new ArrayList<>();

    @Nullable
    CronSchedule cron;

    ClassLoader classLoader = DelayQueueEngineBuilder.class.getClassLoader();
    Clock clock = Clock.systemUTC();

    DelayQueueEngineBuilder(Backend backend) {
        this.backend = Objects.requireNonNull(backend, "backend must not be null");
    }

    /**
     * Gives a topic its callback in this instance.
     *
     * @param group the group's name
     * @param topic the topic's name
     * @param payloadType what payloads are read as
     * @param callback what to call
     * @param <P> the payload's type
     * @return this builder
     * @throws IllegalStateException if the topic has a callback already
     */
    public <P> DelayQueueEngineBuilder callback(
            String group, String topic, Class<P> payloadType, TaskCallback<? super P> callback) {
        TopicName name = new TopicName(group, topic);
        Objects.requireNonNull(callback, "callback must not be null");
        String source = callback.getClass().getName();
        return callback(new TopicCallback(name, payloadType, callback, TopicOptions.DEFAULT, source));
    }

    /**
     * Gives a topic its callback in this instance.
     *
     * @param callback the callback with its topic and options
     * @return this builder
     * @throws IllegalStateException if the topic has a callback already; the message names both
     */
    public DelayQueueEngineBuilder callback(TopicCallback callback) {
        callbacks.add(callback);
        return this;
    }

    /**
     * Registers a group at the start, and pushes its due tasks even if nothing in it is consumed here.
     *
     * @param group the group's name
     * @return this builder
     */
    public DelayQueueEngineBuilder group(String group) {
        groups.add(TopicName.requireGroup(group));
        return this;
    }

    /**
     * Registers a topic at the start, with or without a callback in this instance.
     *
     * @param group the group's name
     * @param topic the topic's name
     * @return this builder
     */
    public DelayQueueEngineBuilder topic(String group, String topic) {
        topics.add(new TopicName(group, topic));
        return this;
    }

    /**
     * Allows callback classes to travel with tasks. If any are allowed, this instance consumes every registered topic.
     *
     * @param patterns full class names, or packages as {@code com.example.*}
     * @return this builder
     */
    public DelayQueueEngineBuilder allowCallbacks(List<String> patterns) {
        allowed = new AllowedCallbacks(patterns);
        return this;
    }

    /**
     * How the engine works, instead of {@link EngineSettings#DEFAULT}.
     *
     * @param settings the settings
     * @return this builder
     */
    public DelayQueueEngineBuilder settings(EngineSettings settings) {
        this.settings = Objects.requireNonNull(settings, "settings must not be null");
        return this;
    }

    /**
     * What writes and reads payloads and arguments, instead of a plain mapper.
     *
     * @param mapper the mapper
     * @return this builder
     */
    public DelayQueueEngineBuilder jsonMapper(JsonMapper mapper) {
        this.mapper = Objects.requireNonNull(mapper, "mapper must not be null");
        return this;
    }

    /**
     * Where to find callback classes that travel with tasks, instead of this library's own class loader.
     *
     * @param classLoader the class loader
     * @return this builder
     */
    public DelayQueueEngineBuilder classLoader(ClassLoader classLoader) {
        this.classLoader = Objects.requireNonNull(classLoader, "classLoader must not be null");
        return this;
    }

    /** This machine's clock: callbacks read their deadline by it. It decides nothing; the store's clock does. */
    DelayQueueEngineBuilder clock(Clock clock) {
        this.clock = clock;
        return this;
    }

    /**
     * What understands the cron expressions of repeating tasks. Without it tasks that have one cannot be added.
     *
     * @param cron the schedule
     * @return this builder
     */
    public DelayQueueEngineBuilder cronSchedule(CronSchedule cron) {
        this.cron = Objects.requireNonNull(cron, "cron must not be null");
        return this;
    }

    /**
     * Which dead letters of a topic are kept, instead of all. Enforced about once a minute, in the groups this instance works
     * for, by whichever instance makes the group's due tasks ready: give it to all of them alike.
     *
     * @param retention what to keep of each topic
     * @return this builder
     */
    public DelayQueueEngineBuilder deadLetterRetention(DeadLetterRetention retention) {
        this.deadLetterRetention = Objects.requireNonNull(retention, "retention must not be null");
        return this;
    }

    /**
     * Hears of tasks that fail for good in this instance. Can be called several times; listeners are told in this order.
     *
     * @param listener the listener
     * @return this builder
     */
    public DelayQueueEngineBuilder deadLetterListener(DeadLetterListener listener) {
        deadLetterListeners.add(Objects.requireNonNull(listener, "listener must not be null"));
        return this;
    }

    /** {@return the engine, not started} */
    public DelayQueueEngine build() {
        return new DelayQueueEngine(this);
    }
}
