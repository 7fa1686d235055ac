package io.delayqueue.internal.group;

import io.delayqueue.TopicName;
import io.delayqueue.internal.drive.Attempt;
import io.delayqueue.monitor.EngineStatus;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/** Delivers tasks between one start and one stop of an engine. */
public interface EngineSession {

    /** Begins to deliver. If it throws, it still has to be stopped. */
    void start();

    /** Follows a change of the registry. */
    void registryChanged();

    /** Stops the consumption of a topic that belongs to another application. */
    void excludeTopic(TopicName topic);

    /** This engine has removed tasks, perhaps those of these attempts. */
    void removed(Predicate<Attempt> which);

    /** Somebody is about to look for ready tasks of a group without a callback. */
    void aboutToPull(String group);

    /** The groups it works for, in the order of their names. */
    List<EngineStatus.GroupStatus> status();

    /** Delivers no more; running callbacks may end for so long. */
    Stopped stop(Duration timeout);

    /**
     * How a stop ended.
     *
     * @param unstarted how many tasks were given back before their callback began
     * @param interrupted how many callbacks were interrupted and their tasks given back
     * @param abandoned how many of them did not end
     * @param unacknowledged how many outcomes have not reached the store, so that their tasks run again
     */
    record Stopped(long unstarted, int interrupted, int abandoned, int unacknowledged) {

        /** Whether no callback was cut short and no outcome is lost. */
        public boolean isClean() {
            return interrupted == 0 && unacknowledged == 0;
        }
    }
}
