package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.TaskContext;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.internal.drive.BackgroundJob;
import io.delayqueue.monitor.InstanceCounters;
import io.delayqueue.monitor.InstanceInfo;
import io.delayqueue.monitor.InstanceTopic;
import io.delayqueue.monitor.PastWork;
import io.delayqueue.testing.Commands;
import io.delayqueue.testing.RedisServer;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Instances of a group, as seen by an engine that works for none. */
class InstancesIT {

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final RedisServer server = engines.server();

    private final CountDownLatch release = engines.gate();

    private final DelayQueueEngine reader = engines.build();

    /** Reads heartbeats, so that instances know from their first one on that they are read. */
    @BeforeEach
    void look() {
        seen();
    }

    private DelayQueueEngine engine(int concurrency) {
        return engines.build(engines.consuming(
                this::call,
                TopicOptions.builder()
                        .concurrency(concurrency)
                        .maxAttempts(2)
                        .retryPolicy(ExponentialBackoff.fixed(Duration.ofMillis(1)))
                        .build()));
    }

    private void call(Object payload, TaskContext context) throws InterruptedException {
        switch (String.valueOf(payload)) {
            case "fails" -> throw new IllegalStateException("no");
            case "waits" -> release.await();
            default -> {
                // done
            }
        }
    }

    private List<InstanceInfo> seen() {
        return reader.inspector().instances(engines.group());
    }

    private InstanceInfo seen(String instance) {
        return seen().stream()
                .filter(info -> info.instance().equals(instance))
                .findFirst()
                .orElseThrow();
    }

    private String key() {
        return engines.key("INSTANCES");
    }

    @Test
    void whoRunsIsSeenFromElsewhereAndWhoStopsIsNotAnyMore() {
        DelayQueueEngine one = engine(3);
        DelayQueueEngine two = engine(5);
        long started = engines.backend().tasks().time(engines.group());
        one.start();
        await().until(() -> seen().size() == 1 && seen().get(0).pushing());
        two.start();
        await().until(() -> seen().size() == 2);
        InstanceInfo info = seen(one.instance());
        assertThat(info.group()).isEqualTo(engines.group());
        assertThat(info.host()).isNotBlank().isEqualTo(seen(two.instance()).host());
        assertThat(info.pid()).isEqualTo(ProcessHandle.current().pid());
        assertThat(info.startedAt())
                .isBetween(Instant.ofEpochMilli(started - 1_000), info.seenAt().plusMillis(1_000));
        assertThat(info.gone()).isFalse();
        assertThat(info.topicCount()).isEqualTo(1);
        assertThat(info.topics()).containsExactly(new InstanceTopic(TestEngines.TOPIC, 3, 0, 0));
        assertThat(info.settings().get(TestEngines.TOPIC))
                .as("with the defaults of the engine")
                .containsEntry("concurrency", 3)
                .containsEntry("maxAttempts", 2)
                .containsEntry("whenExpired", "BURY")
                .containsKey("retryPolicy");
        assertThat(seen(two.instance()).settings().get(TestEngines.TOPIC)).containsEntry("concurrency", 5);
        assertThat(info.counters()).isEqualTo(InstanceCounters.NONE);
        assertThat(seen(two.instance()).pushing()).isFalse();
        assertThat(seen()).extracting(InstanceInfo::instance).isSorted();
        one.stop();
        assertThat(seen()).extracting(InstanceInfo::instance).containsExactly(two.instance());
        await().until(() -> seen(two.instance()).pushing());
        two.close();
        assertThat(seen()).isEmpty();
        one.start();
        await().until(() -> seen().size() == 1);
    }

    @Test
    void countersTellWhatWasDone() {
        DelayQueueEngine engine = engine(4);
        engine.start();
        await().until(() -> seen().size() == 1);
        for (String payload : List.of("fine", "fine", "fails", "waits", "waits")) {
            engines.add(engine, engines.builder().payload(payload));
        }
        engines.add(engine, engines.builder().id("later").delay(Duration.ofHours(1)));
        engine.service().removeTask(engines.group(), "later");
        await().untilAsserted(() -> {
            InstanceInfo info = seen(engine.instance());
            InstanceCounters done = info.counters();
            assertThat(done).isEqualTo(new InstanceCounters(6, 2, 1, 1, 1, done.lateness(), done.durations()));
            assertThat(done.lateness().total()).isEqualTo(6);
            assertThat(done.durations().attempts()).as("the others run").isEqualTo(4);
            assertThat(done.durations().total()).isPositive();
            assertThat(info.topicCounters()).isEqualTo(Map.of(TestEngines.TOPIC, done));
            assertThat(info.topics()).containsExactly(new InstanceTopic(TestEngines.TOPIC, 4, 2, 0));
        });
        InstanceCounters before = seen(engine.instance()).counters();
        release.countDown();
        await().untilAsserted(() -> {
            InstanceCounters since = seen(engine.instance()).counters().minus(before);
            assertThat(since)
                    .isEqualTo(
                            new InstanceCounters(0, 2, 0, 0, 0, InstanceCounters.NONE.lateness(), since.durations()));
            assertThat(since.durations().attempts()).isEqualTo(2);
        });
        engine.stop();
        engine.start();
        await().until(() -> seen().size() == 1);
        await().untilAsserted(
                        () -> assertThat(seen(engine.instance()).counters()).isEqualTo(InstanceCounters.NONE));
    }

