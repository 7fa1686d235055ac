package io.delayqueue.benchmarks.contender.limit;

import io.delayqueue.redis.ScriptSources;
import java.util.Collection;
import java.util.List;

/** Scripts of this project that the limit uses. */
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

    /** Returns its keys, if all are the group's. */
    List<String> keys() {
        return keys;
    }

    /** Returns its keys, with those of some topics. */
    List<String> keys(Collection<String> topics) {
        return ScriptSources.keys(name(), Commands.GROUP, topics);
    }

    /** Returns its keys, some of them of one topic or call. */
    List<String> keys(String one) {
        return ScriptSources.keys(name(), Commands.GROUP, one);
    }
}
