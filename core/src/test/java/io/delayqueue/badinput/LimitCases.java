package io.delayqueue.badinput;

import static io.delayqueue.badinput.BadInput.invalid;
import static io.delayqueue.badinput.BadInput.isNull;
import static io.delayqueue.badinput.BadInput.setting;

import io.delayqueue.BatchCallback;
import io.delayqueue.BatchFailedException;
import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.TaskMessage;
import io.delayqueue.TopicName;
import io.delayqueue.callback.BatchOptions;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.limit.KeyOrder;
import io.delayqueue.limit.Limit;
import io.delayqueue.limit.Rate;
import io.delayqueue.limit.TopicLimits;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Limits that cannot hold. */
final class LimitCases {

    private static final String NAME =
            " must be a letter followed by letters, digits, '-', '_' or '.', 128 characters at most, but is ";

    private static final String RATE =
            "rate must be a number of tasks from 1 to 1,000,000 in a second, a minute or an hour, as 100/s, 10/m or"
                    + " 5/h, but is ";

    private static final String RANGE = " must be from 1 to 1,000,000, but is ";

    private static final String NEEDS =
            "limit g/stripe concurrency must be set, or a rate, because stripe limits nothing";

    private static final String YEAR = "until must be before the year 10000, but is '+10000-01-01T00:00:00Z'";

    private static final Instant YEAR_10000 = Instant.parse("+10000-01-01T00:00:00Z");

    private static final Limit STRIPE = Limit.of("g", "stripe").concurrency(8);

    private static final String TWICE = "g limits must differ in their names, but two are stripe";

    private static final String KEY = " must be 1 to 128 printable ASCII characters without '\"' and '\\', but is ";

    private static final TopicName TOPIC = new TopicName("g", "t");

    private LimitCases() {}

    static Stream<BadInput> all() {
        return Stream.of(limits(), rates(), topics(), batches(), engines(), operations())
                .flatMap(cases -> cases);
    }

    private static Stream<BadInput> limits() {
        return Stream.of(
                invalid("Limit.of: a group of no name", s -> Limit.of("1st", "a"), "group" + NAME + "'1st'"),
                invalid("Limit.of: no name", s -> Limit.of("g", "a b"), "limit" + NAME + "'a b'"),
                invalid("new Limit: null", s -> new Limit("g", null, 1, null, null), "limit" + NAME + "null"),
                setting("new Limit: 0", s -> new Limit("g", "a", 0, null, null), "limit g/a concurrency" + RANGE + "0"),
                setting("Limit.concurrency: 0", s -> STRIPE.concurrency(0), "limit g/stripe concurrency" + RANGE + "0"),
                setting(
                        "Limit.concurrency: too many",
                        s -> STRIPE.concurrency(1_000_001),
                        "limit g/stripe concurrency" + RANGE + "1000001"),
                setting("Limit.burst: 0", s -> STRIPE.burst(0), "limit g/stripe burst" + RANGE + "0"),
                setting(
                        "Limit.burst: too many",
                        s -> STRIPE.burst(1_000_001),
                        "limit g/stripe burst" + RANGE + "1000001"),
                setting("Limit.rate: 0", s -> STRIPE.rate(0, TimeUnit.SECONDS), RATE + "0/s"),
                isNull("Limit.rate: null", s -> STRIPE.rate(1, null), "per"),
                invalid("TopicName.requireLimit: null", s -> TopicName.requireLimit(null), "limit" + NAME + "null"));
    }

    private static Stream<BadInput> rates() {
        return Stream.of(
                setting("new Rate: a day", s -> new Rate(1, TimeUnit.DAYS), RATE + "1/DAYS"),
                setting("new Rate: a millisecond", s -> new Rate(1, TimeUnit.MILLISECONDS), RATE + "1/MILLISECONDS"),
                setting("new Rate: none", s -> new Rate(0, TimeUnit.HOURS), RATE + "0/h"),
                setting("new Rate: too many", s -> new Rate(1_000_001, TimeUnit.HOURS), RATE + "1000001/h"),
                isNull("Rate.valueOf: null", s -> Rate.valueOf(null), "rate"),
                rate(""),
                rate("10"),
                rate("10/d"),
                rate("10/5s"),
                rate("-1/s"),
                rate("1.5/s"),
                rate("10000000000/s"),
                setting("Rate.valueOf: 0/s", s -> Rate.valueOf("0/s"), RATE + "0/s"));
    }

