package io.delayqueue.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoProcessIT {

    @TempDir
    private Path folder;

    @Test
    void exitAfterShouldPrintTheSummaryAndEndWithZero() throws Exception {
        try (DemoProcess demo = new DemoProcess(folder, "--demo.exit-after=6s")) {
            assertThat(demo.awaitExit()).as(demo.output()).isZero();

            assertThat(demo.output().strip().lines().reduce((first, last) -> last))
                    .hasValueSatisfying(summary -> assertThat(summary)
                            .matches("Summary: scheduled \\d+, due [1-9]\\d+, delivered [1-9]\\d+;"
                                    + " lateness p50 [\\d.]+ ms, p99 [\\d.]+ ms, max [\\d.]+ ms"));
            assertThat(demo.output())
                    .containsPattern("delayqueue \\d\\S* delivers from \\S+ as \\S+: ")
                    .contains(": all tasks in progress have ended");
            assertThat(demo.complaints()).isEmpty();
            assertThat(demo.redisFolder()).doesNotExist();
        }
    }

    @Test
    void exitAfterShouldEndWithOneWhenATaskWasNotDelivered() throws Exception {
        try (DemoProcess demo =
                new DemoProcess(folder, "--demo.exit-after=6s", "--spring.main.sources=" + LostTask.class.getName())) {
            assertThat(demo.awaitExit()).as(demo.output()).isEqualTo(1);

            assertThat(demo.output()).containsPattern("Summary: .* MISSING 1; lateness");
        }
    }

    @Test
    void aStopShouldEndTheQueueThenRedisAlsoWithAnOpenPage() throws Exception {
        try (DemoProcess demo = new DemoProcess(folder)) {
            demo.awaitOpen();
            PageEvents page = new PageEvents(HttpClient.newHttpClient(), URI.create(demo.page() + "/api/events"));
            await().until(() -> page.has("snapshot", snapshot -> true));

            long start = System.nanoTime();
            demo.process().destroy();
            demo.awaitExit();

            assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start))
                    .as("an open page must not hold the stop")
                    .isLessThan(25);
            assertThat(page.end()).succeedsWithin(30, TimeUnit.SECONDS);
            assertThat(demo.output()).contains(": all tasks in progress have ended");
            assertThat(demo.complaints()).isEmpty();
            assertThat(demo.redisFolder()).doesNotExist();
        }
    }
}
