package io.delayqueue.badinput;

import static io.delayqueue.badinput.BadInput.invalid;
import static io.delayqueue.badinput.BadInput.isNull;

import io.delayqueue.Repeat;
import io.delayqueue.TaskPage;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.TopicOperations;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.util.RawValue;

/** Invalid operations on existing tasks. */
final class OperationCases {

    private static final String CURSOR_RULE = "cursor must come from a page of the same topic and state, but is ";

    private OperationCases() {}

    private static final String TAGGED = " must come from a page or step of the same tag, but is ";

    static Stream<BadInput> all() {
        return Stream.of(
                isNull("DelayQueueService.removeTasks: null", s -> s.service().removeTasks("g", null), "ids"),
                isNull(
                        "DelayQueueService.rescheduleTask: a null delay",
                        s -> s.service().rescheduleTask("g", "delayed", (Duration) null),
                        "delay"),
                isNull(
                        "DelayQueueService.changeRepeat: null",
                        s -> s.service().changeRepeat("g", "delayed", null, null),
                        "repeat"),
                invalid(
                        "DelayQueueService.changeRepeat: a cron expression that is none",
                        s -> s.service().changeRepeat("g", "delayed", null, Repeat.cron("0 0 3 * * *", ZoneOffset.UTC)),
                        "repeat must have a cron expression, but '0 0 3 * * *' is none: an expression must be 'hourly' or 'never'"),
                isNull(
                        "DelayQueueService.interruptTask: a null instant",
                        s -> s.service().interruptTask("g", "delayed", null),
                        "reservedAt"),
                isNull(
                        "DelayQueueService.rescheduleTask: a null instant",
                        s -> s.service().rescheduleTask("g", "delayed", (Instant) null),
                        "at"),
                invalid(
                        "DelayQueueService.rescheduleTask: a negative delay",
                        s -> s.service().rescheduleTask("g", "delayed", Duration.ofMillis(-1)),
                        "delay must not be negative, but is '-1ms'"),
                invalid(
                        "DelayQueueService.rescheduleTask: a delay that is too long",
                        s -> s.service().rescheduleTask("g", "delayed", Duration.ofDays(36_501)),
                        "delay must be at most 36,500 days, but is '36501d'"),
                invalid(
                        "DelayQueueService.rescheduleTask: the year 10000",
                        s -> s.service().rescheduleTask("g", "delayed", Instant.parse("+10000-01-01T00:00:00Z")),
                        "at must be before the year 10000, but is '+10000-01-01T00:00:00Z'"),
                isNull("DelayQueueService.countTasks: null", s -> s.service().countTasks("g", null), "topics"),
                isNull("DelayQueueService.tagged: null", s -> s.service().tagged("g", null), "tag"),
                isNull(
                        "DelayQueueService.tagged: null in all groups",
                        s -> s.service().tagged(null),
                        "tag"),
                invalid(
                        "TaggedTasks.ofTopic: a colon",
                        s -> s.tagged().ofTopic("a:b"),
                        "topic must be a letter followed by letters, digits, '-', '_' or '.', 128 characters at most, but is 'a:b'"),
                isNull("TaggedTasks.inStates: null", s -> s.tagged().inStates((TaskState[]) null), "states"),
                isNull("TaggedTasks.inStates: a null state", s -> s.tagged().inStates((TaskState) null), "states[0]"),
                invalid(
                        "TaggedTasks.list: a limit of 0",
                        s -> s.tagged().list(null, 0),
                        "limit must be from 1 to 500, but is '0'"),
                invalid("TaggedTasks.list: a cursor of nothing", s -> s.tagged().list("", 1), "cursor" + TAGGED + "''"),
                invalid(
                        "TaggedTasks.remove: a cursor of another list",
                        s -> s.tagged().remove("g/t/DELAYED/1/a"),
                        "from" + TAGGED + "'g/t/DELAYED/1/a'"),
                invalid("TaggedTasks.requeue: no step", s -> s.tagged().requeue("a"), "from" + TAGGED + "'a'"),
                isNull("TaggedTasks.reschedule: null", s -> s.tagged().reschedule(null), "at"),
                invalid(
                        "TaggedTasks.reschedule: the year 10000",
                        s -> s.tagged().reschedule(Instant.parse("+10000-01-01T00:00:00Z"), null),
                        "at must be before the year 10000, but is '+10000-01-01T00:00:00Z'"),
                from("removeTasks", TopicOperations::removeTasks, ""),
                from("removeTasks", TopicOperations::removeTasks, "1795312978000"),
                from("removeTasks", TopicOperations::removeTasks, "g/u/DELAYED/1/u:delayed"),
                from("removeTasks", TopicOperations::removeTasks, "g/t/DEAD/1/dead"),
                from("requeueDeadLetters", TopicOperations::requeueDeadLetters, ""),
                from("requeueDeadLetters", TopicOperations::requeueDeadLetters, "g/t/DEAD/1/dead"),
                from("requeueDeadLetters", TopicOperations::requeueDeadLetters, "1e30"),
                from("purgeDeadLetters", TopicOperations::purgeDeadLetters, "-0"),
                from("purgeDeadLetters", TopicOperations::purgeDeadLetters, "inf"),
                from("purgeDeadLetters", TopicOperations::purgeDeadLetters, "9".repeat(16)),
                grouped("from ''", "", 10, "from must come from a step of the same operation and topic, but is ''"),
                grouped("a limit of 0", null, 0, "limit must be from 1 to 10000, but is '0'"),
                grouped("a limit of 10001", null, 10_001, "limit must be from 1 to 10000, but is '10001'"),
                retrying("a limit of 0", null, 0, "limit must be from 1 to 500, but is '0'"),
                retrying("a limit of 501", null, 501, "limit must be from 1 to 500, but is '501'"),
                retrying("a cursor of other pages", "g:t/failures/0/1/a", 10, CURSOR_RULE + "'g:t/failures/0/1/a'"),
                retryingKinds("a limit of 10001", null, 10_001, "limit must be from 1 to 10000, but is '10001'"),
                retryingKinds("a cursor of nothing", "", 10, CURSOR_RULE + "''"),
                isNull(
                        "DelayQueueService.requeueDeadLetter: a null payload",
                        s -> s.service().requeueDeadLetter("g", "dead", null),
                        "payload"),
                invalid(
                        "DelayQueueService.requeueDeadLetter: null as JSON",
                        s -> s.service().requeueDeadLetter("g", "dead", new RawValue("null")),
                        "payload must not be null"),
                isNull("TopicOperations.requeueSelected: null", s -> s.topic().requeueSelected(null), "ids"),
                isNull("TopicOperations.purgeSelected: null", s -> s.topic().purgeSelected(null), "ids"),
                from("requeueDeadLetters", (topic, from) -> topic.requeueDeadLetters(from, 1), "1795312978000"),
                from("requeueDeadLetters", (topic, from) -> topic.requeueDeadLetters(from, 1), "-1/1"),
                pace(0),
                pace(10_001),
                isNull("TopicOperations.list: a null state", s -> s.topic().list(null, null, 10), "state"),
                limit(0),
                limit(-1),
                limit(501),
                limit(Integer.MAX_VALUE),
                isNull(
                        "TopicOperations.listWithPayloads: a null state",
                        s -> s.topic().listWithPayloads(null, null, 10),
                        "state"),
                invalid(
                        "TopicOperations.listWithPayloads: a limit of 501",
                        s -> s.topic().listWithPayloads(TaskState.DELAYED, null, 501),
                        "limit must be from 1 to 500, but is '501'"),
                invalid(
                        "TopicOperations.listWithPayloads: a cursor of nothing",
                        s -> s.topic().listWithPayloads(TaskState.DELAYED, "", 10),
                        CURSOR_RULE + "''"),
                cursor("of nothing", "", "''"),
                cursor("of nobody", "none", "'none'"),
                cursor("with a bad score", "g/t/DELAYED/soon/delayed", "'g/t/DELAYED/soon/delayed'"),
                cursor("without a topic", "DELAYED/1/delayed", "'DELAYED/1/delayed'"),
                cursor("that is long", "x".repeat(500), "'" + "x".repeat(160) + "...'"),
                invalid(
                        "TopicOperations.list: a cursor of another state",
                        s -> s.topic().list(TaskState.DEAD, delayed(s, "t", "g/t/DELAYED/1/delayed"), 10),
                        CURSOR_RULE + "'g/t/DELAYED/1/delayed'"),
                invalid(
                        "TopicOperations.list: a cursor of another topic",
                        s -> s.service().topic("g", "u").list(TaskState.DELAYED, "g/t/DELAYED/1/delayed", 10),
                        CURSOR_RULE + "'g/t/DELAYED/1/delayed'"));
    }

