package io.delayqueue.benchmarks.contender.limit;

import io.delayqueue.redis.ScriptSources;
import java.util.List;

/** The scripts of this project that are driven here. */
enum Step {
    ADD,
    PUSH,
    RESERVE,
    FINISH,
    REMOVE,
    RESIGN;

    private final String source = ScriptSources.source(name());

    private final String sha = ScriptSources.sha(name());

    private final List<String> keys = keys("");

    String source() {
        return source;
    }

    String sha() {
        return sha;
    }

    /** The keys that it takes, if all are the group's. */
    List<String> keys() {
        return keys;
    }

    /** The keys that it takes, some of them of one topic or call. */
    List<String> keys(String one) {
        return ScriptSources.keys(name(), Commands.GROUP, one);
    }
}
