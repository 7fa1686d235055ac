package io.delayqueue.benchmarks.contender.ancestor;

/** Key layout of the only group. */
final class Keys {

    static final String GROUP = "benchmark";

    /** Not the ancestor's own name: this project refuses a store whose registered groups have keys of another layout. */
    static final String SUMMARY = "ANCESTOR:SUMMARY";

    static final String DETAIL = "{" + GROUP + "}:DETAIL";

    static final String WAITING = "{" + GROUP + "}:WAITING";

    static final String CONSUMING = "{" + GROUP + "}:CONSUMING:";

    private Keys() {}

    static String consuming(String topic) {
        return CONSUMING + topic;
    }

    static String waiting(String topic, String id) {
        return topic + ":" + id;
    }
}
