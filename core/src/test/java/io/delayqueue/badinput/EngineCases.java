package io.delayqueue.badinput;

import static io.delayqueue.badinput.BadInput.illegal;
import static io.delayqueue.badinput.BadInput.invalid;
import static io.delayqueue.badinput.BadInput.isNull;
import static io.delayqueue.badinput.BadInput.setting;

import io.delayqueue.IfExists;
import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskSchedule;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.callback.AllowedCallbacks;
import io.delayqueue.callback.DuplicateCallbackException;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicCallbacks;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.EngineSettings;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Engines that cannot be made. */
final class EngineCases {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private static final Duration TOO_LONG = Duration.ofDays(36_500).plusMillis(1);

    private static final TopicName TOPIC = new TopicName("g", "t");

    private static final TopicCallback CALLBACK = callback("mine");

    private static final TaskInfo FOUND = new TaskInfo(
            TOPIC,
            "a",
            TaskState.READY,
            Instant.EPOCH,
            null,
            0,
            null,
            null,
            null,
            null,
            Task.Options.NONE,
            null,
            List.of());

    private EngineCases() {}

    static Stream<BadInput> all() {
        return Stream.of(builders(), callbacks(), disabled(), allowed(), settings(), options())
                .flatMap(cases -> cases);
    }

    private static TopicCallback callback(String source) {
        return new TopicCallback(TOPIC, String.class, (payload, context) -> {}, TopicOptions.DEFAULT, source);
    }

