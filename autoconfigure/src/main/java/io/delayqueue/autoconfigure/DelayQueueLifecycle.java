package io.delayqueue.autoconfigure;

import io.delayqueue.autoconfigure.DelayQueueProperties.Start;
import io.delayqueue.engine.DelayQueueEngine;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;

/**
 * Starts the engine last, after every bean that callbacks may need and after the web server, or when the application is ready, or not
 * at all, and stops it first. Tasks can be added after the stop, by the last web requests and by beans that are being destroyed, until the engine is closed.
 */
final class DelayQueueLifecycle implements SmartLifecycle, ApplicationListener<ApplicationReadyEvent> {

    /** Above the phases of Spring Boot's web server, which are 1024 and 2048 below the highest. */
    static final int PHASE = Integer.MAX_VALUE - 100;

    private final DelayQueueEngine engine;

    private final Start start;

    DelayQueueLifecycle(DelayQueueEngine engine, Start start) {
        this.engine = engine;
        this.start = start;
    }

    @Override
    public boolean isAutoStartup() {
        return start == Start.CONTEXT;
    }

    @Override
    public void onApplicationEvent(ApplicationReadyEvent event) {
        if (start == Start.READY) {
            engine.start();
        }
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