    private static BadInput rate(String text) {
        return setting("Rate.valueOf: '" + text + "'", s -> Rate.valueOf(text), RATE + "'" + text + "'");
    }

    private static Stream<BadInput> topics() {
        return Stream.of(
                setting(
                        "new TopicLimits: globalConcurrency 0",
                        s -> new TopicLimits(0, null, Set.of()),
                        "globalConcurrency" + RANGE + "0"),
                setting(
                        "new TopicLimits: globalConcurrency too many",
                        s -> new TopicLimits(1_000_001, null, Set.of()),
                        "globalConcurrency" + RANGE + "1000001"),
                isNull(
                        "TopicOptions.Builder.limits: null",
                        s -> TopicOptions.builder().limits(null),
                        "limits"),
                isNull("TopicLimits.own: null", s -> TopicLimits.NONE.own(null), "topic"),
                isNull("new TopicLimits: null", s -> new TopicLimits(null, null, null), "limits"),
                invalid(
                        "new TopicLimits: no name",
                        s -> new TopicLimits(null, null, Set.of("1st")),
                        "limit" + NAME + "'1st'"),
                setting(
                        "new TopicLimits: two beside its own one",
                        s -> new TopicLimits(1, null, Set.of("a", "b")),
                        "limits must be at most 2, of which globalConcurrency and rate are one, but is [a, b]"));
    }

    private static Stream<BadInput> batches() {
        Duration second = Duration.ofSeconds(1);
        BatchOptions ten = new BatchOptions(10, 1, null);
        return Stream.of(
                setting(
                        "new BatchOptions: 1",
                        s -> new BatchOptions(1, 1, null),
                        "batchSize must be from 2 to 500, but is 1"),
                setting(
                        "new BatchOptions: 501",
                        s -> new BatchOptions(501, 1, null),
                        "batchSize must be from 2 to 500, but is 501"),
                setting(
                        "new BatchOptions: at least more than the size",
                        s -> new BatchOptions(10, 11, second),
                        "batchLeast must be at least 1 and at most batchSize, but is 11"),
                setting(
                        "new BatchOptions: at least none",
                        s -> new BatchOptions(10, 0, null),
                        "batchLeast must be at least 1 and at most batchSize, but is 0"),
                setting(
                        "new BatchOptions: no wait",
                        s -> new BatchOptions(10, 2, Duration.ZERO),
                        "batchWait must be at least 1 ms, but is 0s"),
                setting(
                        "new BatchOptions: least without a wait",
                        s -> new BatchOptions(10, 2, null),
                        "batchLeast needs batchWait, but is 2"),
                setting(
                        "new BatchOptions: a wait without least",
                        s -> new BatchOptions(10, 1, second),
                        "batchWait needs batchLeast, but is 1s"),
                setting(
                        "TopicOptions.Builder.batch: beside an order of keys",
                        s -> TopicOptions.builder()
                                .keyOrder(KeyOrder.DEFAULT)
                                .batch(ten)
                                .build(),
                        "batchSize must not be set beside keyConcurrency or onRetry, but is 10"),
                setting(
                        "TopicOptions.Builder.keyOrder: beside batches",
                        s -> TopicOptions.builder()
                                .batch(ten)
                                .keyOrder(KeyOrder.DEFAULT)
                                .build(),
                        "batchSize must not be set beside keyConcurrency or onRetry, but is 10"),
                setting(
                        "new TopicCallback: sizes for a callback of one task",
                        s -> callback("t", TopicOptions.builder().batch(ten).build()),
                        "g/t batchSize must be set for a BatchCallback and no other, but is " + ten),
                setting(
                        "new TopicCallback: a callback of batches without sizes",
                        s -> batch(TopicOptions.DEFAULT),
                        "g/t batchSize must be set for a BatchCallback and no other, but is null"),
                setting(
                        "DelayQueueEngineBuilder.limit: a concurrency below what a batch waits for",
                        s -> start(s, STRIPE),
                        "limit g/stripe concurrency must be at least 10, because stripe lets 8 tasks run, and a batch of t"
                                + " waits for 10, but is 8"),
                setting(
                        "DelayQueueEngineBuilder.limit: a burst below what a batch waits for",
                        s -> start(s, Limit.of("g", "stripe").rate(10, TimeUnit.SECONDS)),
                        "limit g/stripe burst must be at least 10, because stripe lets 1 tasks begin, and a batch of t waits"
                                + " for 10, but is 1"),
                invalid(
                        "DelayQueueEngineBuilder.callback: a repeating task for a batch",
                        s -> s.builder()
                                .callback(
                                        batch(TopicOptions.builder().batch(ten).build()))
                                .build()
                                .service()
                                .addTask(Task.of("g", "t")
                                        .repeat(Repeat.fixedRate(second))
                                        .build()),
                        "repeat must not be set, because the callback of g/t takes batches, but is '"
                                + Repeat.fixedRate(second) + "'"),
                isNull("new BatchFailedException: null", s -> new BatchFailedException(null), "failures"),
                invalid(
                        "new BatchFailedException: none",
                        s -> new BatchFailedException(Map.of()),
                        "failures must name a task, but is '{}'"),
                invalid(
                        "BatchFailedException.stoppedAt: before the first",
                        s -> {
                            throw BatchFailedException.stoppedAt(-1, new IllegalStateException());
                        },
                        "position must not be negative, but is '-1'"),
                isNull(
                        "BatchFailedException.stoppedAt: null",
                        s -> {
                            throw BatchFailedException.stoppedAt(1, null);
                        },
                        "cause"),
                isNull("new TaskMessage: null", s -> new TaskMessage<>("x", null), "context"));
    }

