package io.delayqueue.redis;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The Lua scripts, each a step in the life of a task; their files say what they take and return. */
enum Script {
    ADD,
    PUSH,
    RESIGN,
    RESERVE,
    DELIVER,
    RECLAIM,
    FINISH,
    RETRY,
    BURY,
    RELEASE,
    REPEAT,
    RENEW,
    FIND,
    CANCEL,
    RESCHEDULE,
    REQUEUE,
    TIME,
    LIST,
    COUNT,
    PAUSE,
    RESUME,
    CANCEL_TOPIC,
    REQUEUE_TOPIC,
    PURGE,
    AUDIT_DETAILS,
    AUDIT_MEMBERS,
    AUDIT_REMAINS,
    AUDIT_TOPICS,
    FORGET_TOPICS,
    MEND_TASK,
    MEND_MEMBER,
    MEND_REMAINS,
    MEND_COUNTS,
    POKE,
    REGISTER,
    CANCEL_REGISTRATION,
    BEAT,
    LEAVE,
    LOAD_INSTANCES;

    /**
     * Scripts that touch keys of topics which only they know, so that no caller can declare them. While a cluster moves their slot such a
     * key may be on the other node, where a read finds nothing and a write makes a second one. Hence they declare a key that never
     * exists: as long as the slot moves, the nodes answer that not all keys are in one place. An add may do without; see its header.
     */
    private static final Set<Script> TOUCHING_UNDECLARED_KEYS = EnumSet.of(
            PUSH,
            DELIVER,
            RECLAIM,
            BURY,
            RELEASE,
            FIND,
            CANCEL,
            RESCHEDULE,
            REQUEUE,
            REQUEUE_TOPIC,
            COUNT,
            AUDIT_DETAILS,
            MEND_TASK,
            MEND_MEMBER);

    private final byte[] source;

    private final byte[] sha;

    Script() {
        this.source = Keys.bytes(ScriptFile.read(name().toLowerCase(Locale.ROOT).replace('_', '-')));
        this.sha = ScriptFile.sha1(source);
    }

    /** The keys to declare, of these or one more. */
    List<byte[]> declared(List<byte[]> keys) {
        if (!touchesUndeclaredKeys()) {
            return keys;
        }
        List<byte[]> declared = new ArrayList<>(keys);
        declared.add(Keys.never(keys.get(0)));
        return declared;
    }

    boolean touchesUndeclaredKeys() {
        return TOUCHING_UNDECLARED_KEYS.contains(this);
    }

    byte[] source() {
        return source;
    }

    /** The hexadecimal digest by which Redis knows the script. */
    byte[] sha() {
        return sha;
    }
}
