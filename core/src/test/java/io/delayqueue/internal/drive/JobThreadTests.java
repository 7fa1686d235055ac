package io.delayqueue.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.testing.Drivers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class JobThreadTests {

    private final Outage outage = new Outage("nowhere");

    private final Driver driver = Drivers.threads(outage);

    private final AtomicBoolean reachable = new AtomicBoolean();

    private long callStore() {
        if (!reachable.get()) {
            throw new TaskStoreUnavailableException("for the test", null);
        }
        return BackgroundJob.NEVER;
    }

    /** The next session has jobs of the same names, and a call of the last one may outlast its stop. */
    @Test
    void jobThatEndsLateShouldNotEndTheOutageOfAnotherWithItsName() {
        AtomicInteger calls = new AtomicInteger();
        CompletableFuture<Void> hanging = new CompletableFuture<>();
        JobHandle old = driver.job("pusher", () -> {
            if (calls.incrementAndGet() == 2) {
                hanging.join();
            }
            return callStore();
        });
        old.start();
        await().until(() -> calls.get() == 2);
        old.stop();
        AtomicInteger failures = new AtomicInteger();
        JobHandle next = driver.job("pusher", () -> {
            failures.incrementAndGet();
            return callStore();
        });
        next.start();
        try {
            await().until(() -> failures.get() >= 2);
            hanging.complete(null);
            assertThat(old.join(Duration.ofSeconds(10))).isTrue();
            assertThat(outage.length()).isNotNull();
            reachable.set(true);
            await().until(() -> outage.length() == null);
            assertThat(outage.recoveries()).as("ends the pauses of other jobs").isEqualTo(1);
        } finally {
            next.stop();
            assertThat(next.join(Duration.ofSeconds(10))).isTrue();
        }
    }
}