    private static TopicCallback batch(TopicOptions options) {
        BatchCallback<String> callback = (tasks, context) -> {};
        return new TopicCallback(new TopicName("g", "t"), String.class, callback, options, "mine");
    }

    private static void start(Subject subject, Limit limit) {
        TopicOptions options = TopicOptions.builder()
                .batch(new BatchOptions(10, 10, Duration.ofSeconds(1)))
                .limits(new TopicLimits(null, null, Set.of("stripe")))
                .build();
        subject.builder().limit(limit).callback(batch(options)).build().start();
    }

    private static Stream<BadInput> engines() {
        return Stream.of(
                isNull("DelayQueueEngineBuilder.limit: null", s -> s.builder().limit(null), "limit"),
                isNull(
                        "EngineExtensions.addLimit: null",
                        s -> s.engine().extensions().addLimit(null),
                        "limit"),
                setting(
                        "EngineExtensions.addLimit: neither a concurrency nor a rate",
                        s -> s.engine().extensions().addLimit(Limit.of("g", "stripe")),
                        NEEDS),
                setting(
                        "EngineExtensions.addLimit: a burst without a rate",
                        s -> s.engine().extensions().addLimit(STRIPE.burst(2)),
                        "limit g/stripe burst must not be set without a rate, but is 2"),
                setting(
                        "DelayQueueEngineBuilder.limit: neither a concurrency nor a rate",
                        s -> s.builder().limit(Limit.of("g", "stripe")).build(),
                        NEEDS),
                setting(
                        "DelayQueueEngineBuilder.limit: two declarations",
                        s -> s.builder()
                                .limit(STRIPE)
                                .limit(STRIPE.concurrency(9))
                                .build(),
                        TWICE),
                notStarted(
                        "a limit that is not declared",
                        TopicOptions.builder()
                                .limits(new TopicLimits(null, null, Set.of("strip")))
                                .build(),
                        "t has the limit strip by mine, and g does not declare the limit, but h does"),
                notStarted(
                        "a limit of another topic",
                        TopicOptions.builder()
                                .limits(new TopicLimits(null, null, Set.of("u")))
                                .build(),
                        "t has the limit u by mine, and g does not declare the limit"));
    }

    private static BadInput notStarted(String name, TopicOptions options, String flaw) {
        return setting(
                "DelayQueueEngineBuilder.callback: " + name,
                s -> start(s.builder(), options),
                "g limits must fit together, but " + flaw);
    }

    private static void start(DelayQueueEngineBuilder builder, TopicOptions options) {
        builder.limit(STRIPE)
                .limit(Limit.of("h", "strip").concurrency(1))
                .callback(callback("t", options))
                .callback(callback(
                        "u",
                        TopicOptions.builder()
                                .limits(new TopicLimits(1, null, Set.of()))
                                .build()))
                .build()
                .start();
    }

