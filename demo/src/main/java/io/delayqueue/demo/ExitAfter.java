package io.delayqueue.demo;

import io.delayqueue.demo.delivery.Summary;
import io.delayqueue.demo.delivery.Tally;
import java.time.Clock;
import java.time.Duration;
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

    /** Tasks that are due within this time before the end may not be delivered yet. */
    private static final Duration MARGIN = Duration.ofSeconds(1);

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
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException e) {
            return;
        }
        Summary summary = tally.summary(clock.instant().minus(MARGIN));
        int exitCode = SpringApplication.exit(context, () -> summary.complete() ? 0 : 1);
        System.out.println(summary);
        System.exit(exitCode);
    }
}
