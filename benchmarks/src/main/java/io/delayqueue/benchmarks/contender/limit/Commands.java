package io.delayqueue.benchmarks.contender.limit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.delayqueue.benchmarks.contender.Item;
import java.util.List;
import java.util.UUID;

/** The commands that this project sends, as bytes, for a group named {@value #GROUP}. */
final class Commands {

    /** The most tasks that one call of these scripts names or moves. */
    static final int MOST = 500;

    private static final String GROUP = "limit";

    private static final String PREFIX = "{" + GROUP + "}:";

    private static final String DETAIL = PREFIX + "DETAIL";

    private static final String WAITING = PREFIX + "WAITING";

    private static final String RESERVED = PREFIX + "RESERVED";

    private static final String DELIVERIES = PREFIX + "DELIVERIES";

    private static final String ERRORS = PREFIX + "ERRORS";

    private static final String COUNTS = PREFIX + "COUNTS";

    private static final String PAUSED = PREFIX + "PAUSED";

    private static final String OTHERS = PREFIX + "OTHERS";

    private static final String PUSHER = PREFIX + "PUSHER";

    private static final String HELD = PREFIX + "HELD";

    private static final String NEVER = PREFIX + "NEVER";

    private static final String WAKE = PREFIX + "WAKE:0";

    private static final String SWEEP_MILLIS = "1000";

    private static final String CLAIM_MILLIS = "1000";

    private static final String LEASE_MILLIS = "30000";

    private static final String HOLD_MILLIS = "15000";

    private static final String ANSWER_KEPT_MILLIS = "12000";

    /** A push expects no time: its instance is alone, and its server's clock makes no steps. */
    private static final String NO_TIME = "0";

    private Commands() {}

    static byte[] load(Step step) {
        return Frame.command(3, "SCRIPT", "LOAD", step.source()).bytes();
    }

    /** An add of so many tasks, up to the first {@linkplain #tasksOfAdd task}. */
    static byte[] headOfAdd(int tasks) {
        return script(Step.ADD, List.of(DETAIL, WAITING, COUNTS, NEVER), 4 + 5 * tasks)
                .add(List.of(PREFIX, WAKE, SWEEP_MILLIS, ANSWER_KEPT_MILLIS))
                .bytes();
    }

    static byte[] tasksOfAdd(List<Item> items) {
        Frame frame = Frame.part(256 * items.size());
        for (Item item : items) {
            frame.add(item.topic())
                    .add(item.id())
                    .add(Long.toString(item.dueAt()))
                    .add("=0K")
                    .add(startOfDetail(item.topic()).substring(1) + item.payload() + "\"}");
        }
        return frame.bytes();
    }

    static byte[] push(String instance) {
        List<String> keys = List.of(WAITING, RESERVED, PUSHER, DELIVERIES, COUNTS, PAUSED, OTHERS, ERRORS, HELD, NEVER);
        return script(Step.PUSH, keys, 7)
                .add(List.of(
                        PREFIX, instance, Integer.toString(MOST), SWEEP_MILLIS, CLAIM_MILLIS, NO_TIME, HOLD_MILLIS))
                .bytes();
    }

    static byte[] resign(String instance) {
        return script(Step.RESIGN, List.of(PUSHER), 3)
                .add(List.of(WAKE, instance, "resigned"))
                .bytes();
    }

    static byte[] reserve(String topic, String instance) {
        String ready = PREFIX + "CONSUMING:" + topic;
        List<String> keys = List.of(
                ready,
                ready + ":HIGH",
                ready + ":LOW",
                PREFIX + "SIGNAL:" + topic,
                RESERVED,
                DETAIL,
                DELIVERIES,
                PREFIX + "SEQUENCE",
                COUNTS,
                PAUSED);
        return script(Step.RESERVE, keys, 4)
                .add(List.of(topic, instance, LEASE_MILLIS, Integer.toString(MOST)))
                .bytes();
    }

    /** A finish of so many deliveries, up to the first of them. */
    static byte[] headOfFinish(int deliveries) {
        return script(Step.FINISH, List.of(RESERVED, DELIVERIES, DETAIL, ERRORS, COUNTS), 4 * deliveries)
                .bytes();
    }

    static byte[] cancel(List<Item> items) {
        String call = PREFIX + "CALL:" + UUID.randomUUID();
        List<String> keys = List.of(DETAIL, WAITING, RESERVED, DELIVERIES, ERRORS, COUNTS, call, NEVER);
        return script(Step.CANCEL, keys, 3 + items.size())
                .add(List.of(PREFIX, WAKE, ANSWER_KEPT_MILLIS))
                .add(items.stream().map(Item::id).toList())
                .bytes();
    }

    static byte[] numberOfTasks() {
        return Frame.command(2, "HLEN", DETAIL).bytes();
    }

    /** The payload in a detail as the store has it: with the due time in front. */
    static String payload(byte[] detail, String topic) {
        int start = "{\"due\":1234567890123,".length() + startOfDetail(topic).length() - 1;
        return new String(detail, start, detail.length - start - 2, ISO_8859_1);
    }

    private static String startOfDetail(String topic) {
        return "{\"topic\":\"" + topic + "\",\"payload\":\"";
    }

    private static Frame script(Step step, List<String> keys, int arguments) {
        return Frame.command(3 + keys.size() + arguments, "EVALSHA", step.sha(), Integer.toString(keys.size()))
                .add(keys);
    }
}
