package io.delayqueue.redis;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Lua scripts, each a step in the life of a task. Their files document arguments and results. */
enum Script {
    ADD,
    ADD_KEYED,
    REPLACE,
    PUSH,
    RESIGN,
    RESERVE,
    PUSH_AND_RESERVE,
    CHECK,
    FIND_FOREIGN,
    LIST_LEASES,
    FINISH,
    RETRY,
    BURY,
    RELEASE,
    REPEAT,
    RENEW,
    FIND,
    REMOVE,
    RESCHEDULE,
    ADD_ONCE,
    REMOVE_ONCE,
    RESCHEDULE_ONCE,
    CONFIRM,
    INTERRUPT,
    EDIT,
    REQUEUE,
    TIME,
    LIST,
    LIST_FAILURES,
    COUNT,
    SET_RULES,
    DECLARE_HISTORY,
    COUNT_KEYS,
    LIST_KEY,
    REMOVE_TASKS,
    REQUEUE_TOPIC,
    PURGE,
    LIST_RECORDS,
    FORGET_RECORDS,
    CLEAR_RECORDS,
    AUDIT,
    REPAIR,
    FORGET_TOPICS,
    INTERRUPT_WAIT,
    REGISTER,
    UNREGISTER,
    RECORD_UNREGISTERED,
    HEARTBEAT,
    LOAD_INSTANCES,
    LOAD_WORK,
    RECORD_WORK,
    NUMBER_LAYOUT,
    SIGN_OF_LIFE;

    /** Null until the script is needed: an application needs few of them, and all would delay its start. */
    private volatile @Nullable ScriptFile file;

    /** {@return the name in messages} */
    @Override
    public String toString() {
        return "the script " + name().toLowerCase(Locale.ROOT);
    }

    ScriptFile file() {
        ScriptFile known = file;
        if (known == null) {
            known = new ScriptFile(name().toLowerCase(Locale.ROOT).replace('_', '-'));
            file = known;
        }
        return known;
    }
}
