package io.delayqueue.redis;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Lua scripts, each a step in the life of a task. Their files document arguments and results. */
enum Script {
    ADD,
    REPLACE,
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
    INTERRUPT,
    EDIT,
    REQUEUE,
    TIME,
    LIST,
    LIST_FAILURES,
    LIST_REPEATS,
    COUNT,
    PAUSE,
    RESUME,
    REMOVE_TASKS,
    REQUEUE_TOPIC,
    PURGE,
    AUDIT,
    REPAIR,
    FORGET_TOPICS,
    INTERRUPT_WAIT,
    REGISTER,
    UNREGISTER,
    RECORD_UNREGISTERED,
    HEARTBEAT,
    LEAVE,
    LOAD_INSTANCES,
    LOAD_WORK,
    RECORD_WORK,
    NUMBER_LAYOUT,
    SIGN_OF_LIFE;

    /** Null until the script is needed: an application needs few of them, and all would delay its start. */
    private volatile @Nullable ScriptFile file;

    private ScriptFile file() {
        ScriptFile known = file;
        if (known == null) {
            known = new ScriptFile(name().toLowerCase(Locale.ROOT).replace('_', '-'));
            file = known;
        }
        return known;
    }

    /** Returns the declared keys of its file, in this order. */
    List<Key> keys() {
        return file().keys;
    }

    /** Returns the keys that its file declares for each topic of a call; they follow the others. */
    List<Key> topicKeys() {
        return file().topicKeys;
    }

    byte[] source() {
        return file().source;
    }

    /** Returns the hexadecimal digest of the script in Redis. */
    byte[] sha() {
        return file().sha;
    }
}
