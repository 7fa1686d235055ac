package io.delayqueue.monitor;

import java.util.List;

/**
 * Receives the counts of the groups its engine serves, and the tasks that fall due within windows from then, as a
 * {@link CountsListener} receives counts.
 */
@FunctionalInterface
public interface ForecastListener {

    /**
     * Receives the forecasts of a group.
     *
     * @param group the group
     * @param topics the forecasts of its topics in the order of their names: those that are registered, and others that have tasks or are
     *     paused; empty if there are none, if another instance counts them, or if the engine no longer serves the group
     */
    void forecast(String group, List<TopicForecast> topics);
}
