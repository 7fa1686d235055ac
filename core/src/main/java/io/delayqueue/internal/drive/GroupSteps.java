package io.delayqueue.internal.drive;

import io.delayqueue.TopicName;
import java.util.Collection;

/** The work of a group in steps, for a driver without threads. Each but those that ask may throw what the store throws. */
public interface GroupSteps {

    String group();

    /** Ends the callbacks whose time is over, and renews leases. */
    void maintain();

    /** Sends outcomes. Runs whenever there is one. */
    JobHandle acknowledging();

    /** Gives back what was leased by calls whose replies were lost. */
    void reclaimLost();

    /** Makes due tasks ready. Its delay counts only while another instance is elected: the store knows when the next task is due. */
    JobHandle pushing();

    /** Whether this instance pushes the group. */
    boolean isElected();

    /** {@return the topics that are consumed here} */
    Collection<TopicName> topics();

    /** Whether a topic has room, as far as the driver permits. */
    boolean wantsMore(TopicName topic);

    /** Reserves tasks of a topic, as many as the driver permits. */
    void reserve(TopicName topic);

    /** {@return the nanoseconds until a callback is to be ended or a lease to be renewed; {@link BackgroundJob#NEVER} if there is none} */
    long untilNext();
}
