package io.delayqueue.benchmarks.contender.limit;

import io.delayqueue.redis.ScriptSources;

/** The scripts of this project that are driven here. */
enum Step {
    ADD,
    PUSH,
    RESERVE,
    FINISH,
    CANCEL,
    RESIGN;

    private final String source = ScriptSources.source(name());

    private final String sha = ScriptSources.sha(name());

    String source() {
        return source;
    }

    String sha() {
        return sha;
    }
}
