package io.delayqueue.autoconfigure;

import io.delayqueue.AddQueueLimits;
import io.delayqueue.InvalidSettingException;
import io.delayqueue.RetryPolicy;
import io.delayqueue.TopicName;
import io.delayqueue.callback.AllowedCallbacks;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.EngineSettings;
import io.delayqueue.monitor.StoreFinding;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.redis.RedisConnections;
import io.delayqueue.store.DeadLetterRetention;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.data.redis.autoconfigure.DataRedisProperties;
import org.springframework.util.unit.DataSize;

/**
 * The properties under {@code delayqueue}.
 *
 * @param enabled Whether the queue exists. If not, inject an ObjectProvider of DelayQueueService.
 * @param defaultQueue Whether there is a queue without a name, which these properties configure.
 * @param store Where the tasks of all queues are kept: redis, or memory for tests and local runs without Redis. Memory needs
 *     delayqueue-test on the class path.
 * @param redis A Redis of its own for this queue, with the names of spring.data.redis. That of the application if nothing is
 *     set.
 * @param namespace The namespace of all keys and channels in Redis, the same in all instances of an application. A letter
 *     followed by letters, digits, dashes, underscores and dots, 128 characters at most, and not MONITOR. None if not set.
 * @param lease How long a reserved task belongs to an instance without a renewal, and so the longest delay of a task whose
 *     instance crashed. Renewed after a third of its length. At least one second.
 * @param shutdownTimeout How long a stop waits for running callbacks before it interrupts them and gives their tasks back. Keep
 *     it below spring.lifecycle.timeout-per-shutdown-phase.
 * @param maxPayloadSize The largest payload that can be added, as JSON. Less than 2 GB.
 * @param addQueue Bounds of the asynchronous adds that wait for Redis.
 * @param concurrency How many callbacks of one topic run at once in this instance, unless the listener sets its own number.
 *     At least 1.
 * @param executor The name of a bean of Executor on which callbacks run. If not set, they run on threads of the queue.
 * @param ttr Time to run: how long one attempt may take before it is interrupted and has failed, unless the task or the
 *     listener sets its own. No limit if not set. At least one second.
 * @param blockedAfter How long all concurrency slots of a topic in this instance may be busy without the end of a callback,
 *     before a warning, health and a meter report the topic. At least one second.
 * @param maxAttempts How many attempts a task has before it goes to the dead letters, unless the task or the listener sets
 *     its own number or age. 5 if neither this nor retry-for is set. At least 1.
 * @param retryFor How long after the begin of its first attempt a task is retried before it goes to the dead letters, unless the task or
 *     the listener sets its own number or age. Not limited if not set. At least one second.
 * @param maxHold How long a callback can hold a limit or its topic at most. At least one second.
 * @param retry The delays between attempts.
 * @param durability Confirmation of adds by replicas.
 * @param redisChecks Which risks to tasks in Redis are accepted.
 * @param transactions Changes of tasks in Spring's transactions.
 * @param deadLetter Which dead letters are kept.
 * @param mdc The task in the diagnostic context of logs.
 * @param observations Observations of adds and callbacks.
 * @param health When this instance is not healthy.
 * @param groups Topics to register at the start by their groups, such as delayqueue.groups.orders=remind,cancel-unpaid. An
 *     empty list registers the group alone. Listeners register their topics.
 * @param limits Limits over all instances by their groups and names: concurrency, such as
 *     delayqueue.limits.orders.stripe.concurrency=8 for eight tasks at once; rate, such as 100/s, 10/m or 5/h; burst of the rate. A
 *     listener names those of its topic. Names with dots are in brackets: delayqueue.limits[my.group][my.limit].rate=100/s.
 * @param history Histories of topics by their groups and names, instead of those of listeners: max-age and max-size, which both have to be set,
 *     such as delayqueue.history.orders.cancel.max-age=7d; payload and result, whether they are recorded; outcomes, if not all. Names with dots
 *     are in brackets: delayqueue.history[my.group][my.topic].max-age=7d.
 * @param disabledGroups Groups in which this application consumes, pulls and pushes nothing, but can add tasks. A listener
 *     in one of them stops the start.
 * @param consume Whether this application consumes tasks. If not, it only adds.
 * @param start When the queue begins to consume: with the application context, when the application is ready, or when it
 *     calls start() of the bean of DelayQueueEngine.
 * @param drainWhenRefusingTraffic Whether this instance is drained while the application refuses traffic by its readiness:
 *     it reserves no tasks, and running callbacks end.
 * @param allowedCallbacks Callback classes that tasks may carry: full names, or packages such as com.example.*. If any is
 *     allowed, this instance consumes every registered topic.
 */
