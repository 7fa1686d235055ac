package io.delayqueue.redis;

/** Keys that scripts declare by these names, in lower case. G is the group, a star the topic, instance or call of the key. */
enum Key {
    /** Group to comma-separated topics. */
    SUMMARY("MONITOR:SUMMARY"),
    /** Explicitly unregistered names; in the slot of the registry. */
    REMOVED("{MONITOR:SUMMARY}:REMOVED"),
    DETAIL("{G}:DETAIL"),
    WAITING("{G}:WAITING"),
    RESERVED("{G}:RESERVED"),
    COUNTS("{G}:COUNTS"),
    REPAIRED("{G}:REPAIRED"),
    PAUSED("{G}:PAUSED"),
    DELIVERIES("{G}:DELIVERIES"),
    ERRORS("{G}:ERRORS"),
    SEQUENCE("{G}:SEQUENCE"),
    PUSHER("{G}:PUSHER"),
    OTHERS("{G}:OTHERS"),
    HELD("{G}:HELD"),
    MARK("{G}:MARK"),
    INSTANCES("{G}:INSTANCES"),
    WATCHED("{G}:WATCHED"),
    /** Never exists; scripts that create names of keys declare it. */
    NEVER("{G}:NEVER"),
    /** The ready tasks of a topic with normal priority. */
    CONSUMING("{G}:CONSUMING:*"),
    CONSUMING_HIGH("{G}:CONSUMING:*:HIGH"),
    CONSUMING_LOW("{G}:CONSUMING:*:LOW"),
    DEAD("{G}:DEAD:*"),
    SIGNAL("{G}:SIGNAL:*"),
    POKE("{G}:POKE:*"),
    /** Reply to a call, kept for another sending of it. */
    CALL("{G}:CALL:*");

    private final boolean ofOne;

    private final boolean ofGroup;

    private final String before;

    private final String after;

    Key(String pattern) {
        int star = pattern.indexOf('*');
        this.ofOne = star >= 0;
        this.ofGroup = pattern.startsWith("{G}");
        this.before = pattern.substring(ofGroup ? 3 : 0, ofOne ? star : pattern.length());
        this.after = ofOne ? pattern.substring(star + 1) : "";
    }

    /** Whether the key belongs to a topic, an instance or a call. */
    boolean isOfOne() {
        return ofOne;
    }

    /** Returns the name in a group, whose name is in braces, for one topic, instance or call. */
    String in(String group, String one) {
        return (ofGroup ? group : "") + before + one + after;
    }
}
