package io.delayqueue.internal.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.callback.TopicOptions;
import io.delayqueue.internal.codec.HeartbeatWriter;
import io.delayqueue.monitor.AttemptDurations;
import io.delayqueue.monitor.InstanceCounters;
import io.delayqueue.monitor.LatenessHistogram;
import io.delayqueue.monitor.PastWork;
import io.delayqueue.store.InstanceStore;
import io.delayqueue.store.InstanceStore.Heartbeats;
import io.delayqueue.store.InstanceStore.StoredWork;
import io.delayqueue.store.TestPorts;
import java.lang.reflect.Method;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkHistoryTests {

    private static final long START = Instant.parse("2026-11-23T09:00:00Z").toEpochMilli();

    private static final long INTERVAL = PastWork.INTERVAL.toMillis();

    private final Map<String, String> parts = new HashMap<>();

    private final Map<String, String> heartbeats = new HashMap<>();

    private final InstanceStore store = TestPorts.answering(InstanceStore.class, this::answer);

    private String sums = "";

    private long now = START;

    /** Called between the read and the write of a record. */
    private Runnable meanwhile = () -> {};

    @SuppressWarnings("unchecked")
    private Object answer(Method method, Object[] arguments) {
        if (method.getName().equals("work")) {
            return new StoredWork(
                    sums,
                    Map.copyOf(parts),
                    new Heartbeats(now, (boolean) arguments[1] ? Map.copyOf(heartbeats) : Map.of()));
        }
        Runnable first = meanwhile;
        meanwhile = () -> {};
        first.run();
        if (!sums.equals(arguments[1])) {
            return false;
        }
        sums = (String) arguments[2];
        parts.putAll((Map<String, String>) arguments[3]);
        return true;
    }

    private void heartbeat(String instance, long startedAt, long finished, long millisLate) {
        LatenessHistogram lateness = new LatenessHistogram(
                new TreeMap<>(Map.of(LatenessHistogram.bucketOf(Duration.ofMillis(millisLate)), finished)));
        InstanceCounters counters =
                new InstanceCounters(2 * finished, finished, 3, 2, 1, lateness, AttemptDurations.NONE);
        String state = new HeartbeatWriter("host", 1, startedAt, null)
                .write(
                        false,
                        false,
                        Set.of(),
                        Map.of(),
                        List.of(),
                        List.of(),
                        topic -> TopicOptions.DEFAULT,
                        counters,
                        Map.of());
        heartbeats.put(instance, "{\"at\":" + now + "," + state.substring(1));
    }

    private boolean record() {
        return WorkHistory.record(store, "g");
    }

    private List<PastWork> read() {
        return WorkHistory.read(store, "g");
    }

    private void recordLater(Duration later) {
        now += later.toMillis();
        assertThat(record()).isTrue();
    }

    @Test
    void partShouldBeTheWorkSinceTheLastRecord() {
        heartbeat("i", START - 1_000, 100, 3);
        assertThat(record()).isTrue();
        assertThat(read()).as("the sums of a first record may be of days").isEmpty();
        now += INTERVAL;
        heartbeat("i", START - 1_000, 160, 3);
        assertThat(record()).isTrue();
        assertThat(read())
                .containsExactly(new PastWork(
                        Instant.ofEpochMilli(START + INTERVAL),
                        PastWork.INTERVAL,
                        120,
                        60,
                        0,
                        0,
                        0,
                        Duration.ofMillis(3),
                        Duration.ofMillis(3)));
    }

    @Test
    void partWithoutWorkShouldBeThereWithoutLateness() {
        record();
        recordLater(Duration.ofMinutes(7));
        assertThat(read())
                .containsExactly(
                        new PastWork(Instant.ofEpochMilli(now), Duration.ofMinutes(7), 0, 0, 0, 0, 0, null, null));
    }

    @Test
    void workShouldNotBeRecordedBeforeTheInterval() {
        record();
        now += INTERVAL - 1;
        assertThat(record()).isFalse();
        now++;
        assertThat(record()).isTrue();
        assertThat(record()).isFalse();
        assertThat(read()).hasSize(1);
    }

    @Test
    void workShouldCountOnceIfTwoInstancesRecordAtTheSameTime() {
        heartbeat("i", START - 1_000, 100, 3);
        record();
        now += INTERVAL;
        heartbeat("i", START - 1_000, 160, 3);
        meanwhile = () -> assertThat(record()).isTrue();
        assertThat(record()).isFalse();
        assertThat(read()).extracting(PastWork::finished).containsExactly(60L);
    }

    @Test
    void workShouldBeThatOfAllInstancesAndNeverNegative() {
        heartbeat("stays", START - 1_000, 100, 3);
        heartbeat("leaves", START - 1_000, 1_000, 3);
        heartbeat("restarts", START - 1_000, 1_000, 3);
        record();
        now += INTERVAL;
        heartbeats.remove("leaves");
        heartbeat("stays", START - 1_000, 101, 3);
        heartbeat("restarts", START + 1_000, 20, 3);
        heartbeat("comes", START + 1_000, 300, 3);
        heartbeat("reappears", START - 1_000, 4_000, 3);
        assertThat(record()).isTrue();
        assertThat(read()).extracting(PastWork::finished).containsExactly(1L + 20 + 300);
        recordLater(PastWork.INTERVAL);
        assertThat(read()).extracting(PastWork::finished).containsExactly(321L, 0L);
    }

    @Test
    void partsShouldBeThoseOfADayHoweverLongTheyAreRecorded() {
        record();
        for (int i = 0; i < 3 * WorkHistory.PLACES; i++) {
            recordLater(PastWork.INTERVAL);
        }
        assertThat(parts).hasSize(288);
        assertThat(read())
                .hasSize(288)
                .extracting(PastWork::until)
                .isSorted()
                .contains(Instant.ofEpochMilli(now))
                .allMatch(until -> until.toEpochMilli() > now - PastWork.KEPT.toMillis());
    }

    @Test
    void partsBeforeAPauseShouldDisappearWithTheirTime() {
        record();
        recordLater(PastWork.INTERVAL);
        recordLater(Duration.ofHours(20));
        assertThat(read()).hasSize(2);
        recordLater(Duration.ofHours(5));
        assertThat(read()).extracting(PastWork::duration).containsExactly(Duration.ofHours(20), Duration.ofHours(5));
        recordLater(Duration.ofHours(25));
        assertThat(read()).as("more than a day has no place").isEmpty();
    }

    @Test
    void clockThatStepsBackShouldBeginAgain() {
        record();
        recordLater(PastWork.INTERVAL);
        recordLater(PastWork.INTERVAL);
        recordLater(Duration.ofMillis(-INTERVAL / 2));
        assertThat(read()).hasSize(1);
        recordLater(PastWork.INTERVAL);
        assertThat(read()).last().extracting(PastWork::until).isEqualTo(Instant.ofEpochMilli(now));
    }

    @Test
    void entriesThatAPersonHasChangedShouldBeReplaced() {
        record();
        recordLater(PastWork.INTERVAL);
        parts.put("0", "[1,2");
        parts.put("1", "{}");
        parts.put("2", "null");
        assertThat(read()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x",
                "{\"at\":1}",
                "{\"at\":1,\"instances\":{\"i\":null}}",
                "{\"at\":1,\"instances\":{\"i\":{\"started\":1}}}",
                "{\"at\":1,\"instances\":{\"i\":{\"started\":1,\"counters\":{\"counts\":[1]}}}}"
            })
    void sumsThatAPersonHasChangedShouldBeReplaced(String changed) {
        record();
        recordLater(PastWork.INTERVAL);
        sums = changed;
        assertThat(read()).isEmpty();
        heartbeat("i", START - 1_000, 100, 3);
        assertThat(record()).isTrue();
        recordLater(PastWork.INTERVAL);
        assertThat(read()).hasSize(2);
    }
}
