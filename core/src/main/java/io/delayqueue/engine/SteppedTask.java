package io.delayqueue.engine;

import io.delayqueue.TopicName;

/** A delivery that is stepped: its run, and who watches it. */
final class SteppedTask implements Stepper.Call {

    private final TopicName topic;

    private final TaskRun run;

    private final Stepper.Attempt watcher;

    private boolean interrupted;

    SteppedTask(TopicName topic, TaskRun run, Stepper stepper) {
        this.topic = topic;
        this.run = run;
        this.watcher = stepper.begin(this);
    }

    TaskRun run() {
        return run;
    }

    Stepper.Attempt watcher() {
        return watcher;
    }

    void interrupt() {
        interrupted = true;
    }

    /** The store will never know how it ended. */
    void crash() {
        run.settle();
        interrupt();
        watcher.ended(null, null);
    }

    @Override
    public TopicName topic() {
        return topic;
    }

    @Override
    public String id() {
        return run.delivery().id();
    }

    @Override
    public int attempt() {
        return run.task().attempt();
    }

    @Override
    public boolean interrupted() {
        boolean was = interrupted;
        interrupted = false;
        return was;
    }
}
