package io.delayqueue.autoconfigure;

import io.delayqueue.engine.DelayQueueEngine;
import org.springframework.context.SmartLifecycle;

/**
 * Starts the engine when every bean is ready and stops it before any is destroyed: after the web server has taken its last
 * request, so that requests can still add tasks.
 */
final class DelayQueueLifecycle implements SmartLifecycle {

    /** After all application beans have started, before the web server takes requests, whose phases are higher. */
    static final int PHASE = Integer.MAX_VALUE - 100;

    private final DelayQueueEngine engine;

    DelayQueueLifecycle(DelayQueueEngine engine) {
        this.engine = engine;
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
