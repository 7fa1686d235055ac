package io.delayqueue.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RoomTests {

    @TempDir
    private Path folder;

    private CompletableFuture<Void> begin(Path statistics, Duration limit) {
        return CompletableFuture.runAsync(
                () -> {
                    try {
                        new Room(statistics, 24, limit).await();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                OwnThread::start);
    }

    private Path statistics(int running) throws IOException {
        return Files.writeString(folder.resolve("stat"), "cpu 1 2 3\nprocs_running " + running + "\nprocs_blocked 0\n");
    }

    @Test
    void whoFindsTheMachineFullShouldBeginWhenItHasRoom() throws IOException {
        CompletableFuture<Void> begun = begin(statistics(25), Duration.ofHours(1));
        await().during(Duration.ofMillis(300)).until(() -> !begun.isDone());
        statistics(24);
        await().until(begun::isDone);
        assertThat(begun).isCompleted();
    }

    @Test
    void whoFindsTheMachineFullForLongShouldBegin() throws IOException {
        assertThat(begin(statistics(25), Duration.ofMillis(1))).succeedsWithin(Duration.ofMinutes(1));
    }

    @Test
    void whoFindsNoStatisticsShouldBegin() {
        assertThat(begin(folder.resolve("none"), Duration.ofHours(1))).succeedsWithin(Duration.ofMinutes(1));
    }
}
