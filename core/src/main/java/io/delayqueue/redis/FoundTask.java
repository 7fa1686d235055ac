package io.delayqueue.redis;

import io.delayqueue.DelayQueueException;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TaskStoreException;
import io.delayqueue.store.TaskDetail;
import io.delayqueue.store.TopicStore;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** Reads tasks from the replies of scripts. */
final class FoundTask {

    private static final TaskState[] STATES = {TaskState.READY, TaskState.DELAYED, TaskState.RESERVED, TaskState.DEAD};

    /** Position of the score in what is stored of a delivery. */
    private static final int SCORE = 3;

    private FoundTask() {}

    /** Number of a state in scripts. */
    static int number(TaskState state) {
        return List.of(STATES).indexOf(state);
    }

    /** Numbers of states, one digit each. */
    static List<TaskState> states(String numbers) {
        return numbers.chars().mapToObj(digit -> STATES[digit - '0']).toList();
    }

    static String numbers(List<TaskState> states) {
        StringBuilder numbers = new StringBuilder();
        states.forEach(state -> numbers.append(number(state)));
        return numbers.toString();
    }

    /**
     * Reads a task. If its JSON is broken the readable part is returned, so that it can be inspected and removed like others.
     *
     * @param topic the topic, even if its JSON has another one; empty for that of its JSON
     * @param payload whether to keep its payload
     */
    static @Nullable TaskInfo read(String group, String topic, @Nullable Object reply, boolean payload) {
        if (reply == null) {
            return null;
        }
        List<Object> values = Replies.list(reply);
        String id = Replies.string(values.get(0));
        try {
            return read(group, topic, id, values, payload);
        } catch (JacksonException | DelayQueueException e) {
            throw new TaskStoreException("The task " + id + " in " + group + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** Returns the number of a task's delivery as it is stored, or null if it was never delivered. */
    static @Nullable String deliveryNumber(Object reply) {
        String delivery = Replies.string(Replies.list(reply).get(4));
        return delivery.isEmpty() ? null : delivery.substring(0, delivery.indexOf(':'));
    }

    /** Whether the script "interrupt" has marked the delivery with this number. */
    static boolean isInterruptRequested(Object reply, long number) {
        List<String> delivery =
                List.of(Replies.string(Replies.list(reply).get(4)).split(":"));
        return delivery.get(0).equals(Long.toString(number)) && delivery.lastIndexOf("interrupt") > SCORE;
    }

    /** Returns the time of a delivery in milliseconds. Its number is the time in microseconds, unless the clock has gone back. */
    static long reservedAt(String deliveryNumber) {
        return Long.parseLong(deliveryNumber) / 1_000;
    }

    /** Returns a task as it is stored. */
    static TopicStore.Detail detail(Object reply) {
        List<Object> values = Replies.list(reply);
        return new TopicStore.Detail(Replies.string(values.get(0)), Replies.bytes(values.get(1)));
    }

    private static TaskInfo read(String group, String topic, String id, List<Object> values, boolean payload) {
        String[] delivery = Replies.string(values.get(4)).split(":");
        boolean delivered = delivery.length >= 3;
        String[] errors = Replies.string(values.get(5)).split("\n");
        return TaskDetail.readForDisplay(Replies.bytes(values.get(1)), payload)
                .info(
                        group,
                        topic,
                        id,
                        STATES[(int) Replies.number(values.get(2))],
                        Replies.number(values.get(3)),
                        delivered ? Integer.parseInt(delivery[1]) : 0,
                        delivered ? delivery[2] : null,
                        delivered ? reservedAt(delivery[0]) : 0,
                        errors[0].isEmpty() ? null : errors[0],
                        AttemptLines.read(List.of(errors).subList(1, errors.length)));
    }
}