@ConfigurationProperties(DelayQueueProperties.PREFIX)
public record DelayQueueProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("true") boolean defaultQueue,
        @DefaultValue("redis") Store store,
        @NestedConfigurationProperty @Nullable DataRedisProperties redis,
        @Nullable String namespace,
        @DefaultValue("30s") Duration lease,
        @DefaultValue("20s") Duration shutdownTimeout,
        @DefaultValue("1MB") DataSize maxPayloadSize,
        @DefaultValue AddQueue addQueue,
        @DefaultValue("8") int concurrency,
        @Nullable String executor,
        @Nullable Duration ttr,
        @DefaultValue("5m") Duration blockedAfter,
        @Nullable Integer maxAttempts,
        @Nullable Duration retryFor,
        @DefaultValue("24h") Duration maxHold,
        @NestedConfigurationProperty @DefaultValue RetryProperties retry,
        @DefaultValue Durability durability,
        @DefaultValue RedisChecks redisChecks,
        @DefaultValue Transactions transactions,
        @DefaultValue DeadLetter deadLetter,
        @DefaultValue Mdc mdc,
        @DefaultValue Observations observations,
        @DefaultValue Health health,
        @DefaultValue Map<String, List<String>> groups,
        @DefaultValue Map<String, Map<String, LimitProperties>> limits,
        @DefaultValue Map<String, Map<String, HistoryProperties>> history,
        @DefaultValue List<String> disabledGroups,
        @DefaultValue("true") boolean consume,
        @DefaultValue("context") Start start,
        @DefaultValue("false") boolean drainWhenRefusingTraffic,
        @DefaultValue List<String> allowedCallbacks) {

    static final String PREFIX = "delayqueue";

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if one is out of its range
     */
    public DelayQueueProperties {
        // The engine's own checks; what they build is not kept.
        PropertyRules.check(
                PREFIX,
                () -> new EngineSettings(
                        lease,
                        shutdownTimeout,
                        bytes(maxPayloadSize),
                        TopicOptions.builder()
                                .concurrency(concurrency)
                                .ttr(ttr)
                                .maxAttempts(maxAttempts)
                                .retryFor(retryFor)
                                .build(),
                        maxHold));
        if (namespace != null) {
            PropertyRules.check(PREFIX, () -> RedisBackend.requireNamespace(namespace));
        }
        PropertyRules.checkAtLeast(PREFIX, "blocked-after", blockedAfter, Duration.ofSeconds(1), "1 second");
        PropertyRules.check(PREFIX, () -> new AllowedCallbacks(allowedCallbacks));
        PropertyRules.check(PREFIX + ".add-queue", addQueue::toLimits);
        PropertyRules.check(PREFIX + ".retry", retry::toPolicy);
        PropertyRules.check(PREFIX + ".durability", durability::toDurability);
        PropertyRules.check(PREFIX + ".dead-letter", deadLetter::toRetention);
        PropertyRules.checkNames(PREFIX + ".groups", groups, TopicName::requireTopic);
        PropertyRules.checkNames(PREFIX + ".disabled-groups", disabledGroups, TopicName::requireGroup);
        limits.forEach((group, named) -> {
            PropertyRules.checkNames(PREFIX + ".limits", Map.of(group, named.keySet()), TopicName::requireLimit);
            named.forEach((name, limit) ->
                    PropertyRules.check(PREFIX + ".limits." + group + "." + name, () -> limit.toLimit(group, name)));
        });
        history.forEach((group, topics) -> {
            PropertyRules.checkNames(PREFIX + ".history", Map.of(group, topics.keySet()), TopicName::requireTopic);
            topics.forEach(
                    (topic, rule) -> PropertyRules.check(PREFIX + ".history." + group + "." + topic, rule::toRule));
        });
    }

    /** A place where tasks are kept. */
    public enum Store {
        /** In Redis. */
        REDIS,
        /** In the memory of this process. */
        MEMORY
    }

    /** A time at which the queue begins to consume. */
    public enum Start {
        /** With the application context. */
        CONTEXT,
        /** When the application is ready. */
        READY,
        /** When the application starts the engine. */
        MANUAL
    }

    /**
     * Bounds the asynchronous adds of each group that wait for Redis. Synchronous ones are bounded by their callers, who wait.
     *
     * @param maxTasks How many tasks may wait. One more fails with an AddQueueFullException. At least 1.
     * @param maxSize How large they may be in total. A single larger one may wait alone. At least 1 byte.
     * @param maxWait How long an asynchronous add may wait for room before it fails. It never waits on a thread of the
     *     queue.
     */
    public record AddQueue(
            @DefaultValue("100000") int maxTasks,
            @DefaultValue("64MB") DataSize maxSize,
            @DefaultValue("0s") Duration maxWait) {

        AddQueueLimits toLimits() {
            return new AddQueueLimits(maxTasks, maxSize.toBytes(), maxWait);
        }
    }

    /**
     * Confirmation of adds by replicas.
     *
     * @param minReplicas How many replicas must have an added task before the add is confirmed. Else the add throws a
     *     TaskNotReplicatedException, and the task may be delivered. 0 for none.
     * @param timeout How long an add waits for the replicas. At least 1 ms.
     */
    public record Durability(
            @DefaultValue("0") int minReplicas,
            @DefaultValue("1s") Duration timeout) {

        io.delayqueue.redis.Durability toDurability() {
            return new io.delayqueue.redis.Durability(minReplicas, timeout);
        }
    }

    /**
     * Accepted risks to tasks in Redis. Redis is checked at the start and every ten minutes; each other risk is a warning in the
     * log and a detail of health.
     *
     * @param ignore Accepted risks: eviction-policy, evictions, no-persistence, snapshots-only, missing-replicas,
     *     history-size.
     */
    public record RedisChecks(@DefaultValue Set<StoreFinding.Kind> ignore) {}

    /**
     * Retention of the dead letters of a topic. The others are removed about once a minute, the oldest first.
     *
     * @param maxAge How long each dead letter is kept. For ever if not set. At least one second. Give all instances the same.
     * @param maxCount How many dead letters of each topic are kept, the newest. All if not set. At least 1.
     */
    public record DeadLetter(
            @Nullable Duration maxAge, @Nullable Integer maxCount) {

        DeadLetterRetention toRetention() {
            return new DeadLetterRetention(maxAge, maxCount);
        }
    }

    /**
     * Conditions of the health of this instance, for the health endpoint of Spring Boot's Actuator.
     *
     * @param stalledAfter How long a thread of the engine may make no progress. At least 5 seconds.
     * @param maxLateness How long a task of a topic that is consumed here may be due without being reserved, unless the
     *     topic is paused or held, or a limit of the topic is held or its rate is used up. Not checked if not set. At least one second.
     * @param timeout How long a check of Redis may take. At least 1 ms.
     */
    public record Health(
            @DefaultValue("30s") Duration stalledAfter,
            @Nullable Duration maxLateness,
            @DefaultValue("2s") Duration timeout) {

        /**
         * Checks the values.
         *
         * @throws IllegalArgumentException if one is out of its range
         */
        public Health {
            String prefix = PREFIX + ".health";
            PropertyRules.checkAtLeast(prefix, "stalled-after", stalledAfter, Duration.ofSeconds(5), "5 seconds");
            PropertyRules.checkAtLeast(prefix, "max-lateness", maxLateness, Duration.ofSeconds(1), "1 second");
            PropertyRules.checkAtLeast(prefix, "timeout", timeout, Duration.ofMillis(1), "1 ms");
        }
    }

    /**
     * Changes of tasks in Spring's transactions.
     *
     * @param enabled Whether an injected DelayQueueService adds, removes and reschedules the tasks of a transaction after its commit. If
     *     not, only a TransactionalDelayQueueService does. If it is not set, the first add inside a transaction logs a warning.
     */
    public record Transactions(@DefaultValue("false") boolean enabled) {}

    /**
     * The task in the diagnostic context of logs.
     *
     * @param enabled Whether the diagnostic context (MDC) of logs holds the task while its callback runs.
     */
    public record Mdc(@DefaultValue("true") boolean enabled) {}

    /**
     * Observations of adds and callbacks.
     *
     * @param enabled Whether adds and callbacks are observations of Micrometer, if the application has a registry of them.
     * @param newTraceAfter Delay beyond which the attempts of an added task begin traces of their own, with a link to the
     *     add. At least 0.
     */
    public record Observations(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("1h") Duration newTraceAfter) {

        /**
         * Checks the values.
         *
         * @throws IllegalArgumentException if one is out of its range
         */
        public Observations {
            PropertyRules.checkAtLeast(
                    PREFIX + ".observations", "new-trace-after", newTraceAfter, Duration.ZERO, "0 seconds");
        }
    }

    RedisBackend toBackend(RedisConnections connections) {
        RedisBackend backend = new RedisBackend(connections, durability.toDurability());
        return namespace == null ? backend : backend.inNamespace(namespace);
    }

    EngineSettings toSettings(RetryPolicy retryPolicy) {
        return new EngineSettings(
                lease,
                shutdownTimeout,
                bytes(maxPayloadSize),
                TopicOptions.builder()
                        .concurrency(concurrency)
                        .ttr(ttr)
                        .maxAttempts(maxAttempts)
                        .retryPolicy(retryPolicy)
                        .noRetryFor(Set.copyOf(retry.noRetryFor()))
                        .retryFor(retryFor)
                        .build(),
                maxHold);
    }

    private static int bytes(DataSize size) {
        InvalidSettingException.require(
                size.toBytes() >= 1 && size.toBytes() <= Integer.MAX_VALUE,
                "maxPayloadSize",
                "must be at least 1 byte and less than 2 GB",
                size);
        return (int) size.toBytes();
    }
}
