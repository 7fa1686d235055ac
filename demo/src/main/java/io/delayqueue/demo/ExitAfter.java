package io.delayqueue.demo;

import io.delayqueue.demo.delivery.Summary;
import io.delayqueue.demo.delivery.Tally;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Ends the demo after {@code demo.exit-after}: with 0 if all due tasks have been delivered, else with 1. */
@Component
@ConditionalOnProperty("demo.exit-after")
class ExitAfter {

    /** Time for the delivery of tasks that are due by the end. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final long PAUSE_MILLIS = 50;

    private final ApplicationContext context;

    private final Duration time;

    private final Tally tally;

    private final Clock clock;

    ExitAfter(ApplicationContext context, DemoProperties properties, Tally tally, Clock clock) {
        this.context = context;
        this.time = Objects.requireNonNull(properties.exitAfter());
        this.tally = tally;
        this.clock = clock;
    }

    @EventListener(ApplicationReadyEvent.class)
    void start() {
        // Not a daemon: once the web server has stopped, this thread alone keeps the JVM until its exit code is set.
        new Thread(this::waitAndExit, "exit-after").start();
    }

    private void waitAndExit() {
        Summary summary;
        try {
            Thread.sleep(time.toMillis());
            summary = awaitDue(clock.instant());
        } catch (InterruptedException e) {
            return;
        }
        int exitCode = SpringApplication.exit(context, () -> summary.complete() ? 0 : 1);
        System.out.println(summary);
        System.exit(exitCode);
    }

    private Summary awaitDue(Instant dueUntil) throws InterruptedException {
        long start = System.nanoTime();
        Summary summary = tally.summary(dueUntil);
        while (!summary.complete() && System.nanoTime() - start < PATIENCE.toNanos()) {
            Thread.sleep(PAUSE_MILLIS);
            summary = tally.summary(dueUntil);
        }
        return summary;
    }
}
