package io.delayqueue.redis;

import static java.util.stream.Collectors.joining;

import io.delayqueue.DelayQueueException;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TaskStoreException;
import io.delayqueue.store.TaskDetail;
import io.delayqueue.store.TopicStore.Detail;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** Task as scripts return it. */
record FoundTask(Reply values) {

    private static final TaskState[] STATES = {TaskState.READY, TaskState.DELAYED, TaskState.RESERVED, TaskState.DEAD};

    /** Position of the score in what is stored of a delivery. */
    private static final int SCORE = 3;

    /** Reads a task of a reply; null if there is none. */
    static @Nullable FoundTask of(@Nullable Object task) {
        return task == null ? null : new FoundTask(new Reply(task, false));
    }

    /** Finds a task; null if there is none. */
    static @Nullable FoundTask find(RedisCalls calls, String group, String id) {
        return of(calls.script(Script.FIND, calls.keys(group), id).values().get(0));
    }

    /** Finds tasks: their places in the list are those of the ids, and hold null if there is none. */
    static List<@Nullable TaskInfo> find(RedisCalls calls, String group, List<String> ids, boolean payloads) {
        List<@Nullable TaskInfo> found = new ArrayList<>(ids.size());
        RedisCalls.inParts(
                ids, left -> read(group, calls.script(Script.FIND, calls.keys(group), left), payloads, found));
        return found;
    }

    /** Reads the tasks of a reply into a list; returns their number. */
    static int read(String group, Reply reply, boolean payloads, List<@Nullable TaskInfo> infos) {
        for (Object task : reply.values()) {
            FoundTask found = of(task);
            infos.add(found == null ? null : found.info(group, "", payloads));
        }
        return reply.values().size();
    }

    /** Number of a state in scripts. */
    static int number(TaskState state) {
        return List.of(STATES).indexOf(state);
    }

    /** Numbers of states, one digit each. */
    static List<TaskState> states(String numbers) {
        return numbers.chars().mapToObj(digit -> STATES[digit - '0']).toList();
    }

    static String numbers(List<TaskState> states) {
        return states.stream().map(state -> String.valueOf(number(state))).collect(joining());
    }

    private String id() {
        return values.string(0);
    }

    byte[] json() {
        return values.bytes(1);
    }

    TaskState state() {
        return STATES[(int) values.number(2)];
    }

    private String[] delivery() {
        return values.string(4).split(":");
    }

    /** Returns the number of the task's delivery as it is stored; empty if the task was never delivered. */
    String deliveryNumber() {
        return delivery()[0];
    }

    /** Returns the time of the task's delivery in milliseconds. Its number is the time in microseconds, unless the clock has gone back. */
    long reservedAt() {
        return Long.parseLong(deliveryNumber()) / 1_000;
    }

    /** Whether the script "interrupt" has marked the delivery with this number. */
    boolean isInterruptRequested(long number) {
        return deliveryNumber().equals(Long.toString(number))
                && List.of(delivery()).lastIndexOf("interrupt") > SCORE;
    }

    /** Returns the task as it is stored. */
    Detail detail() {
        return new Detail(id(), json());
    }

    /**
     * Reads the task. If its JSON is broken the readable part is returned, so that it can be inspected and removed like others.
     *
     * @param topic the topic, even if its JSON has another one; empty for that of its JSON
     * @param payload whether to keep its payload
     */
    TaskInfo info(String group, String topic, boolean payload) {
        String[] delivery = delivery();
        boolean delivered = delivery.length >= 3;
        String errors = values.string(5);
        String last = errors.split("\n", 2)[0];
        try {
            return TaskDetail.readForDisplay(json(), payload)
                    .info(
                            group,
                            topic,
                            id(),
                            state(),
                            values.number(3),
                            delivered ? Integer.parseInt(delivery[1]) : 0,
                            delivered && !delivery[2].isEmpty() ? delivery[2] : null,
                            delivered ? reservedAt() : 0,
                            last.isEmpty() ? null : last,
                            AttemptLines.read(errors));
        } catch (JacksonException | DelayQueueException e) {
            throw new TaskStoreException("The task " + id() + " in " + group + " cannot be read: " + e.getMessage(), e);
        }
    }
}
