package io.delayqueue.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.testing.OtherJvm;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RepeatedStepTests {

    /** Also a log can throw, which reports the failure of a step. */
    @Test
    void failureShouldNotEndTheThread() throws Exception {
        CountDownLatch runs = new CountDownLatch(2);
        RepeatedStep step = new RepeatedStep(
                "step",
                () -> {
                    runs.countDown();
                    throw new StackOverflowError("expected");
                },
                Duration.ofMillis(1));
        step.start();
        try {
            assertThat(runs.await(10, TimeUnit.SECONDS)).isTrue();
        } finally {
            step.stop();
        }
    }

    @Test
    void fullHeapShouldEndNoThread() throws Exception {
        Process other = OtherJvm.start(List.of("-XX:+UseSerialGC", "-Xmx24m"), FullHeapSteps.class);
        assertThat(other.waitFor()).isZero();
    }

    @Test
    void stopShouldEndThePause() throws Exception {
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        RepeatedStep step =
                new RepeatedStep("step", () -> thread.complete(Thread.currentThread()), Duration.ofHours(1));
        step.start();
        await().until(() -> thread.get().getState() == Thread.State.TIMED_WAITING);
        step.stop();
        assertThat(thread.get().isAlive()).isFalse();
    }

    @Test
    void interruptionShouldEndTheThread() throws Exception {
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        RepeatedStep step = new RepeatedStep(
                "step",
                () -> {
                    thread.complete(Thread.currentThread());
                    Thread.currentThread().interrupt();
                    throw new IllegalStateException("expected");
                },
                Duration.ofHours(1));
        step.start();
        thread.get(10, TimeUnit.SECONDS).join(10_000);
        assertThat(thread.get().isAlive()).isFalse();
    }
}