    @Test
    void workSinceTheLastRecordShouldBeRecordedOnceInTwoCalls() {
        DelayQueueEngine engine = engine(4);
        engine.start();
        awaitWork(engine, "fine");
        assertThat(reader.inspector().recordWork(engines.group())).isTrue();
        assertThat(reader.inspector().recordWork(engines.group())).isFalse();
        // As if five minutes had passed.
        String key = engines.key("WORK");
        String sums = server.client().hget(key, "sums");
        Matcher at = Pattern.compile("^\\{\"at\":(\\d+)").matcher(sums);
        assertThat(at.find()).isTrue();
        long before = Long.parseLong(at.group(1)) - PastWork.INTERVAL.toMillis();
        server.client().hset(key, "sums", at.replaceFirst("{\"at\":" + before));
        awaitWork(engine, "fine", "fine", "fails");
        assertThat(Commands.ofClients(
                        server, () -> assertThat(reader.inspector().recordWork(engines.group()))
                                .isTrue()))
                .filteredOn(call -> call.arguments().contains(key))
                .hasSize(2);
        assertThat(engine.inspector().recordWork(engines.group())).isFalse();
        assertThat(engine.inspector().pastWork(engines.group())).singleElement().satisfies(work -> {
            assertThat(List.of(work.added(), work.finished(), work.retried(), work.dead(), work.removed()))
                    .containsExactly(3L, 2L, 1L, 1L, 0L);
            assertThat(work.until().minus(work.duration())).isEqualTo(Instant.ofEpochMilli(before));
            assertThat(work.p50()).isNotNull().isLessThanOrEqualTo(work.p99());
        });
    }

    /** Waits for the heartbeat after the last attempt. */
    private void awaitWork(DelayQueueEngine engine, String... payloads) {
        await().until(() -> !seen().isEmpty());
        long before = seen(engine.instance()).counters().added();
        for (String payload : payloads) {
            engines.add(engine, engines.builder().payload(payload));
        }
        await().until(() -> {
            InstanceCounters now = seen(engine.instance()).counters();
            return now.added() == before + payloads.length && now.finished() + now.dead() == now.added();
        });
    }

    @Test
    void whoOnlyAddsIsSeenToo() {
        DelayQueueEngine adding = engines.start(builder -> {});
        assertThat(seen()).isEmpty();
        adding.service().addTask(engines.task(Duration.ofHours(1)));
        await().untilAsserted(() -> assertThat(seen()).singleElement().satisfies(info -> {
            assertThat(info.instance()).isEqualTo(adding.instance());
            assertThat(info.topicCount()).isZero();
            assertThat(info.pushing()).isFalse();
            assertThat(info.counters().added()).isEqualTo(1);
        }));
        adding.stop();
        assertThat(seen()).isEmpty();
    }

    @Test
    void whoWasKilledIsListedAsGone() throws IOException {
        DelayQueueEngine here = engine(1);
        here.start();
        await().until(() -> seen().size() == 1);
        Process process = KillableConsumer.start(
                server.host(), server.port(), engines.group(), Duration.ofSeconds(30), "records");
        try {
            await().until(() -> seen().size() == 2);
        } finally {
            process.destroyForcibly().onExit().join();
        }
        InstanceInfo killed = seen().stream()
                .filter(info -> !info.instance().equals(here.instance()))
                .findFirst()
                .orElseThrow();
        assertThat(killed.pid()).isEqualTo(process.pid());
        assertThat(killed.instance()).startsWith(process.pid() + "-");
        // As if half a minute had passed.
        String state = server.client().hget(key(), killed.instance());
        server.client()
                .hset(
                        key(),
                        killed.instance(),
                        state.replaceFirst(
                                "\"at\":(\\d+)", "\"at\":" + (killed.seenAt().toEpochMilli() - 30_000)));
        assertThat(seen(killed.instance()).gone()).isTrue();
        Instant before = seen(here.instance()).seenAt();
        here.service().addTask(engines.task(Duration.ofHours(1)));
        assertThat(seen(killed.instance()).seenAt()).isEqualTo(killed.seenAt().minusSeconds(30));
        await().until(() -> seen(here.instance()).seenAt().isAfter(before));
        assertThat(seen(here.instance()).gone()).isFalse();
        assertThat(seen(killed.instance()).gone()).isTrue();
    }

    @Test
    void aBeatThatIsRefusedIsSaidOnceAndEndsNothing() {
        DelayQueueEngine engine = engine(1);
        engine.start();
        await().until(() -> seen().size() == 1);
        try (LogLines log = new LogLines(BackgroundJob.class)) {
            server.client().del(key());
            server.client().set(key(), "of another type");
            engines.add(engine, engines.builder().payload("fine"));
            await().until(() -> !log.with("instance-heartbeats failed").isEmpty());
            await().until(() -> engines.topic(engine).count().total() == 0);
            await().during(Duration.ofSeconds(3))
                    .until(() -> log.with("instance-heartbeats").size() == 1);
            server.client().del(key());
            await().untilAsserted(() -> assertThat(seen())
                    .singleElement()
                    .satisfies(info -> assertThat(info.counters().finished()).isEqualTo(1)));
        }
    }
}
