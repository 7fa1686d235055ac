package io.delayqueue.badinput;

import static io.delayqueue.badinput.BadInput.invalid;
import static io.delayqueue.badinput.BadInput.isNull;
import static io.delayqueue.badinput.BadInput.setting;

import io.delayqueue.AddQueueLimits;
import io.delayqueue.Callback;
import io.delayqueue.IfExists;
import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.TaskBuilder;
import io.delayqueue.TaskExistsException;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Tasks that can be built but not added. */
final class AddCases {

    private static final String HOLDER = AddCases.class.getName();

    private static final String CALLBACKS = Callbacks.class.getName();

    /** Cannot be read, so not written. */
    static final class Broken {
        public String getText() {
            throw new IllegalStateException("no text today");
        }
    }

    private AddCases() {}

    static Stream<BadInput> all() {
        return Stream.of(nulls(), times(), payloads(), callbacks(), ids(), crons(), limits())
                .flatMap(cases -> cases);
    }

    private static TaskBuilder task() {
        return Task.of("g", "t").delay(Duration.ofHours(1));
    }

    private static TaskBuilder calling(Class<? extends Callback> type, Object... arguments) {
        return task().callback(type, arguments);
    }

    private static BadInput add(String what, TaskBuilder task, String message) {
        return invalid("DelayQueueService.addTask: " + what, s -> s.service().addTask(task.build()), message);
    }

    /** They are over by every clock. */
    private static Stream<BadInput> times() {
        Instant past = Instant.ofEpochSecond(9);
        String late = "notAfter must not be before the due time: the task may not begin after 1970-01-01T00:00:09Z,"
                + " but is due in %s by the store's time";
        return Stream.of(
                add("a delay beyond the last time to begin", task().notAfter(past), late.formatted("1h")),
                add("a last time to begin that is over", Task.of("g", "t").notAfter(past), late.formatted("0s")),
                add(
                        "a window that is over",
                        Task.of("g", "t").dueBetween(Instant.EPOCH, past),
                        "dueBetween must not be over by the store's time, but ends at 1970-01-01T00:00:09Z"),
                invalid(
                        "DelayQueueService.addTasks: one of a window that is over",
                        s -> s.service()
                                .addTasks(List.of(
                                        task().build(),
                                        Task.of("g", "t")
                                                .dueBetween(Instant.EPOCH, past)
                                                .build())),
                        "dueBetween must not be over by the store's time, but ends at 1970-01-01T00:00:09Z"));
    }

    private static Stream<BadInput> nulls() {
        return Stream.of(
                isNull("DelayQueueService.addTask: null", s -> s.service().addTask(null), "task"),
                isNull("DelayQueueService.addTaskAsync: null", s -> s.addAsync(null), "task"),
                isNull("DelayQueueService.addTasks: null", s -> s.service().addTasks(null), "tasks"),
                isNull(
                        "DelayQueueService.addTasks: a null element",
                        s -> s.service().addTasks(Arrays.asList(task().build(), null, task().build())),
                        "tasks[1]"));
    }

    private static Stream<BadInput> limits() {
        Duration none = Duration.ZERO;
        return Stream.of(
                isNull("new AddQueueLimits: null maxWait", s -> new AddQueueLimits(1, 1, null), "maxWait"),
                setting(
                        "new AddQueueLimits: no task",
                        s -> new AddQueueLimits(0, 1, none),
                        "maxTasks must be at least 1, but is 0"),
                setting(
                        "new AddQueueLimits: no byte",
                        s -> new AddQueueLimits(1, 0, none),
                        "maxBytes must be at least 1, but is 0"),
                setting(
                        "new AddQueueLimits: negative maxWait",
                        s -> new AddQueueLimits(1, 1, Duration.ofNanos(-1)),
                        "maxWait must not be negative, but is PT-0.000000001S"),
                setting(
                        "new AddQueueLimits: maxWait too long",
                        s -> new AddQueueLimits(1, 1, Duration.ofDays(36_501)),
                        "maxWait must be at most 36,500 days, but is 36501d"));
    }

    private static Stream<BadInput> payloads() {
        List<Object> cycle = new ArrayList<>();
        cycle.add(cycle);
        String tooLarge = "payload must be at most 1048576 bytes of JSON, but is 1048577";
        Task large = task().payload("x".repeat((1 << 20) - 1)).build();
        return Stream.of(
                invalid(
                        "DelayQueueService.addTask: a payload one byte too large",
                        s -> s.service().addTask(large),
                        tooLarge),
                invalid(
                        "DelayQueueService.addTaskAsync: a payload one byte too large",
                        s -> s.addAsync(large),
                        tooLarge),
                invalid(
                        "DelayQueueService.addTasks: a payload one byte too large after a good task",
                        s -> s.service().addTasks(List.of(task().build(), large)),
                        tooLarge),
                add(
                        "a payload whose getter throws",
                        task().payload(new Broken()),
                        "payload must be something Jackson can write, but " + HOLDER + "$Broken is not: no text today"),
                add(
                        "a payload with half a character in a name",
                        task().payload(Map.of("\ude00", 1)),
                        "payload must be JSON that can be read again, but is not: Unexpected low surrogate in property"
                                + " name (DE00) without preceding high surrogate"),
                add(
                        "a payload that holds a thread",
                        task().payload(Map.of("worker", List.of(new Thread()))),
                        "payload must be something Jackson can write, but java.util.ImmutableCollections$Map1 is not at"
                                + " worker[0]: Jackson would write a java.lang.Thread without its content: take the data"
                                + " that the callback needs"),
                add(
                        "a payload with a number that is too long",
                        task().payload(BigInteger.TEN.pow(1_000)),
                        "payload must be JSON that can be read again, but is not: Number value length (1001) exceeds the"
                                + " maximum allowed (1000, from `StreamReadConstraints.getMaxNumberLength()`)"),
                add(
                        "a payload that holds itself",
                        task().payload(cycle),
                        "payload must be something Jackson can write, but java.util.ArrayList is not: Document nesting"
                                + " depth (501) exceeds the maximum allowed (500, from"
                                + " `StreamWriteConstraints.getMaxNestingDepth()`)"));
    }

