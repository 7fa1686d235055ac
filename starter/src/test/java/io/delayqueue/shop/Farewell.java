package io.delayqueue.shop;

import io.delayqueue.engine.DelayQueueEngine;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.SmartLifecycle;

/** Adds tasks during the stop: in the phase of the web server's last requests, and when beans are destroyed. */
class Farewell implements SmartLifecycle, DisposableBean {

    private final Orders orders;

    private final DelayQueueEngine engine;

    private volatile boolean running;

    Farewell(Orders orders, DelayQueueEngine engine) {
        this.orders = orders;
        this.engine = engine;
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        orders.add("work", engine.isRunning() ? -1 : 1);
    }

    @Override
    public void destroy() {
        orders.add("work", 2);
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return SmartLifecycle.DEFAULT_PHASE - 1024;
    }
}
