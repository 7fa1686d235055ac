package io.delayqueue.web.live;

import java.util.List;

/** One call of the store. */
sealed interface Ask {

    /** Which groups and topics there are. */
    record ForRegister() implements Ask {}

    /** Which instances work for a group. */
    record ForInstances(String group) implements Ask {}

    /** How many tasks topics of a group have. */
    record ForCounts(String group, List<String> topics) implements Ask {}
}