    private static Stream<BadInput> callbacks() {
        return Stream.of(
                add(
                        "a callback that is not allowed",
                        calling(Callbacks.NotAllowed.class),
                        "callback must be a class that the configuration allows, but is " + CALLBACKS
                                + "$NotAllowed: add it, or its package, to the allowed callbacks"),
                add(
                        "a callback that is abstract",
                        calling(Callbacks.Abstract.class),
                        "callback must be a public class that is not abstract, but is '" + CALLBACKS + "$Abstract'"),
                add(
                        "a callback that is not public",
                        calling(Callbacks.Hidden.class),
                        "callback must be a public class that is not abstract, but is '" + CALLBACKS + "$Hidden'"),
                add(
                        "a callback without a constructor for no arguments",
                        calling(Callbacks.Fine.class),
                        "callback must have one public constructor for its arguments [], but " + CALLBACKS
                                + "$Fine has none"),
                add(
                        "a callback without a constructor for its argument",
                        calling(Callbacks.Fine.class, new Object()),
                        "callback must have one public constructor for its arguments [java.lang.Object], but "
                                + CALLBACKS + "$Fine has none"),
                add(
                        "a callback with two constructors for its argument",
                        calling(Callbacks.Fine.class, "text"),
                        "callback must have one public constructor for its arguments [java.lang.String], but "
                                + CALLBACKS + "$Fine has 2 of them"),
                add(
                        "a callback with two constructors for null",
                        calling(Callbacks.Fine.class, (Object) null),
                        "callback must have one public constructor for its arguments [null], but " + CALLBACKS
                                + "$Fine has 3 of them"),
                add(
                        "a callback whose argument is too large",
                        calling(Callbacks.Fine.class, List.of("x".repeat(1 << 20))),
                        "callback must be at most 1048576 bytes of JSON, but is 1048582"));
    }

    private static Stream<BadInput> ids() {
        String foreign =
                "id must be unique in its group, but 'other' belongs to a task of another topic of g; use another id, or"
                        + " remove that task by this id";
        return Stream.of(
                add("an id of another topic", task().id("other"), foreign),
                invalid(
                        "DelayQueueService.addTasks: an id of another topic",
                        s -> s.service().addTasks(List.of(task().id("other").build())),
                        foreign),
                invalid(
                        "DelayQueueService.addTaskAsync: an id of another topic",
                        s -> s.addAsync(task().id("other").build()),
                        foreign),
                add("an id of another topic, to be replaced", task().id("other").ifExists(IfExists.REPLACE), foreign),
                new BadInput(
                        "DelayQueueService.addTask: an id that is taken, to fail then",
                        s -> s.service()
                                .addTask(task().id("dead")
                                        .ifExists(IfExists.FAIL)
                                        .build()),
                        TaskExistsException.class,
                        "The topic g/t has an unfinished task with the id 'dead' already"),
                new BadInput(
                        "DelayQueueService.addTaskAsync: an id that is taken, to fail then",
                        s -> s.addAsync(
                                task().id("reserved").ifExists(IfExists.FAIL).build()),
                        TaskExistsException.class,
                        "The topic g/t has an unfinished task with the id 'reserved' already"));
    }

    private static Stream<BadInput> crons() {
        return Stream.of(
                invalid(
                        "DelayQueueService.addTask: a cron expression without a schedule to understand it",
                        s -> s.serviceWithoutCron().addTask(cron("hourly").build()),
                        "repeat must be a fixed rate or delay, because this engine has no cron schedule to evaluate"
                                + " 'hourly'; the Spring Boot starter brings one"),
                add(
                        "a cron expression that is none",
                        cron("0 0"),
                        "repeat must have a cron expression, but '0 0' is none: an expression must be 'hourly' or 'never'"),
                add(
                        "a cron expression that is none, though the task has a time of its own",
                        task().repeat(Repeat.cron("", ZoneOffset.UTC)),
                        "repeat must have a cron expression, but '' is none: an expression must be 'hourly' or 'never'"),
                add(
                        "a cron expression without a time in the future",
                        cron("never"),
                        "repeat must have a time in the future, but is 'never'"));
    }

    private static TaskBuilder cron(String expression) {
        return Task.of("g", "t").repeat(Repeat.cron(expression, ZoneOffset.UTC));
    }
}
