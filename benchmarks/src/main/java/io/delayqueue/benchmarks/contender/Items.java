package io.delayqueue.benchmarks.contender;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Creates tasks. */
public final class Items {

    /** Size of a payload in bytes. */
    public static final int PAYLOAD_BYTES = 80;

    private static final int TIME_DIGITS = 13;

    private static final String FILLING = "x".repeat(PAYLOAD_BYTES);

    private static final AtomicLong NUMBERS = new AtomicLong();

    private Items() {}

    /** {@return a task with an id that is unique in this JVM, of usual length} */
    public static Item due(String topic, long dueAt) {
        String id = "b" + String.format("%012d", NUMBERS.incrementAndGet());
        String text = String.format("%0" + TIME_DIGITS + "d", dueAt) + "-" + id + "-" + FILLING;
        return new Item(topic, id, dueAt, text.substring(0, PAYLOAD_BYTES));
    }

    /** {@return a number of tasks, all due at one instant} */
    public static List<Item> due(String topic, long dueAt, int number) {
        List<Item> items = new ArrayList<>(number);
        for (int i = 0; i < number; i++) {
            items.add(due(topic, dueAt));
        }
        return items;
    }

    /** {@return the due time of a task, read from its payload} */
    public static long dueAt(String payload) {
        return Long.parseLong(payload, 0, TIME_DIGITS, 10);
    }

    /** {@return a task's number in the order of creation in this JVM, read from its payload} */
    public static long number(String payload) {
        return Long.parseLong(payload, TIME_DIGITS + 2, 2 * TIME_DIGITS + 1, 10);
    }

    /** {@return a task's id, read from its payload} */
    public static String id(String payload) {
        return payload.substring(TIME_DIGITS + 1, 2 * TIME_DIGITS + 1);
    }
}
