package io.delayqueue.redis;

import static io.delayqueue.InvalidSettingException.require;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.delayqueue.TopicName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
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

    private final Space space;

    /** Hash tag of the group. */
    private final String group;

    private final byte[] @Nullable [] ofGroup;

    /** Topic, instance or call of the keys that belong to one. */
    private final @Nullable String one;

    /** Keys behind the declared ones of a script. */
    private final List<byte[]> more;

    Keys(String group, Space space) {
        this.space = space;
        this.group = space.tag(group);
        this.wake = bytes(space.wakeChannel(group));
        this.one = null;
        this.more = List.of();
        this.ofGroup = new byte[ALL.length][];
        for (Key key : ALL) {
            if (!key.ofOne) {
                ofGroup[key.ordinal()] = bytes(key.in(space, this.group, ""));
            }
        }
    }

    private Keys(Keys keys, @Nullable String one, List<byte[]> more) {
        this.space = keys.space;
        this.group = keys.group;
        this.wake = keys.wake;
        this.ofGroup = keys.ofGroup;
        this.one = one;
        this.more = more;
    }

    /** Returns these keys, with those of a topic, an instance or a call. */
    Keys with(String topicOrOther) {
        return new Keys(this, topicOrOther, more);
    }

    /** Returns these keys, with others in front of those that differ from call to call. */
    Keys and(List<byte[]> others) {
        List<byte[]> all = new ArrayList<>(others);
        all.addAll(more);
        return new Keys(this, one, all);
    }

    byte[] get(Key key) {
        return get(key, one);
    }

    String text(Key key) {
        return new String(get(key), UTF_8);
    }

    /** Returns the key of one topic, instance or call. */
    byte[] get(Key key, @Nullable String its) {
        return key.ofOne ? bytes(key.in(space, group, requireNonNull(its))) : requireNonNull(ofGroup[key.ordinal()]);
    }

    /** Returns the keys that a script declares, and those that differ from call to call. */
    List<byte[]> of(Script script) {
        List<byte[]> keys = new ArrayList<>(script.file().keys.size());
        script.file().keys.forEach(key -> keys.add(get(key)));
        keys.addAll(more);
        return keys;
    }

    /** Returns the declared keys of a script, followed by those of each topic of the call. */
    List<byte[]> ofTopics(Script script, Collection<String> topics) {
        List<byte[]> keys = of(script);
        for (String topic : topics) {
            for (Key key : script.file().topicKeys) {
                keys.add(get(key, topic));
            }
        }
        return keys;
    }

    /** Returns the topics of entries, each once. */
    static <T> Collection<String> topics(List<? extends T> entries, Function<T, String> topic) {
        if (entries.size() == 1) {
            return List.of(topic.apply(entries.get(0)));
        }
        Set<String> topics = new HashSet<>();
        entries.forEach(entry -> topics.add(topic.apply(entry)));
        return topics;
    }

    /**
     * Writes the arguments of a script: bytes as they are, each element of a collection, null as an empty text, a truth value as 1 or 0, all
     * else as its text.
     */
    static List<byte[]> arguments(@Nullable Object... values) {
        List<byte[]> arguments = new ArrayList<>(values.length);
        for (Object value : values) {
            if (value instanceof Collection<?> several) {
                several.forEach(one -> arguments.add(argument(one)));
            } else {
                arguments.add(argument(value));
            }
        }
        return arguments;
    }

    private static byte[] argument(@Nullable Object value) {
        if (value instanceof Boolean holds) {
            return bytes(holds ? 1 : 0);
        }
        return value instanceof byte[] bytes ? bytes : bytes(Objects.toString(value, ""));
    }

    static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    static byte[] bytes(long number) {
        return bytes(Long.toString(number));
    }

    /**
     * Names of a store's keys and channels. A namespace is inside the braces: otherwise the same group of all namespaces would be in one
     * slot of a cluster.
     *
     * @param database the database of the keys; channels are the server's, so their names contain it
     * @param namespace the namespace, or null for the names of the ancestor
     */
    record Space(int database, @Nullable String namespace) {

        /** Key of the registry, and the hash tag of the other keys in the slot of it. */
        static final String REGISTRY = "MONITOR:SUMMARY";

        private static final String CHANGED = "MONITOR:CHANGED";

        /** First part of the registry's names, so no namespace. */
        private static final String RESERVED = "MONITOR";

        Space {
            if (namespace != null) {
                requireNamespace(namespace);
            }
        }

        static void requireNamespace(String namespace) {
            require(
                    TopicName.isValid(namespace) && !namespace.equals(RESERVED),
                    "namespace",
                    "must be a letter followed by letters, digits, '-', '_' or '.', 128 characters at most, and not MONITOR",
                    "'" + namespace + "'");
        }

        /** Returns the hash tag of a group. */
        String tag(String group) {
            return namespace == null ? "{" + group + "}" : "{" + namespace + ":" + group + "}";
        }

        /** Returns the key of the registry. */
        String registry() {
            return namespace == null ? REGISTRY : tag(REGISTRY);
        }

        /** Returns the channel of a group. */
        String wakeChannel(String group) {
            return tag(group) + ":WAKE:" + database;
        }

        /** Returns the channel of changes of the registry. */
        String changedChannel() {
            return (namespace == null ? CHANGED : tag(CHANGED)) + ":" + database;
        }

        /** Returns the group of a channel. */
        String groupOf(String wakeChannel) {
            return wakeChannel.substring(tag("").length() - 1, wakeChannel.indexOf('}'));
        }
    }
}
