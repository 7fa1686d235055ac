package io.delayqueue.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.AddResult.Outcome;
import io.delayqueue.DelayQueueService;
import io.delayqueue.IfExists;
import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.TopicOperations;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.ApplicationRunner;

/** Usual tasks of applications. */
class DailyUseIT {

    private final String group = "g" + UUID.randomUUID();

    private final Queue<Outcome> outcomes = new ConcurrentLinkedQueue<>();

    /** Instance that adds its repeating task at its start. */
    private Instance startWithTask(Task task) {
        return new Instance(
                ShopApplication.start(
                        group,
                        context -> context.registerBean(
                                ApplicationRunner.class,
                                () -> arguments -> outcomes.add(context.getBean(DelayQueueService.class)
                                        .addTask(task)
                                        .outcome()))),
                group);
    }

    private Task everySecond(IfExists ifExists) {
        return Task.of(group, "tick")
                .id("tick")
                .repeat(Repeat.cron("* * * * * *", ZoneOffset.UTC))
                .ifExists(ifExists)
                .build();
    }

    @ParameterizedTest
    @EnumSource(names = {"KEEP", "REPLACE"})
    void cronTaskThatEachInstanceAddsAtItsStartShouldRunOnceEachTime(IfExists ifExists) {
        try (Instance one = startWithTask(everySecond(ifExists));
                Instance other = startWithTask(everySecond(ifExists))) {
            assertThat(outcomes)
                    .containsExactly(Outcome.ADDED, ifExists == IfExists.KEEP ? Outcome.EXISTED : Outcome.REPLACED);
            await().until(() -> one.received().size() + other.received().size() >= 4);
            assertEachOnce(ifExists, Stream.concat(one.received().stream(), other.received().stream()));
            assertThat(one.find("tick")).isPresent();
        }
        // All instances were down; the task still exists when the next one starts.
        try (Instance next = startWithTask(everySecond(ifExists))) {
            Instant before = Instant.now();
            await().until(() -> next.received().stream()
                    .anyMatch(line -> Instant.parse(line.substring(5)).isAfter(before)));
            assertEachOnce(ifExists, next.received().stream());
        }
    }

    /** A replacement whose next time has just been run by what it replaces brings that time again. */
    private static void assertEachOnce(IfExists ifExists, Stream<String> received) {
        List<String> lines = received.toList();
        int again = lines.size() - new HashSet<>(lines).size();
        assertThat(again).as(() -> lines.toString()).isBetween(0, ifExists == IfExists.REPLACE ? 1 : 0);
    }

    @Test
    void pauseShouldLetWhatRunsEndAndHoldTheRestOverARestart() throws Exception {
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        try (Instance instance = Instance.start(group, () -> {
            began.countDown();
            assertThat(gate.await(30, TimeUnit.SECONDS)).isTrue();
        })) {
            TopicOperations topic = topic(instance);
            instance.orders().add("work", 1);
            assertThat(began.await(30, TimeUnit.SECONDS)).isTrue();
            for (int i = 2; i <= 5; i++) {
                instance.orders().add("work", i);
            }
            assertThat(topic.pause()).isTrue();
            gate.countDown();
            await().until(() ->
                    instance.received().contains("work 1") && topic.count().reserved() == 0);
            await().during(Duration.ofSeconds(1))
                    .until(() -> instance.received().size() == 1);
            assertThat(topic.count().ready()).isEqualTo(4);
        }
        try (Instance instance = Instance.start(group)) {
            TopicOperations topic = topic(instance);
            assertThat(topic.count().paused()).isTrue();
            await().during(Duration.ofSeconds(1))
                    .until(() -> instance.received().isEmpty());
            assertThat(topic.resume()).isTrue();
            await().untilAsserted(() ->
                    assertThat(instance.received()).containsExactly("work 2", "work 3", "work 4", "work 5"));
        }
    }

    private TopicOperations topic(Instance instance) {
        return instance.context().getBean(DelayQueueService.class).topic(group, "work");
    }
}
