package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.pull.PullOptions;
import io.delayqueue.pull.PulledTask;
import io.delayqueue.pull.TaskPuller;
import io.delayqueue.testing.OwnThread;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Pulls a test's topic. */
record Pulls(TaskPuller puller, String group) {

    /** Far longer than anything takes that works. */
    static final Duration LONG = Duration.ofSeconds(60);

    /** Another engine registers the topic: one that allows callback classes would consume what it declares itself. */
    static Pulls from(DelayQueueEngine engine, TestEngines engines) {
        engines.build().register().registerTopic(engines.group(), TestEngines.TOPIC);
        return new Pulls(engine.puller(), engines.group());
    }

    List<PulledTask> reserve(PullOptions options, Duration wait) {
        try {
            return puller.reserve(group, TestEngines.TOPIC, options, wait);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the tasks that are ready now. */
    List<PulledTask> look() {
        return reserve(PullOptions.upTo(PullOptions.MAX_LIMIT), Duration.ZERO);
    }

    /** The next task, for so long. */
    PulledTask next(Duration ttr) {
        List<PulledTask> tasks = reserve(PullOptions.DEFAULT.ttr(ttr), LONG);
        assertThat(tasks).hasSize(1);
        return tasks.get(0);
    }

    PulledTask next() {
        return next(PullOptions.DEFAULT.ttr());
    }

    /** The next task, waited for on another thread. */
    CompletableFuture<PulledTask> await() {
        return CompletableFuture.supplyAsync(this::next, OwnThread::start);
    }
}