    private static Stream<BadInput> builders() {
        return Stream.of(
                isNull("DelayQueueEngine.builder: null", s -> DelayQueueEngine.builder(null), "backend"),
                isNull(
                        "EngineExtensions.addCallback: null",
                        s -> s.engine().extensions().addCallback(null),
                        "callback"),
                setting(
                        "DelayQueueEngineBuilder.callback: a payload of an abstract type",
                        s -> s.builder()
                                .callback(TOPIC.group(), TOPIC.topic(), Runnable.class, (payload, context) -> {})
                                .build(),
                        TOPIC
                                + " payloadType must be a type that Jackson can read, but java.lang.Runnable is abstract and"
                                + " has no type information: annotate it with @JsonTypeInfo and @JsonSubTypes, or take a"
                                + " class"),
                isNull(
                        "EngineExtensions.addDeadLetterListener: null",
                        s -> s.engine().extensions().addDeadLetterListener(null),
                        "listener"),
                isNull(
                        "EngineExtensions.addInterceptor: null",
                        s -> s.engine().extensions().addInterceptor(null),
                        "interceptor"),
                isNull(
                        "EngineExtensions.interceptAdds: null",
                        s -> s.engine().extensions().interceptAdds(null),
                        "interceptor"),
                isNull(
                        "EngineExtensions.addObserver: null",
                        s -> s.engine().extensions().addObserver(null),
                        "observer"),
                isNull(
                        "EngineExtensions.addRecordFilter: null",
                        s -> s.engine().extensions().addRecordFilter(null),
                        "filter"),
                isNull(
                        "EngineExtensions.addForecastListener: a null interval",
                        s -> s.engine().extensions().addForecastListener(null, List.of(SECOND), (group, topics) -> {}),
                        "interval"),
                setting(
                        "EngineExtensions.addForecastListener: an interval below 1 ms",
                        s -> s.engine()
                                .extensions()
                                .addForecastListener(Duration.ofNanos(999_999), List.of(SECOND), (group, topics) -> {}),
                        "interval must be at least 1 ms, but is PT0.000999999S"),
                setting(
                        "EngineExtensions.addForecastListener: an interval above 36,500 days",
                        s -> s.engine()
                                .extensions()
                                .addForecastListener(TOO_LONG, List.of(SECOND), (group, topics) -> {}),
                        "interval must be at most 36,500 days, but is 3153600000001ms"),
                isNull("DelayQueueEngineBuilder.extend: null", s -> s.builder().extend(null), "extend"),
                isNull(
                        "DelayQueueEngineBuilder.callbackExecutor: null",
                        s -> s.builder().callbackExecutor(null),
                        "executor"),
                isNull(
                        "DelayQueueEngineBuilder.callbackDecorator: null",
                        s -> s.builder().callbackDecorator(null),
                        "decorator"),
                isNull(
                        "DelayQueueEngineBuilder.blockedAfter: null",
                        s -> s.builder().blockedAfter(null),
                        "blockedAfter"),
                setting(
                        "DelayQueueEngineBuilder.blockedAfter: below a second",
                        s -> s.builder().blockedAfter(Duration.ofMillis(999)),
                        "blockedAfter must be at least 1 second, but is 999ms"),
                setting(
                        "DelayQueueEngineBuilder.blockedAfter: above 36,500 days",
                        s -> s.builder().blockedAfter(TOO_LONG),
                        "blockedAfter must be at most 36,500 days, but is 3153600000001ms"),
                isNull(
                        "DelayQueueEngineBuilder.ignoreStoreFindings: null",
                        s -> s.builder().ignoreStoreFindings(null),
                        "kinds"),
                isNull(
                        "DelayQueueEngineBuilder.namespace: null",
                        s -> s.builder().namespace(null),
                        "namespace"),
                setting(
                        "DelayQueueEngineBuilder.namespace: empty",
                        s -> s.builder().namespace(""),
                        StoreCases.NAMESPACE + "''"),
                isNull("DelayQueueEngineBuilder.name: null", s -> s.builder().name(null), "name"),
                illegal("DelayQueueEngineBuilder.name: blank", s -> s.builder().name(" "), "name must not be blank"),
                isNull(
                        "DelayQueueEngineBuilder.schedule: null",
                        s -> s.builder().schedule(null),
                        "schedule"),
                isNull(
                        "EngineExtensions.addSchedule: null",
                        s -> s.engine().extensions().addSchedule(null),
                        "schedule"),
                invalid(
                        "EngineExtensions.addSchedule: a cron expression that is none",
                        s -> s.engine()
                                .extensions()
                                .addSchedule(TaskSchedule.of(Task.of("g", "t")
                                        .id("a")
                                        .repeat(Repeat.cron("@daily", ZoneOffset.UTC))
                                        .build())),
                        "repeat must have a cron expression, but '@daily' is none: an expression must be 'hourly' or 'never'"),
                isNull("TaskSchedule.of: null", s -> TaskSchedule.of(null), "task"),
                invalid(
                        "TaskSchedule.of: a generated id",
                        s -> TaskSchedule.of(Task.of("g", "t")
                                .repeat(Repeat.fixedRate(SECOND))
                                .build()),
                        "id of a declared task must be set, so that there is one in all instances"),
                invalid(
                        "TaskSchedule.of: a task that runs once",
                        s -> TaskSchedule.of(Task.of("g", "t").id("a").build()),
                        "repeat of a declared task must be set"),
                invalid(
                        "TaskSchedule.of: a replacement",
                        s -> TaskSchedule.of(Task.of("g", "t")
                                .id("a")
                                .repeat(Repeat.fixedRate(SECOND))
                                .ifExists(IfExists.REPLACE)
                                .build()),
                        "ifExists must be KEEP for a declared task, but is 'REPLACE'"),
                isNull("DelayQueueEngine.freeze: null", s -> s.engine().freeze(null), "task"),
                isNull("DelayQueueEngine.writeForLater: null", s -> s.engine().writeForLater(null), "tasks"),
                invalid(
                        "DelayQueueEngine.freeze: a callback that is not allowed",
                        s -> s.engine()
                                .freeze(Task.of("g", "t")
                                        .callback(Callbacks.NotAllowed.class)
                                        .build()),
                        "callback must be a class that the configuration allows, but is " + Callbacks.class.getName()
                                + "$NotAllowed: add it, or its package, to the allowed callbacks"),
                isNull(
                        "DelayQueueEngine.limits: no groups",
                        s -> s.engine().limits(null, Duration.ofSeconds(1)),
                        "groups"),
                isNull("DelayQueueEngine.countTasks: null", s -> s.engine().countTasks(null), "atMost"),
                isNull(
                        "DelayQueueEngine.countTasks: no groups",
                        s -> s.engine().countTasks(null, Duration.ofSeconds(1)),
                        "groups"),
                invalid(
                        "DelayQueueEngine.countTasks: no time",
                        s -> s.engine().countTasks(Duration.ofNanos(999_999)),
                        "atMost must be at least 1 ms, but is 'PT0.000999999S'"),
                isNull(
                        "DelayQueueInspector.checkPayloads: null",
                        s -> s.engine().inspector().checkPayloads("g", null),
                        "atMost"),
                invalid(
                        "DelayQueueInspector.checkPayloads: no time",
                        s -> s.engine().inspector().checkPayloads("g", Duration.ZERO),
                        "atMost must be at least 1 ms, but is '0s'"),
                isNull(
                        "EngineExtensions.addForecastListener: null",
                        s -> s.engine().extensions().addForecastListener(SECOND, List.of(SECOND), null),
                        "listener"),
                isNull(
                        "EngineExtensions.addForecastListener: null windows",
                        s -> s.engine().extensions().addForecastListener(SECOND, null, (group, topics) -> {}),
                        "windows"),
                isNull(
                        "EngineExtensions.addForecastListener: a null window",
                        s -> s.engine()
                                .extensions()
                                .addForecastListener(SECOND, Collections.singletonList(null), (group, topics) -> {}),
                        "window"),
                isNull(
                        "DelayQueueInspector.forecast: null instead of groups",
                        s -> s.engine().inspector().forecast((Map<String, List<String>>) null, List.of(SECOND)),
                        "topics"),
                isNull(
                        "DelayQueueInspector.forecast: a group without topics",
                        s -> s.engine()
                                .inspector()
                                .forecast(Collections.<String, List<String>>singletonMap("g", null), List.of(SECOND)),
                        "topics"),
                isNull(
                        "DelayQueueInspector.forecast: no windows",
                        s -> s.engine().inspector().forecast("g", null),
                        "windows"),
                isNull(
                        "DelayQueueInspector.forecast: no topics",
                        s -> s.engine().inspector().forecast("g", null, List.of(SECOND)),
                        "topics"),
                invalid(
                        "DelayQueueInspector.forecast: an empty list of windows",
                        s -> s.engine().inspector().forecast("g", List.of()),
                        "windows must be from 1 to 10 in number, but is '0'"),
                invalid(
                        "DelayQueueInspector.forecast: too many windows",
                        s -> s.engine().inspector().forecast("g", Collections.nCopies(11, SECOND)),
                        "windows must be from 1 to 10 in number, but is '11'"),
                invalid(
                        "DelayQueueInspector.forecast: a window that is too short",
                        s -> s.engine().inspector().forecast("g", List.of(Duration.ofNanos(999_999))),
                        "window must be from 1 ms to 36,500 days, but is 'PT0.000999999S'"),
                invalid(
                        "DelayQueueInspector.forecast: a window that is too long",
                        s -> s.engine().inspector().forecast("g", List.of("t"), List.of(TOO_LONG)),
                        "window must be from 1 ms to 36,500 days, but is '3153600000001ms'"),
                invalid(
                        "DelayQueueInspector.repeatingTasks: no limit",
                        s -> s.engine().inspector().repeatingTasks("g", null, 0),
                        "limit must be from 1 to 500, but is '0'"),
                invalid(
                        "DelayQueueInspector.repeatingTasks: limit",
                        s -> s.engine().inspector().repeatingTasks("g", null, 501),
                        "limit must be from 1 to 500, but is '501'"),
                invalid(
                        "DelayQueueInspector.repeatingTasks: cursor",
                        s -> s.engine().inspector().repeatingTasks("g", "a b", 10),
                        "cursor must come from a page of repeating tasks, but is 'a b'"),
                isNull(
                        "DelayQueueInspector.nextRuns: null",
                        s -> s.engine().inspector().nextRuns(null, 5),
                        "task"),
                isNull(
                        "DelayQueueInspector.progress: null",
                        s -> s.engine().inspector().progress(null),
                        "task"),
                invalid(
                        "DelayQueueInspector.nextRuns: no limit",
                        s -> s.engine().inspector().nextRuns(FOUND, 0),
                        "limit must be from 1 to 100, but is '0'"),
                invalid(
                        "DelayQueueInspector.nextRuns: limit",
                        s -> s.engine().inspector().nextRuns(FOUND, 101),
                        "limit must be from 1 to 100, but is '101'"),
                isNull("DelayQueueEngine.topicOptions: null", s -> s.engine().topicOptions(null), "topic"),
                invalid(
                        "DelayQueueEngine.drain: an unknown group",
                        s -> s.engine().drain("nope"),
                        "group must be registered, but is 'nope'."),
                isNull("DelayQueueEngine.stopAsync: null", s -> s.engine().stopAsync(null), "whenStopped"),
                isNull(
                        "DelayQueueEngineBuilder.settings: null",
                        s -> s.builder().settings(null),
                        "settings"),
                isNull(
                        "DelayQueueEngineBuilder.addQueueLimits: null",
                        s -> s.builder().addQueueLimits(null),
                        "limits"),
                isNull(
                        "DelayQueueEngineBuilder.jsonMapper: null",
                        s -> s.builder().jsonMapper(null),
                        "mapper"),
                isNull(
                        "DelayQueueEngineBuilder.classLoader: null",
                        s -> s.builder().classLoader(null),
                        "classLoader"),
                isNull(
                        "DelayQueueEngineBuilder.deadLetterRetention: null",
                        s -> s.builder().deadLetterRetention(null),
                        "retention"),
                isNull(
                        "DelayQueueEngineBuilder.cronSchedule: null",
                        s -> s.builder().cronSchedule(null),
                        "cron"),
                isNull(
                        "DelayQueueEngineBuilder.allowCallbacks: null",
                        s -> s.builder().allowCallbacks(null),
                        "allowedCallbacks"),
                setting(
                        "DelayQueueEngineBuilder.allowCallbacks: everything",
                        s -> s.builder().allowCallbacks(List.of("com.example.Mail", "*")),
                        "allowedCallbacks must be class names, or packages as com.example.*, but one is '*'"));
    }

