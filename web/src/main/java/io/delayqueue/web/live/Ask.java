package io.delayqueue.web.live;

import java.util.List;

/**
 * One call of the store.
 *
 * @param kind what is asked for
 * @param group the group it is about; empty if it is about all
 * @param topics the topics it is about; empty if it is about none
 */
record Ask(Kind kind, String group, List<String> topics) {

    enum Kind {
        /** Which groups and topics there are. */
        REGISTER,
        /** Which instances work for a group. */
        INSTANCES,
        /** How many tasks topics of a group have. */
        COUNTS,
        /** What time it is where a group is. */
        TIME
    }

    static Ask forRegister() {
        return new Ask(Kind.REGISTER, "", List.of());
    }

    static Ask forInstances(String group) {
        return new Ask(Kind.INSTANCES, group, List.of());
    }

    static Ask forTime(String group) {
        return new Ask(Kind.TIME, group, List.of());
    }

    static Ask forCounts(String group, List<String> topics) {
        return new Ask(Kind.COUNTS, group, topics);
    }
}
