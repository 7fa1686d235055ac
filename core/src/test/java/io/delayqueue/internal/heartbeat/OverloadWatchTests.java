package io.delayqueue.internal.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.delayqueue.TaskCounts;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import io.delayqueue.internal.codec.HeartbeatWriter;
import io.delayqueue.monitor.EngineStatus.GroupStatus;
import io.delayqueue.monitor.EngineStatus.TopicStatus;
import io.delayqueue.monitor.InstanceTopic;
import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.monitor.TopicForecast.DueTasks;
import io.delayqueue.monitor.TopicOverload;
import io.delayqueue.scenario.LogLines;
import io.delayqueue.store.Backend;
import io.delayqueue.store.InstanceStore;
import io.delayqueue.store.InstanceStore.StoredHeartbeat;
import io.delayqueue.store.TestPorts;
import io.delayqueue.store.TopicStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OverloadWatchTests {

    private static final TopicName TOPIC = new TopicName("orders", "remind");

    private static final long NOW = 1_800_000_000_000L;

    private static final int HERE = 2;

    private final LogLines log = LogLines.of("io.delayqueue", Level.DEBUG);

    /** Close to the end of what a clock of this kind can show: it goes on with the smallest number. */
    private long nanos = Long.MAX_VALUE - 1;

    private final WorkCounters work = new WorkCounters();

    private long ready;

    private long dueInAnHour;

    private long dueInAWeek;

    private boolean paused;

    private boolean pushing = true;

    private RuntimeException failure;

    private int concurrencyElsewhere;

    private List<InstanceTopic> topicsElsewhere = List.of();

    private int forecasts;

    private int reads;

    private final OverloadWatch watch = new OverloadWatch(backend(), work, OverloadWatch.INTERVAL, () -> nanos);

    private Backend backend() {
        TopicStore topics = TestPorts.answering(TopicStore.class, (method, arguments) -> {
            forecasts++;
            if (failure != null) {
                throw failure;
            }
            if (arguments[0].equals("empty")) {
                return List.of();
            }
            return List.of(new TopicForecast(
                    new TaskCounts(TOPIC, dueInAWeek, ready, 0, 0, paused, Duration.ZERO),
                    Instant.ofEpochMilli(NOW),
                    List.of(
                            new DueTasks(Duration.ofHours(1), dueInAnHour),
                            new DueTasks(Duration.ofDays(1), dueInAnHour),
                            new DueTasks(Duration.ofDays(7), dueInAWeek))));
        });
        InstanceStore instances = TestPorts.answering(InstanceStore.class, (method, arguments) -> {
            reads++;
            return new InstanceStore.Heartbeats(
                    NOW,
                    List.of(
                            heartbeat("a", List.of(new InstanceTopic(TOPIC.topic(), HERE, 0, 0))),
                            heartbeat("b", elsewhere())));
        });
        return TestPorts.answering(
                Backend.class, (method, arguments) -> method.getReturnType() == TopicStore.class ? topics : instances);
    }

    private List<InstanceTopic> elsewhere() {
        return topicsElsewhere.isEmpty()
                ? List.of(new InstanceTopic(TOPIC.topic(), concurrencyElsewhere, 0, 0))
                : topicsElsewhere;
    }

    private StoredHeartbeat heartbeat(String instance, List<InstanceTopic> topics) {
        WorkCounters.Group group = work.of(TOPIC.group());
        String state = new HeartbeatWriter("host", 1, NOW, null)
                .write(false, Set.of(), topics, group.snapshot(), group.busiest(1));
        return new StoredHeartbeat(instance, "{\"at\":" + NOW + "," + state.substring(1));
    }

    private List<GroupStatus> groups() {
        TopicStatus topic = new TopicStatus(TOPIC, HERE, 0, 0, 0, 0, null);
        return List.of(
                new GroupStatus(
                        TOPIC.group(), pushing, Duration.ZERO, Duration.ZERO, Duration.ZERO, List.of(topic), List.of()),
                new GroupStatus("empty", pushing, Duration.ZERO, Duration.ZERO, Duration.ZERO, List.of(), List.of()));
    }

    private List<TopicOverload> check() {
        nanos += OverloadWatch.INTERVAL.toNanos();
        watch.checkIfDue(this::groups);
        return watch.overloads();
    }

    /** An hour of a callback is 3,600 tasks. */
    private void measure() {
        work.started(TOPIC, Duration.ZERO);
        work.ran(TOPIC, Duration.ofSeconds(1));
    }

    @AfterEach
    void close() {
        log.close();
    }

    @Test
    void tasksThatTheInstanceCanDoAloneShouldNeedNoReadOfTheOthers() {
        measure();
        dueInAnHour = 7_200;
        dueInAWeek = 7_200;
        assertThat(check()).isEmpty();
        assertThat(forecasts).as("one for each group").isEqualTo(2);
        assertThat(reads).isZero();
    }

    @Test
    void tasksThatAllInstancesTogetherCannotDoShouldBeFoundAndLoggedOnce() {
        measure();
        ready = 1;
        dueInAnHour = 7_200;
        dueInAWeek = 7_200;
        assertThat(check())
                .containsExactly(new TopicOverload(
                        TOPIC, Duration.ofHours(1), 7_201, HERE, Duration.ofSeconds(1), Duration.ofMillis(3_600_500)));
        check();
        assertThat(log.with("orders/remind cannot be worked off in time"))
                .singleElement()
                .asString()
                .startsWith("WARN")
                .contains("7201 tasks are due within 60 min", "2 concurrent callbacks of 1000 ms", "Logged once");
        concurrencyElsewhere = 1;
        assertThat(check()).isEmpty();
        assertThat(log.with("or is checked by another instance")).hasSize(1);
    }

    @Test
    void topicShouldBeInTimeAgainOnlyWellBelowTheWindow() {
        measure();
        dueInAnHour = 7_201;
        dueInAWeek = 7_201;
        assertThat(check()).hasSize(1);
        dueInAnHour = 5_761;
        dueInAWeek = 5_761;
        assertThat(check()).as("four fifths, and one").hasSize(1);
        dueInAnHour = 5_760;
        dueInAWeek = 5_760;
        assertThat(check()).isEmpty();
    }

    @Test
    void longerWindowShouldBeFoundIfTheShorterOnesAreLongEnough() {
        measure();
        dueInAnHour = 1;
        dueInAWeek = HERE * 7 * 86_400L + 1;
        assertThat(check()).singleElement().satisfies(overload -> assertThat(overload.window())
                .isEqualTo(Duration.ofDays(7)));
    }

    @Test
    void topicThatIsPausedUnmeasuredOrPushedElsewhereShouldNotBeFound() {
        dueInAnHour = 1_000_000;
        dueInAWeek = 1_000_000;
        assertThat(check()).as("not measured").isEmpty();
        assertThat(reads).isZero();
        measure();
        paused = true;
        assertThat(check()).as("paused").isEmpty();
        paused = false;
        pushing = false;
        int before = forecasts;
        assertThat(check()).as("pushed elsewhere").isEmpty();
        assertThat(forecasts).isEqualTo(before);
        pushing = true;
        assertThat(check()).hasSize(1);
    }

    @Test
    void checkShouldBeMadeEveryMinuteAndNotAtTheStart() {
        watch.checkIfDue(this::groups);
        nanos += OverloadWatch.INTERVAL.toNanos() - 1;
        watch.checkIfDue(this::groups);
        assertThat(forecasts).isZero();
        nanos++;
        watch.checkIfDue(this::groups);
        watch.checkIfDue(this::groups);
        assertThat(forecasts).as("one for each group").isEqualTo(2);
    }

    @Test
    void topicThatABusyInstanceDoesNotListShouldNotBeFound() {
        measure();
        dueInAnHour = 7_201;
        dueInAWeek = 7_201;
        topicsElsewhere = IntStream.range(0, 201)
                .mapToObj(i -> new InstanceTopic("busy" + i, 1, 1, 0))
                .toList();
        assertThat(check()).isEmpty();
        topicsElsewhere = List.of();
        assertThat(check()).hasSize(1);
    }

    @Test
    void outageShouldKeepTheResultAndTheNextStartClearIt() {
        measure();
        dueInAnHour = 10_000;
        dueInAWeek = 10_000;
        assertThat(check()).hasSize(1);
        forecasts = 0;
        failure = new TaskStoreUnavailableException("away", null);
        assertThat(check()).hasSize(1);
        assertThat(forecasts).as("heartbeats wait for each call").isEqualTo(1);
        failure = new TaskStoreException("broken", null);
        assertThat(check()).hasSize(1);
        assertThat(forecasts).as("other groups are checked").isEqualTo(3);
        watch.begin();
        assertThat(watch.overloads()).isEmpty();
    }
}