    private static BadInput disabled(String method, BadInput.Call call) {
        return new BadInput(
                method + ": a disabled group",
                call,
                IllegalStateException.class,
                "The group g is disabled in this engine, which cannot serve it");
    }

    private static Stream<BadInput> disabled() {
        return Stream.of(
                invalid(
                        "DelayQueueEngineBuilder.disableGroup: no name",
                        s -> s.builder().disableGroup("1st"),
                        "group must be a letter followed by letters, digits, '-', '_' or '.', 128 characters at most,"
                                + " but is '1st'"),
                disabled(
                        "DelayQueueEngineBuilder.group",
                        s -> s.builder().group("g").disableGroup("g").build()),
                disabled(
                        "DelayQueueEngineBuilder.topic",
                        s -> s.builder().topic("g", "t").disableGroup("g").build()),
                disabled(
                        "DelayQueueEngineBuilder.callback",
                        s -> s.builder().callback(CALLBACK).disableGroup("g").build()),
                disabled("EngineExtensions.addCallback", s -> {
                    DelayQueueEngine engine = s.builder().disableGroup("g").build();
                    engine.extensions().addCallback(CALLBACK);
                }));
    }

    private static Stream<BadInput> callbacks() {
        return Stream.of(
                isNull(
                        "DelayQueueEngineBuilder.callback: null",
                        s -> s.builder().callback(null),
                        "callback"),
                isNull(
                        "DelayQueueEngineBuilder.callback: a null callback of a topic",
                        s -> s.builder().callback("g", "t", String.class, null),
                        "callback"),
                isNull(
                        "DelayQueueEngineBuilder.callback: a null payload type",
                        s -> s.builder().callback("g", "t", null, (payload, context) -> {}),
                        "payloadType"),
                isNull("TopicCallbacks.add: null", s -> new TopicCallbacks().add(null), "callback"),
                twoCallbacks("TopicCallbacks.add", s -> {
                    TopicCallbacks callbacks = new TopicCallbacks();
                    callbacks.add(CALLBACK);
                    callbacks.add(callback("yours"));
                }),
                twoCallbacks(
                        "DelayQueueEngineBuilder.callback",
                        s -> s.builder().callback(CALLBACK).callback(callback("yours"))),
                twoCallbacks("EngineExtensions.addCallback", s -> {
                    DelayQueueEngine engine = s.builder().callback(CALLBACK).build();
                    engine.extensions().addCallback(callback("yours"));
                }),
                isNull(
                        "new TopicCallback: a null topic",
                        s -> new TopicCallback(null, String.class, CALLBACK.callback(), TopicOptions.DEFAULT, "mine"),
                        "topic"),
                isNull(
                        "new TopicCallback: null options",
                        s -> new TopicCallback(TOPIC, String.class, CALLBACK.callback(), null, "mine"),
                        "options"),
                isNull(
                        "new TopicCallback: a null source",
                        s -> new TopicCallback(TOPIC, String.class, CALLBACK.callback(), TopicOptions.DEFAULT, null),
                        "source"));
    }

