package io.delayqueue.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delayqueue.Priority;
import java.util.List;
import java.util.UUID;

/**
 * The keys of one group. The braces keep them in one slot of a cluster.
 *
 * @see <a href="https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/#hash-tags">hash tags</a>
 */
final class Keys {

    /** Group to comma-separated topics. */
    static final byte[] SUMMARY = bytes("MONITOR:SUMMARY");

    /** Names that were removed from the summary on purpose; in its slot. */
    static final byte[] REMOVED = bytes("{MONITOR:SUMMARY}:REMOVED");

    private static final String NEVER = "NEVER";

    final byte[] prefix;
    final byte[] detail;
    final byte[] waiting;
    final byte[] reserved;
    final byte[] counts;
    final byte[] repaired;
    final byte[] paused;
    final byte[] deliveries;
    final byte[] errors;
    final byte[] sequence;
    final byte[] pusher;
    final byte[] others;
    final byte[] held;
    final byte[] mark;
    final byte[] instances;
    final byte[] watched;
    final byte[] wake;
    final byte[] never;

    private final String start;

    /**
     * The keys of a group.
     *
     * @param database which database they are in; channels are the server's, so their names contain it
     */
    Keys(String group, int database) {
        this.start = "{" + group + "}:";
        this.prefix = bytes(start);
        this.detail = key("DETAIL");
        this.waiting = key("WAITING");
        this.reserved = key("RESERVED");
        this.counts = key("COUNTS");
        this.repaired = key("REPAIRED");
        this.paused = key("PAUSED");
        this.deliveries = key("DELIVERIES");
        this.errors = key("ERRORS");
        this.sequence = key("SEQUENCE");
        this.pusher = key("PUSHER");
        this.others = key("OTHERS");
        this.held = key("HELD");
        this.mark = key("MARK");
        this.instances = key("INSTANCES");
        this.watched = key("WATCHED");
        this.wake = bytes(wakeChannel(group, database));
        this.never = key(NEVER);
    }

    /** The ready tasks of a topic with one priority. */
    byte[] consuming(String topic, Priority priority) {
        return key("CONSUMING:" + topic + (priority == Priority.NORMAL ? "" : ":" + priority.name()));
    }

    /** All ready tasks of a topic, in the order in which scripts take these keys. */
    List<byte[]> allConsuming(String topic) {
        return List.of(
                consuming(topic, Priority.NORMAL), consuming(topic, Priority.HIGH), consuming(topic, Priority.LOW));
    }

    byte[] dead(String topic) {
        return key("DEAD:" + topic);
    }

    byte[] signal(String topic) {
        return key("SIGNAL:" + topic);
    }

    byte[] poke(String instance) {
        return key("POKE:" + instance);
    }

    /** A key of one call's own, whichever of its sendings arrive: where its answer is kept. */
    byte[] call() {
        return key("CALL:" + UUID.randomUUID());
    }

    /** Never exists; in the slot of a key of the same group. */
    static byte[] never(byte[] key) {
        String name = new String(key, UTF_8);
        return bytes(name.substring(0, name.indexOf('}') + 2) + NEVER);
    }

    /** The channel of a group of a database. */
    static String wakeChannel(String group, int database) {
        return "{" + group + "}:WAKE:" + database;
    }

    /** The channel on which changes of a database's summary are announced. */
    static String changedChannel(int database) {
        return "MONITOR:CHANGED:" + database;
    }

    /** The group whose channel this is. */
    static String groupOf(String wakeChannel) {
        return wakeChannel.substring(1, wakeChannel.indexOf('}'));
    }

    private byte[] key(String name) {
        return bytes(start + name);
    }

    static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    static byte[] bytes(long number) {
        return bytes(Long.toString(number));
    }
}
