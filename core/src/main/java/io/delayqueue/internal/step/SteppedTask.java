package io.delayqueue.internal.step;

import io.delayqueue.TopicName;
import io.delayqueue.internal.drive.Stepper;
import io.delayqueue.internal.run.TaskRun;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A delivery that is stepped: its run, how it failed, and who watches it. */
final class SteppedTask implements Stepper.Call, TaskRun.Caller {

    private final TopicName topic;

    private final TaskRun run;

    private final Stepper.Attempt watcher;

    private boolean interrupted;

    private @Nullable Throwable failure;

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

    @Override
    public void interrupt() {
        interrupted = true;
    }

    @Override
    public void failed(Throwable thrown) {
        failure = thrown;
    }

    /** What the callback, or the time, made of the run; null while it has not failed. */
    @Nullable
    Throwable failure() {
        return failure;
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
    public void heldUp(Duration length) {
        run.heldUp(length.toNanos());
    }

    @Override
    public boolean interrupted() {
        boolean was = interrupted;
        interrupted = false;
        return was;
    }
}
