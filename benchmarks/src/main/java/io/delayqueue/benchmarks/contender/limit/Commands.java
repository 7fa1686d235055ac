package io.delayqueue.benchmarks.contender.limit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.delayqueue.benchmarks.contender.Item;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.util.RedisOutputStream;

/** Creates the commands of this project, for a group named {@value #GROUP}. */
final class Commands {

    /** Maximum number of tasks of one call of these scripts. */
    static final int MAX_BATCH = 500;

    /** Number of values of a delivery in a finish. */
    static final int VALUES_OF_DELIVERY = 5;

    static final String GROUP = "limit";

    private static final String PREFIX = "{" + GROUP + "}:";

    private static final String DETAIL = PREFIX + "DETAIL";

    private static final String WAKE = PREFIX + "WAKE:0";

    private static final int SWEEP_MILLIS = 1_000;

    private static final int CLAIM_MILLIS = 1_000;

    private static final int LEASE_MILLIS = 30_000;

    private static final int HOLD_MILLIS = 15_000;

    private static final int ANSWER_KEPT_MILLIS = 12_000;

    /** A push expects no time, because its instance is alone and the server's clock does not change. */
    private static final int NO_TIME = 0;

    private static final int NONE_LEFT_OUT = 0;

    /** A removal is of tasks in any state, of any topic, with any tags. */
    private static final String ANY_TASK = "";

    private Commands() {}

    static byte[] load(Step step) {
        return bytes(new CommandArguments(Command.SCRIPT).addObjects("LOAD", step.source()));
    }

    static byte[] add(List<Item> items) {
        Set<String> topics = items.stream().map(Item::topic).collect(Collectors.toSet());
        CommandArguments add =
                script(Step.ADD, Step.ADD.keys(topics)).addObjects(WAKE, SWEEP_MILLIS, ANSWER_KEPT_MILLIS);
        for (Item item : items) {
            String detail = startOfDetail(item.topic()) + item.payload() + "\"]";
            add.addObjects(item.topic(), item.id(), item.dueAt(), "=0K", detail);
        }
        return bytes(add);
    }

    static byte[] push(String instance) {
        return bytes(script(Step.PUSH, Step.PUSH.keys())
                .addObjects(instance, MAX_BATCH, SWEEP_MILLIS, CLAIM_MILLIS, NO_TIME, HOLD_MILLIS, NONE_LEFT_OUT));
    }

    static byte[] resign(String instance) {
        return bytes(script(Step.RESIGN, Step.RESIGN.keys()).addObjects(WAKE, instance, "resigned"));
    }

    static byte[] reserve(String topic, String instance) {
        return bytes(script(Step.RESERVE, Step.RESERVE.keys(topic))
                .addObjects(WAKE, SWEEP_MILLIS, topic, instance, LEASE_MILLIS, MAX_BATCH));
    }

    /** Creates a finish of deliveries: topic, id, number, instance and key of each. */
    static CommandArguments finish(List<byte[]> deliveries) {
        Set<String> topics = new HashSet<>();
        for (int i = 0; i < deliveries.size(); i += VALUES_OF_DELIVERY) {
            topics.add(new String(deliveries.get(i), ISO_8859_1));
        }
        return script(Step.FINISH, Step.FINISH.keys(topics))
                .addObjects(WAKE, SWEEP_MILLIS)
                .addObjects(deliveries);
    }

    static byte[] remove(List<Item> items) {
        return bytes(script(Step.REMOVE, Step.REMOVE.keys(UUID.randomUUID().toString()))
                .addObjects(WAKE, SWEEP_MILLIS, ANSWER_KEPT_MILLIS, ANY_TASK)
                .addObjects(items.stream().map(Item::id).toList()));
    }

    static byte[] numberOfTasks() {
        return bytes(new CommandArguments(Command.HLEN).add(DETAIL));
    }

    /** Finds the payload in a stored detail, which begins with the due time. */
    static String payload(byte[] detail, String topic) {
        int start = "[1234567890123,".length() + startOfDetail(topic).length();
        return new String(detail, start, detail.length - start - 2, ISO_8859_1);
    }

    private static String startOfDetail(String topic) {
        return "\"" + topic + "\",\"";
    }

    /** Without the keys of topics that a call declares for a cluster. */
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