    private static TopicCallback callback(String topic, TopicOptions options) {
        return new TopicCallback(new TopicName("g", topic), String.class, (payload, context) -> {}, options, "mine");
    }

    private static Stream<BadInput> operations() {
        return Stream.of(
                isNull("TopicOperations.hold: null", s -> s.topic().hold(null), "until"),
                invalid("TopicOperations.hold: the year 10000", s -> s.topic().hold(YEAR_10000), YEAR),
                isNull(
                        "DelayQueueInspector.keys: null",
                        s -> s.engine().inspector().keys(null, 1),
                        "topic"),
                invalid(
                        "DelayQueueInspector.keys: too many",
                        s -> s.engine().inspector().keys(TOPIC, 101),
                        "limit must be from 1 to 100, but is '101'"),
                isNull(
                        "DelayQueueInspector.tasksOfKey: null",
                        s -> s.engine().inspector().tasksOfKey(null, "k", 1),
                        "topic"),
                invalid(
                        "DelayQueueInspector.tasksOfKey: no key",
                        s -> s.engine().inspector().tasksOfKey(TOPIC, "", 1),
                        "key" + KEY + "''"),
                invalid(
                        "DelayQueueInspector.tasksOfKey: none",
                        s -> s.engine().inspector().tasksOfKey(TOPIC, "k", 0),
                        "limit must be from 1 to 500, but is '0'"),
                invalid("TaskBuilder.key: null", s -> Task.of("g", "t").key(null), "key" + KEY + "null"),
                invalid("Task.requireKey: a quotation mark", s -> Task.requireKey("a\"b"), "key" + KEY + "'a\"b'"),
                invalid("Task.requireKey: a backslash", s -> Task.requireKey("a\\b"), "key" + KEY + "'a\\b'"),
                invalid("Task.requireKey: not ASCII", s -> Task.requireKey("K\u00e4se"), "key" + KEY + "'K\u00e4se'"),
                invalid(
                        "Task.requireKey: too long",
                        s -> Task.requireKey("k".repeat(129)),
                        "key" + KEY + "'" + "k".repeat(129) + "'"),
                isNull(
                        "DelayQueueInspector.setLimit: null",
                        s -> s.engine().inspector().setLimit(null),
                        "limit"),
                setting(
                        "DelayQueueInspector.setLimit: neither a concurrency nor a rate",
                        s -> s.engine().inspector().setLimit(Limit.of("g", "stripe")),
                        NEEDS),
                invalid(
                        "DelayQueueInspector.limits: a group of no name",
                        s -> s.engine().inspector().limits("1st"),
                        "group" + NAME + "'1st'"),
                invalid(
                        "DelayQueueInspector.resetLimit: a group of no name",
                        s -> s.engine().inspector().resetLimit("1st", "stripe"),
                        "group" + NAME + "'1st'"),
                invalid(
                        "DelayQueueInspector.resetLimit: no name",
                        s -> s.engine().inspector().resetLimit("g", "a:b"),
                        "limit" + NAME + "'a:b'"),
                invalid(
                        "DelayQueueInspector.removeLimit: a group of no name",
                        s -> s.engine().inspector().removeLimit("1st", "stripe"),
                        "group" + NAME + "'1st'"),
                invalid(
                        "DelayQueueInspector.removeLimit: no name",
                        s -> s.engine().inspector().removeLimit("g", "a:b"),
                        "limit" + NAME + "'a:b'"),
                invalid(
                        "DelayQueueInspector.holdLimit: no name",
                        s -> s.engine().inspector().holdLimit("g", "a|b", Instant.EPOCH),
                        "limit" + NAME + "'a|b'"),
                isNull(
                        "DelayQueueInspector.holdLimit: null",
                        s -> s.engine().inspector().holdLimit("g", "stripe", null),
                        "until"),
                invalid(
                        "DelayQueueInspector.holdLimit: the year 10000",
                        s -> s.engine().inspector().holdLimit("g", "stripe", YEAR_10000),
                        YEAR),
                isNull(
                        "DelayQueueInspector.whyWaiting: null",
                        s -> s.engine().inspector().whyWaiting(null),
                        "topic"),
                invalid(
                        "DelayQueueInspector.whyWaiting: no id",
                        s -> s.engine().inspector().whyWaiting("g", ""),
                        "id must be 1 to 128 letters, digits, '-', '_' or '.', but is ''"));
    }
}
