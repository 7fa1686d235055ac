package io.delayqueue.internal.step;

import io.delayqueue.TopicName;
import io.delayqueue.internal.run.TaskRunner;
import io.delayqueue.monitor.EngineStatus;
import io.delayqueue.store.Delivery;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** One topic's callbacks, of which those run at once that began while another one takes its time. */
public final class SteppedTopic {

    private final TopicName name;

    private final int concurrency;

    private final TaskRunner runner;

    private final List<SteppedTask> running = new CopyOnWriteArrayList<>();

    private volatile boolean consumed;

    /** Whether the store may have leased tasks to this instance that it does not know of. */
    private boolean repliesLost;

    public SteppedTopic(TopicName name, int concurrency, TaskRunner runner) {
        this.name = name;
        this.concurrency = concurrency;
        this.runner = runner;
    }

    TopicName name() {
        return name;
    }

    TaskRunner runner() {
        return runner;
    }

    void consumed(boolean now) {
        consumed = now;
    }

    boolean isConsumed() {
        return consumed;
    }

    boolean hasRoom() {
        return consumed && running.size() < concurrency;
    }

    Collection<SteppedTask> running() {
        return running;
    }

    List<Delivery> deliveries() {
        return running.stream().map(task -> task.run().delivery()).toList();
    }

    boolean areRepliesLost() {
        return repliesLost;
    }

    void repliesLost(boolean lost) {
        repliesLost = lost;
    }

    EngineStatus.TopicStatus status() {
        return new EngineStatus.TopicStatus(name, concurrency, running.size(), 0, 0, 0, null);
    }

    void crash() {
        running.forEach(SteppedTask::crash);
        running.clear();
        repliesLost = false;
    }
}
