package io.delayqueue.redis;

import io.delayqueue.redis.Keys.Space;

/** Keys that scripts declare by these names, in lower case. G is the group, a star the topic, instance or call of the key. */
enum Key {
    /** Group to comma-separated topics; {@link Space#registry} names it. */
    SUMMARY("MONITOR:SUMMARY"),
    /** Explicitly unregistered names; in the slot of the registry. */
    REMOVED("{MONITOR:SUMMARY}:REMOVED"),
    /** Topics that have tasks and are not registered; in the slot of the registry. */
    UNREGISTERED("{MONITOR:SUMMARY}:UNREGISTERED"),
    /** Number of the data layout; in the slot of the registry. */
    LAYOUT("{MONITOR:SUMMARY}:LAYOUT"),
    /** Random text by which others recognise this store; in the slot of the registry. */
    IDENTITY("{MONITOR:SUMMARY}:IDENTITY"),
    DETAIL("{G}:DETAIL"),
    /** When the pusher has to check each topic. */
    TOPICS("{G}:TOPICS"),
    /** Rules of topics, and limits. */
    RULES("{G}:RULES"),
    /** Rules and parts of histories. */
    RECORDED("{G}:RECORDED"),
    DELIVERIES("{G}:DELIVERIES"),
    ERRORS("{G}:ERRORS"),
    /** The ids of tasks that repeat. */
    REPEATS("{G}:REPEATS"),
    /** The ids of tasks that instances have declared. */
    DECLARED("{G}:DECLARED"),
    /** The ids of tasks with windows in which no other task is added under them. */
    UNIQUE("{G}:UNIQUE"),
    /** The tags of tasks, each with the id. */
    TAGS("{G}:TAGS"),
    /** The names of changes that were made once. */
    APPLIED("{G}:APPLIED"),
    SEQUENCE("{G}:SEQUENCE"),
    PUSHER("{G}:PUSHER"),
    OTHERS("{G}:OTHERS"),
    HELD("{G}:HELD"),
    MARK("{G}:MARK"),
    INSTANCES("{G}:INSTANCES"),
    WATCHED("{G}:WATCHED"),
    /** The work of the last day, and the sums with which the next part of it begins. */
    WORK("{G}:WORK"),
    /** Never exists; scripts that name keys of topics which their callers do not know declare it. */
    NEVER("{G}:NEVER"),
    WAITING("{G}:WAITING:*"),
    RESERVED("{G}:RESERVED:*"),
    /** The ready tasks of a topic with normal priority. */
    CONSUMING("{G}:CONSUMING:*"),
    CONSUMING_HIGH("{G}:CONSUMING:*:HIGH"),
    CONSUMING_LOW("{G}:CONSUMING:*:LOW"),
    /** The ids of a topic's tasks that have the places of keys. */
    KEYS("{G}:KEYS:*"),
    /** The ready tasks of a topic that have no place of their key. */
    BEHIND("{G}:BEHIND:*"),
    DEAD("{G}:DEAD:*"),
    /** The ids of a topic's tasks that are being retried. */
    RETRYING("{G}:RETRYING:*"),
    /** A part of a topic's history: the topic, a colon and the number. */
    HISTORY("{G}:HISTORY:*"),
    SIGNAL("{G}:SIGNAL:*"),
    INTERRUPT("{G}:INTERRUPT:*"),
    /** Reply to a call, kept for another sending of it. */
    CALL("{G}:CALL:*");

    /** Whether the key belongs to a topic, an instance or a call. */
    final boolean ofOne;

    private final boolean ofGroup;

    private final String before;

    private final String after;

    Key(String pattern) {
        int star = pattern.indexOf('*');
        this.ofOne = star >= 0;
        this.ofGroup = pattern.startsWith("{G}");
        this.before = pattern.substring(pattern.indexOf('}') + 1, ofOne ? star : pattern.length());
        this.after = ofOne ? pattern.substring(star + 1) : "";
    }

    /** Returns the name in a store, in a group with this hash tag, for one topic, instance or call. */
    String in(Space space, String group, String one) {
        if (this == SUMMARY) {
            return space.registry();
        }
        return (ofGroup ? group : space.tag(Space.REGISTRY)) + before + one + after;
    }
}