    private static BadInput twoCallbacks(String method, BadInput.Call call) {
        return new BadInput(
                method + ": two callbacks of a topic",
                call,
                DuplicateCallbackException.class,
                "The topic g/t has two callbacks: mine and yours. A topic can have only one in an application");
    }

    private static Stream<BadInput> allowed() {
        return Stream.of(
                isNull("new AllowedCallbacks: null", s -> new AllowedCallbacks(null), "allowedCallbacks"),
                new BadInput(
                        "new AllowedCallbacks: a null element",
                        s -> new AllowedCallbacks(Collections.singletonList(null)),
                        NullPointerException.class,
                        "allowedCallbacks must not hold null"),
                isNull("AllowedCallbacks.allows: null", s -> AllowedCallbacks.NONE.allows(null), "className"),
                setting(
                        "new AllowedCallbacks: a star within",
                        s -> new AllowedCallbacks(List.of("com.*.Mail")),
                        "allowedCallbacks must be class names, or packages as com.example.*, but one is 'com.*.Mail'"),
                setting(
                        "new AllowedCallbacks: nothing",
                        s -> new AllowedCallbacks(List.of("")),
                        "allowedCallbacks must be class names, or packages as com.example.*, but one is ''"));
    }

    private static EngineSettings settings(Duration lease, Duration shutdownTimeout, int maxPayloadSize) {
        return new EngineSettings(lease, shutdownTimeout, maxPayloadSize, TopicOptions.DEFAULT);
    }

