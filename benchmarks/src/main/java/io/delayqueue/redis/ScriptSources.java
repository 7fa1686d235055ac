package io.delayqueue.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Locale;

/** Gives the limit contender the store's scripts, whose classes are visible to their package only. */
public final class ScriptSources {

    private ScriptSources() {}

    /** The text that the store sends. */
    public static String source(String script) {
        return new String(script(script).source(), UTF_8);
    }

    /** The hexadecimal digest by which Redis knows that text. */
    public static String sha(String script) {
        return new String(script(script).sha(), UTF_8);
    }

    /** The names of the keys that it takes in a group; of a topic, or of a call, where some are one's own. */
    public static List<String> keys(String script, String group, String one) {
        return script(script).keys().stream()
                .map(key -> key.in("{" + group + "}", key.isOfOne() ? one : ""))
                .toList();
    }

    private static Script script(String name) {
        return Script.valueOf(name.toUpperCase(Locale.ROOT));
    }
}
