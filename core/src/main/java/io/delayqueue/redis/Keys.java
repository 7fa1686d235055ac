package io.delayqueue.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Keys of one group. The braces keep them in one slot of a cluster.
 *
 * @see <a href="https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/#hash-tags">hash tags</a>
 */
final class Keys {

    private static final Key[] ALL = Key.values();

    /** Channel that wakes the group's instances. */
    final byte[] wake;

    private final String group;

    private final byte[] @Nullable [] ofGroup = new byte[ALL.length][];

    /**
     * Creates the keys of a group.
     *
     * @param database the database of the keys; channels are the server's, so their names contain it
     */
    Keys(String group, int database) {
        this.group = "{" + group + "}";
        this.wake = bytes(wakeChannel(group, database));
        for (Key key : ALL) {
            if (!key.isOfOne()) {
                ofGroup[key.ordinal()] = bytes(key.in(this.group, ""));
            }
        }
    }

    byte[] get(Key key) {
        return get(key, null);
    }

    /** Returns the key of one topic, instance or call. */
    byte[] get(Key key, @Nullable String one) {
        return key.isOfOne() ? bytes(key.in(group, Objects.requireNonNull(one))) : ofGroup[key.ordinal()];
    }

    /** The keys that a script declares. */
    List<byte[]> of(Script script) {
        return all(script.keys(), null);
    }

    /** Returns the declared keys of a script, some of them of one topic, instance or call. */
    List<byte[]> of(Script script, String one) {
        return all(script.keys(), one);
    }

    /** Returns the declared keys of a script, followed by those that differ from call to call. */
    List<byte[]> of(Script script, List<byte[]> more) {
        List<byte[]> keys = all(script.keys(), null);
        keys.addAll(more);
        return keys;
    }

    /** Returns the first declared keys of a script, up to one. */
    List<byte[]> upTo(Key last, Script script) {
        return all(script.keys().subList(0, script.keys().indexOf(last) + 1), null);
    }

    private List<byte[]> all(List<Key> declared, @Nullable String one) {
        List<byte[]> keys = new ArrayList<>(declared.size());
        for (Key key : declared) {
            keys.add(get(key, one));
        }
        return keys;
    }

    /** Returns the channel of a group of a database. */
    static String wakeChannel(String group, int database) {
        return "{" + group + "}:WAKE:" + database;
    }

    /** Returns the channel of changes of a database's registry. */
    static String changedChannel(int database) {
        return "MONITOR:CHANGED:" + database;
    }

    /** Returns the group of a channel. */
    static String groupOf(String wakeChannel) {
        return wakeChannel.substring(1, wakeChannel.indexOf('}'));
    }

    static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    static byte[] bytes(long number) {
        return bytes(Long.toString(number));
    }
}
