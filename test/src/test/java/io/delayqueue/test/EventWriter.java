package io.delayqueue.test;

import io.delayqueue.TopicName;
import io.delayqueue.monitor.EngineObserver;
import io.delayqueue.monitor.TaskOutcome;
import java.time.Duration;
import java.util.function.Consumer;

/** Records the events of an engine's observers. */
final class EventWriter implements EngineObserver {

    private final String queue;

    private final Consumer<String> events;

    EventWriter(String queue, Consumer<String> events) {
        this.queue = queue;
        this.events = events;
    }

    @Override
    public void removed(TopicName topic, long tasks) {
        events.accept(queue + topic + " cancelled " + tasks);
    }

    @Override
    public void started(TopicName topic, Duration lateness) {
        events.accept(queue + topic + " started " + lateness);
    }

    @Override
    public void ended(TopicName topic, TaskOutcome outcome) {
        events.accept(queue + topic + " ended " + outcome);
    }

    @Override
    public void leaseExpired(TopicName topic, int tasks) {
        events.accept(queue + topic + " expired " + tasks);
    }
}