    private static String delayed(Subject subject, String topic, String expected) {
        TaskPage page = subject.service().topic("g", topic).list(TaskState.DELAYED, null, 1);
        String cursor = String.valueOf(page.cursor());
        if (!cursor.replaceFirst("/\\d+/.*", "/1/delayed").equals(expected)) {
            throw new IllegalStateException("A cursor is " + cursor);
        }
        return expected;
    }

    private static BadInput limit(int limit) {
        return invalid(
                "TopicOperations.list: a limit of " + limit,
                s -> s.topic().list(TaskState.DELAYED, null, limit),
                "limit must be from 1 to 500, but is '" + limit + "'");
    }

    private static BadInput grouped(String what, @Nullable String from, int limit, String message) {
        return invalid(
                "DelayQueueInspector.groupDeadLetters: " + what,
                s -> s.engine().inspector().groupDeadLetters("g", "t", from, limit),
                message);
    }

    private static BadInput retrying(String what, @Nullable String cursor, int limit, String message) {
        return invalid(
                "DelayQueueInspector.retrying: " + what,
                s -> s.engine().inspector().retrying(new TopicName("g", "t"), cursor, limit),
                message);
    }

    private static BadInput retryingKinds(String what, @Nullable String cursor, int limit, String message) {
        return invalid(
                "DelayQueueInspector.retryingKinds: " + what,
                s -> s.engine().inspector().retryingKinds(new TopicName("g", "t"), cursor, limit),
                message);
    }

    private static BadInput pace(int perSecond) {
        return invalid(
                "TopicOperations.requeueDeadLetters: " + perSecond + " a second",
                s -> s.topic().requeueDeadLetters(null, perSecond),
                "perSecond must be from 1 to 10000, but is '" + perSecond + "'");
    }

    private static BadInput from(String method, BiFunction<TopicOperations, String, ?> step, String from) {
        return invalid(
                "TopicOperations." + method + ": from '" + from + "'",
                s -> step.apply(s.topic(), from),
                "from must come from a step of the same operation and topic, but is '" + from + "'");
    }

    private static BadInput cursor(String what, String cursor, String shown) {
        return invalid(
                "TopicOperations.list: a cursor " + what,
                s -> s.topic().list(TaskState.DELAYED, cursor, 10),
                CURSOR_RULE + shown);
    }
}
