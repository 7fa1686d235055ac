package io.delayqueue.autoconfigure;

import io.delayqueue.TopicName;
import io.delayqueue.autoconfigure.DelayQueueProperties.Start;
import io.delayqueue.autoconfigure.queues.NamedQueues;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.log.LogText;
import io.delayqueue.log.Loggers;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;

/**
 * Starts the engine last, after every bean that callbacks may need and after the web server, or when the application is ready, or not
 * at all, and stops it first. Drains the engine while the application refuses traffic, if the properties ask for it. Tasks can be added after the stop, by the last web requests and by beans that are being destroyed, until the engine is closed.
 */
final class DelayQueueLifecycle implements SmartLifecycle, ApplicationListener<ApplicationEvent> {

    /** Above the phases of Spring Boot's web server, which are 1024 and 2048 below the highest. */
    static final int PHASE = Integer.MAX_VALUE - 100;

    private static final Logger log = Loggers.of(DelayQueueLifecycle.class);

    private static final int MAX_TOPICS_LENGTH = 1_000;

    private final DelayQueueEngine engine;

    private final Start start;

    private final boolean drains;

    /**
     * Creates the lifecycle of an engine.
     *
     * @param drains whether the engine is drained while the application refuses traffic
     */
    DelayQueueLifecycle(DelayQueueEngine engine, Start start, boolean drains) {
        this.engine = engine;
        this.start = start;
        this.drains = drains;
    }

    @Override
    public boolean isAutoStartup() {
        return start == Start.CONTEXT;
    }

    @Override
    public void onApplicationEvent(ApplicationEvent event) {
        if (event instanceof AvailabilityChangeEvent<?> change) {
            if (drains && change.getState() instanceof ReadinessState readiness) {
                engine.setReady(readiness == ReadinessState.ACCEPTING_TRAFFIC);
            }
        } else if (!(event instanceof ApplicationReadyEvent)) {
            return;
        } else if (start == Start.READY) {
            engine.start();
        } else if (start == Start.MANUAL && !engine.isRunning()) {
            log.info(
                    "{}.start=manual: consumes nothing until start() is called: {}",
                    NamedQueues.prefix(engine.name()),
                    LogText.shorten(topics(), MAX_TOPICS_LENGTH));
        }
    }

    /** The topics with their concurrency, as the line of a start has them. */
    private String topics() {
        Map<String, String> groups = engine.topics().stream()
                .sorted(Comparator.comparing(TopicName::toString))
                .collect(Collectors.groupingBy(
                        TopicName::group,
                        TreeMap::new,
                        Collectors.mapping(
                                topic -> topic.topic() + " x"
                                        + engine.topicOptions(topic)
                                                .orElseThrow()
                                                .concurrency(),
                                Collectors.joining(", "))));
        return groups.isEmpty()
                ? "no listener"
                : groups.entrySet().stream()
                        .map(group -> group.getKey() + " (" + group.getValue() + ")")
                        .collect(Collectors.joining(", "));
    }

    @Override
    public void start() {
        engine.start();
    }

    @Override
    public void stop() {
        engine.stop();
    }

    @Override
    public void stop(Runnable callback) {
        engine.stopAsync(callback);
    }

    @Override
    public boolean isRunning() {
        return engine.isRunning();
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