    private static Stream<BadInput> settings() {
        return Stream.of(
                isNull("new EngineSettings: null lease", s -> settings(null, SECOND, 1), "lease"),
                isNull("new EngineSettings: null shutdownTimeout", s -> settings(SECOND, null, 1), "shutdownTimeout"),
                isNull("new EngineSettings: null topics", s -> new EngineSettings(SECOND, SECOND, 1, null), "topics"),
                setting(
                        "new EngineSettings: lease a millisecond too short",
                        s -> settings(Duration.ofMillis(999), SECOND, 1),
                        "lease must be at least 1 second, but is 999ms"),
                setting(
                        "new EngineSettings: lease too long",
                        s -> settings(TOO_LONG, SECOND, 1),
                        "lease must be at most 36,500 days, but is 3153600000001ms"),
                setting(
                        "new EngineSettings: negative shutdownTimeout",
                        s -> settings(SECOND, Duration.ofNanos(-1), 1),
                        "shutdownTimeout must not be negative, but is PT-0.000000001S"),
                setting(
                        "new EngineSettings: shutdownTimeout too long",
                        s -> settings(SECOND, TOO_LONG, 1),
                        "shutdownTimeout must be at most 36,500 days, but is 3153600000001ms"),
                setting(
                        "new EngineSettings: maxHold a millisecond too short",
                        s -> new EngineSettings(SECOND, SECOND, 1, TopicOptions.DEFAULT, Duration.ofMillis(999)),
                        "maxHold must be at least 1 second, but is 999ms"),
                setting(
                        "new EngineSettings: maxHold too long",
                        s -> new EngineSettings(SECOND, SECOND, 1, TopicOptions.DEFAULT, TOO_LONG),
                        "maxHold must be at most 36,500 days, but is 3153600000001ms"),
                setting(
                        "new EngineSettings: maxPayloadSize 0",
                        s -> settings(SECOND, SECOND, 0),
                        "maxPayloadSize must be at least 1, but is 0"));
    }

    private static Stream<BadInput> options() {
        return Stream.of(
                setting(
                        "TopicOptions.Builder.concurrency: 0",
                        s -> TopicOptions.builder().concurrency(0),
                        "concurrency must be at least 1, but is 0"),
                setting(
                        "TopicOptions.Builder.ttr: a millisecond too short",
                        s -> TopicOptions.builder().ttr(Duration.ofMillis(999)),
                        "ttr must be at least 1 second, but is 999ms"),
                setting(
                        "TopicOptions.Builder.ttr: too long",
                        s -> TopicOptions.builder().ttr(TOO_LONG),
                        "ttr must be at most 36,500 days, but is 3153600000001ms"),
                setting(
                        "TopicOptions.Builder.maxAttempts: -1",
                        s -> TopicOptions.builder().maxAttempts(-1),
                        "maxAttempts must be at least 1, but is -1"),
                isNull(
                        "TopicOptions.Builder.noRetryFor: null",
                        s -> TopicOptions.builder().noRetryFor(null),
                        "noRetryFor"),
                new BadInput(
                        "TopicOptions.Builder.noRetryFor: a null element",
                        s -> TopicOptions.builder().noRetryFor(Collections.singleton(null)),
                        NullPointerException.class,
                        "noRetryFor must not hold null"),
                setting(
                        "TopicOptions.Builder.retryFor: a millisecond too short",
                        s -> TopicOptions.builder().retryFor(Duration.ofMillis(999)),
                        "retryFor must be at least 1 second, but is 999ms"),
                setting(
                        "TopicOptions.Builder.retryFor: too long",
                        s -> TopicOptions.builder().retryFor(TOO_LONG),
                        "retryFor must be at most 36,500 days, but is 3153600000001ms"),
                setting(
                        "TopicOptions.Builder.within: less than a millisecond",
                        s -> TopicOptions.builder().within(Duration.ofNanos(999_999)),
                        "within must be at least 1 ms, but is PT0.000999999S"),
                setting(
                        "TopicOptions.Builder.within: too long",
                        s -> TopicOptions.builder().within(TOO_LONG),
                        "within must be at most 36,500 days, but is 3153600000001ms"));
    }
}
