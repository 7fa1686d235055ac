package io.delayqueue.meters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.meters.MeteredApplication.Running;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Scrapes while the store does not answer, and with too many topics. */
class ScrapesIT {

    private final String group = "g" + UUID.randomUUID();

    @Test
    void outageShouldNotHoldAScrapeUpAndLeaveNoStaleValues() throws Exception {
        try (RedisServer redis = RedisServer.start();
                Running application = MeteredApplication.start(redis, group)) {
            application.add(application.task("work").delay(Duration.ofHours(1)));
            awaitDelayed(application, 1);
            redis.freeze();
            try {
                // Far less than the time-out of a call of the store, and none fails.
                for (int i = 0; i < 20; i++) {
                    CompletableFuture.supplyAsync(application::scrape).get(5, TimeUnit.SECONDS);
                }
                awaitDelayed(application, Double.NaN);
                await().until(() -> application.scrape().value("delayqueue_outage_seconds") > 0.1);
                assertThat(application.ofTopic("delayqueue_tasks_added_total", "work"))
                        .isEqualTo(1);
                assertThat(application.ofTopic("delayqueue_permits_free", "work"))
                        .isEqualTo(4);
            } finally {
                redis.thaw();
            }
            awaitDelayed(application, 1);
            await().until(() -> application.scrape().value("delayqueue_outage_seconds") == 0);
        }
    }

    private static void awaitDelayed(Running application, double expected) {
        await().untilAsserted(
                        () -> assertThat(application.value("delayqueue_tasks", "topic", "work", "state", "delayed"))
                                .isEqualTo(Double.valueOf(expected)));
    }

    @Test
    void topicsPastTheLimitShouldBeCountedTogether() {
        try (Running application =
                MeteredApplication.start(RedisServer.shared(), group, "delayqueue.metrics.max-topics=10")) {
            application
                    .service()
                    .addTasks(IntStream.range(0, 200)
                            .mapToObj(i -> Task.of(group, "topic-" + i)
                                    .delay(Duration.ofHours(1))
                                    .build())
                            .toList());
            for (int i = 0; i < 200; i++) {
                application
                        .service()
                        .addTask(Task.of(group, "topic-" + i)
                                .delay(Duration.ofHours(1))
                                .build());
            }
            await().untilAsserted(
                            () -> assertThat(application.value("delayqueue_tasks", "topic", "other", "state", "delayed")
                                            + ownDelayed(application))
                                    .isEqualTo(400));
            // The two are counted at different times.
            await().untilAsserted(() -> assertThat(
                            application.value("delayqueue_tasks_due", "topic", "other", "window", "1d"))
                    .as("the sum of the topics that share it")
                    .isEqualTo(application.value("delayqueue_tasks", "topic", "other", "state", "delayed")));
            assertThat(application.value("delayqueue_tasks_added_total")).isEqualTo(400);
            for (String name : Set.of(
                    "delayqueue_tasks",
                    "delayqueue_tasks_due",
                    "delayqueue_tasks_added_total",
                    "delayqueue_lateness_seconds_count",
                    "delayqueue_add_seconds_count",
                    "delayqueue_overdue_seconds")) {
                assertThat(topics(application, name)).hasSizeLessThanOrEqualTo(11);
            }
            assertThat(topics(application, "delayqueue_tasks")).hasSize(11).contains("other");
        }
    }

    private double ownDelayed(Running application) {
        return application.scrape().named("delayqueue_tasks", "group", group, "state", "delayed").stream()
                .filter(sample -> !"other".equals(sample.labels().get("topic")))
                .mapToDouble(Scrape.Sample::value)
                .sum();
    }

    private Set<String> topics(Running application, String name) {
        return application.scrape().named(name, "group", group).stream()
                .map(sample -> sample.labels().get("topic"))
                .collect(Collectors.toSet());
    }
}
