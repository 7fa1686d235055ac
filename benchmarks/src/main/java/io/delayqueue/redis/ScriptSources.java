package io.delayqueue.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Provides the store's scripts, whose classes are package-private, to the limit contender. */
public final class ScriptSources {

    private ScriptSources() {}

    /** Returns the text of the script. */
    public static String source(String script) {
        return new String(script(script).file().source, UTF_8);
    }

    /** Returns its hexadecimal digest in Redis. */
    public static String sha(String script) {
        return new String(script(script).file().sha, UTF_8);
    }

    /** Returns the names of its keys in a group, some of a topic or a call. */
    public static List<String> keys(String script, String group, String one) {
        List<byte[]> keys = new Keys(group, new Keys.Space(0, null)).with(one).of(script(script));
        return keys.stream().map(key -> new String(key, UTF_8)).toList();
    }

    /** Returns the names of its keys in a group, with those of some topics. */
    public static List<String> keys(String script, String group, Collection<String> topics) {
        return new Keys(group, new Keys.Space(0, null))
                .ofTopics(script(script), topics).stream()
                        .map(key -> new String(key, UTF_8))
                        .toList();
    }

    private static Script script(String name) {
        return Script.valueOf(name.toUpperCase(Locale.ROOT));
    }
}
