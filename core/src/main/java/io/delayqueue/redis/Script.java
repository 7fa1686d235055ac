package io.delayqueue.redis;

import java.util.List;
import java.util.Locale;

/** Lua scripts, each a step in the life of a task. Their files document arguments and results. */
enum Script {
    ADD,
    PUSH,
    RESIGN,
    RESERVE,
    PUSH_AND_RESERVE,
    RECLAIM,
    FINISH,
    RETRY,
    BURY,
    RELEASE,
    REPEAT,
    RENEW,
    FIND,
    REMOVE,
    RESCHEDULE,
    REQUEUE,
    TIME,
    LIST,
    COUNT,
    PAUSE,
    RESUME,
    REMOVE_TASKS,
    REQUEUE_TOPIC,
    PURGE,
    AUDIT_DETAILS,
    AUDIT_MEMBERS,
    AUDIT_REMAINS,
    AUDIT_TOPICS,
    FORGET_TOPICS,
    REPAIR_TASK,
    REPAIR_MEMBER,
    REPAIR_REMAINS,
    REPAIR_COUNTS,
    INTERRUPT_WAIT,
    REGISTER,
    UNREGISTER,
    HEARTBEAT,
    LEAVE,
    LOAD_INSTANCES;

    private final byte[] source;

    private final byte[] sha;

    private final List<Key> keys;

    Script() {
        ScriptFile file = new ScriptFile(name().toLowerCase(Locale.ROOT).replace('_', '-'));
        this.source = Keys.bytes(file.source());
        this.sha = ScriptFile.sha1(source);
        this.keys = file.keys();
    }

    /** Returns the declared keys of its file, in this order. */
    List<Key> keys() {
        return keys;
    }

    byte[] source() {
        return source;
    }

    /** Returns the hexadecimal digest of the script in Redis. */
    byte[] sha() {
        return sha;
    }
}
