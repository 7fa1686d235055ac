package io.delayqueue.monitor;

import java.util.List;

/**
 * Receives the counts of the groups its engine serves, and the tasks that fall due within windows from then, at intervals while the
 * engine runs. Only the instance that pushes a group counts its tasks. Called on a dedicated thread of the engine. Its exceptions are
 * logged and have no other effect.
 */
@FunctionalInterface
public interface ForecastListener {

    /**
     * Receives the forecasts of a group. Not called for a group while the store does not answer. Called for a group with more than
     * 1,000 topics only every second time, if its counts would take more than 1 % of the time.
     *
     * @param group the group
     * @param topics the forecasts of its topics in the order of their names: those that are registered, and others that have tasks or are
     *     paused; empty if there are none, if another instance counts them, or if the engine no longer serves the group
     */
    void forecast(String group, List<TopicForecast> topics);
}
