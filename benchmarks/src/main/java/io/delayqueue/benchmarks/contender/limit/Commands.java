package io.delayqueue.benchmarks.contender.limit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.delayqueue.benchmarks.contender.Item;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.UUID;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.util.RedisOutputStream;

/** Builds the commands that this project sends, for a group named {@value #GROUP}. */
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

    private static final int SWEEP_MILLIS = 1_000;

    private static final int CLAIM_MILLIS = 1_000;

    private static final int LEASE_MILLIS = 30_000;

    private static final int HOLD_MILLIS = 15_000;

    private static final int ANSWER_KEPT_MILLIS = 12_000;

    /** A push expects no time: its instance is alone, and its server's clock makes no steps. */
    private static final int NO_TIME = 0;

    private Commands() {}

    static byte[] load(Step step) {
        return bytes(new CommandArguments(Command.SCRIPT).addObjects("LOAD", step.source()));
    }

    static byte[] add(List<Item> items) {
        CommandArguments add = script(Step.ADD, List.of(DETAIL, WAITING, COUNTS, NEVER))
                .addObjects(PREFIX, WAKE, SWEEP_MILLIS, ANSWER_KEPT_MILLIS);
        for (Item item : items) {
            String detail = startOfDetail(item.topic()).substring(1) + item.payload() + "\"}";
            add.addObjects(item.topic(), item.id(), item.dueAt(), "=0K", detail);
        }
        return bytes(add);
    }

    static byte[] push(String instance) {
        List<String> keys = List.of(WAITING, RESERVED, PUSHER, DELIVERIES, COUNTS, PAUSED, OTHERS, ERRORS, HELD, NEVER);
        return bytes(script(Step.PUSH, keys)
                .addObjects(PREFIX, instance, MOST, SWEEP_MILLIS, CLAIM_MILLIS, NO_TIME, HOLD_MILLIS));
    }

    static byte[] resign(String instance) {
        return bytes(script(Step.RESIGN, List.of(PUSHER)).addObjects(WAKE, instance, "resigned"));
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
        return bytes(script(Step.RESERVE, keys).addObjects(topic, instance, LEASE_MILLIS, MOST));
    }

    /** A finish to which the deliveries are to be added: topic, id, number and instance of each. */
    static CommandArguments finish() {
        return script(Step.FINISH, List.of(RESERVED, DELIVERIES, DETAIL, ERRORS, COUNTS));
    }

    static byte[] cancel(List<Item> items) {
        String call = PREFIX + "CALL:" + UUID.randomUUID();
        List<String> keys = List.of(DETAIL, WAITING, RESERVED, DELIVERIES, ERRORS, COUNTS, call, NEVER);
        return bytes(script(Step.CANCEL, keys)
                .addObjects(PREFIX, WAKE, ANSWER_KEPT_MILLIS)
                .addObjects(items.stream().map(Item::id).toList()));
    }

    static byte[] numberOfTasks() {
        return bytes(new CommandArguments(Command.HLEN).add(DETAIL));
    }

    /** The payload in a detail as the store has it: with the due time in front. */
    static String payload(byte[] detail, String topic) {
        int start = "{\"due\":1234567890123,".length() + startOfDetail(topic).length() - 1;
        return new String(detail, start, detail.length - start - 2, ISO_8859_1);
    }

    private static String startOfDetail(String topic) {
        return "{\"topic\":\"" + topic + "\",\"payload\":\"";
    }

    private static CommandArguments script(Step step, List<String> keys) {
        return new CommandArguments(Command.EVALSHA)
                .addObjects(step.sha(), keys.size())
                .addObjects(keys);
    }

    private static byte[] bytes(CommandArguments command) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (RedisOutputStream out = new RedisOutputStream(bytes)) {
            Protocol.sendCommand(out, command);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
