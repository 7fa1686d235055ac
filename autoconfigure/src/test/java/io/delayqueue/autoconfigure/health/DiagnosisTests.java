package io.delayqueue.autoconfigure.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TaskCounts;
import io.delayqueue.TopicName;
import io.delayqueue.monitor.EngineStatus;
import io.delayqueue.monitor.EngineStatus.GroupStatus;
import io.delayqueue.monitor.EngineStatus.TopicStatus;
import io.delayqueue.monitor.StoreFinding;
import io.delayqueue.monitor.StoreFinding.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DiagnosisTests {

    private static final Duration FRESH = Duration.ofSeconds(2);

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static final Duration OLD = Duration.ofSeconds(31);

    private static TopicStatus topic(String name) {
        return new TopicStatus(new TopicName("orders", name), 8, 0, 0, 0, 0, null);
    }

    private static GroupStatus group(Duration push, Duration reserve, Duration acknowledge) {
        return new GroupStatus(
                "orders",
                true,
                false,
                push,
                reserve,
                acknowledge,
                List.of(topic("remind"), topic("cancel")),
                List.of());
    }

    private static EngineStatus status(boolean running, GroupStatus... groups) {
        return new EngineStatus(
                "default",
                "1-a",
                "localhost:6379",
                null,
                running,
                null,
                null,
                null,
                List.of(),
                List.of(groups),
                Map.of("lease-keeper", FRESH, "wake-up-listener", LIMIT),
                Set.of());
    }

    private static EngineStatus with(List<StoreFinding> findings) {
        return new EngineStatus(
                "default",
                "1-a",
                "localhost:6379",
                null,
                true,
                null,
                null,
                null,
                findings,
                WELL.groups(),
                WELL.jobs(),
                Set.of());
    }

    private static TaskCounts count(String topic, boolean paused, Duration overdue) {
        return new TaskCounts(new TopicName("orders", topic), 1, 2, 3, 4, paused, null, overdue, 0, 0);
    }

    private static List<String> reasons(EngineStatus status, @Nullable Duration maxLateness, TaskCounts... counts) {
        return new Diagnosis(status, Map.of("orders", List.of(counts)), LIMIT, maxLateness, Set.of()).reasons();
    }

    private static final EngineStatus WELL = status(true, group(FRESH, FRESH, LIMIT));

    @Test
    void engineThatWorksShouldBeWell() {
        assertThat(reasons(WELL, LIMIT, count("remind", false, LIMIT))).isEmpty();
    }

    @Test
    void engineThatDoesNotRunShouldBeOutOfService() {
        assertThat(reasons(status(false), null)).containsExactly("the engine does not run");
    }

    @Test
    void eachThreadThatHangsShouldBeNamed() {
        assertThat(reasons(status(true, group(OLD, FRESH, FRESH)), null))
                .containsExactly("the pusher of orders has made no progress for 31 s");
        assertThat(reasons(status(true, group(FRESH, OLD, FRESH)), null))
                .containsExactly("the consumer of orders has made no progress for 31 s");
        assertThat(reasons(status(true, group(FRESH, FRESH, OLD)), null))
                .containsExactly("the acknowledger of orders has made no progress for 31 s");
    }

    @Test
    void threadsOfNoGroupThatGiveNoSignShouldBeNamedTooWhateverTheyDo() {
        EngineStatus dead = new EngineStatus(
                "default",
                "1-a",
                "localhost:6379",
                null,
                true,
                null,
                null,
                null,
                List.of(),
                WELL.groups(),
                Map.of("registry-watcher", OLD, "lease-keeper", OLD, "counts-1", LIMIT),
                Set.of());
        assertThat(reasons(dead, null))
                .containsExactly(
                        "the lease-keeper has made no progress for 31 s",
                        "the registry-watcher has made no progress for 31 s");
    }

    /** Evictions are the same for every instance: taking all of them out of service would not help. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void riskInTheStoreShouldBeADetailAndNoReason(Kind kind) {
        StoreFinding finding = new StoreFinding(kind, "localhost:6379", "It may remove keys.");
        Diagnosis risky = new Diagnosis(with(List.of(finding)), Map.of(), LIMIT, null, Set.of());
        assertThat(risky.reasons()).isEmpty();
        assertThat(risky.details()).containsEntry("risks", List.of("It may remove keys."));
        assertThat(new Diagnosis(WELL, Map.of(), LIMIT, null, Set.of()).details())
                .doesNotContainKey("risks");
    }

    @Test
    void topicThatIsBlockedShouldBeADetailAndNoReason() {
        TopicStatus hung = new TopicStatus(new TopicName("orders", "mail"), 8, 8, 3, 0, 0, Duration.ofSeconds(312));
        GroupStatus group =
                new GroupStatus("orders", true, false, FRESH, FRESH, FRESH, List.of(topic("remind"), hung), List.of());
        Diagnosis blocked = new Diagnosis(status(true, group), Map.of(), LIMIT, null, Set.of());
        assertThat(blocked.reasons()).isEmpty();
        assertThat(blocked.details())
                .containsEntry(
                        "blocked", Map.of("orders/mail", "all 8 callbacks have run for 312 s without one ending"));
        assertThat(new Diagnosis(WELL, Map.of(), LIMIT, null, Set.of()).details())
                .doesNotContainKey("blocked");
    }

    @Test
    void topicThatIsHeldBackShouldBeADetailAndNoReason() {
        TopicStatus held = new TopicStatus(new TopicName("orders", "mail"), 8, 0, 0, 0, 1_000, null);
        TopicStatus almost = new TopicStatus(new TopicName("orders", "bill"), 101, 0, 0, 0, 1_009, null);
        GroupStatus group =
                new GroupStatus("orders", true, false, FRESH, FRESH, FRESH, List.of(almost, held), List.of());
        Diagnosis diagnosis = new Diagnosis(status(true, group), Map.of(), LIMIT, null, Set.of());
        assertThat(diagnosis.reasons()).isEmpty();
        assertThat(diagnosis.details())
                .containsEntry(
                        "heldBack",
                        Map.of("orders/mail", "1000 outcomes are not acknowledged, so nothing more is reserved"));
        assertThat(new Diagnosis(WELL, Map.of(), LIMIT, null, Set.of()).details())
                .doesNotContainKey("heldBack");
    }

    @Test
    void topicWithALateTaskShouldBeNamed() {
        assertThat(reasons(WELL, LIMIT, count("cancel", false, FRESH), count("remind", false, OLD)))
                .containsExactly("orders/remind has a task that has been due for 31 s, which is more than PT30S");
    }

    @Test
    void latenessShouldNotMatterWithoutALimitOrWhilePausedOrElsewhere() {
        assertThat(reasons(WELL, null, count("remind", false, OLD))).isEmpty();
        assertThat(reasons(WELL, LIMIT, count("remind", true, OLD))).isEmpty();
        assertThat(reasons(WELL, LIMIT, count("others", false, OLD))).isEmpty();
    }

    @Test
    void detailsShouldHaveABoundAndShowTheWorst() {
        List<TopicStatus> topics =
                IntStream.range(0, 500).mapToObj(i -> topic("t" + i)).toList();
        EngineStatus status =
                status(true, new GroupStatus("orders", true, false, FRESH, FRESH, FRESH, topics, List.of()));
        List<TaskCounts> counts = IntStream.range(0, 500)
                .mapToObj(i -> count("t" + i, i == 499, Duration.ofSeconds(i)))
                .toList();
        Map<String, Object> details =
                new Diagnosis(status, Map.of("orders", counts), LIMIT, Duration.ofSeconds(100), Set.of()).details();
        assertThat(details).containsEntry("groups", 1).containsEntry("topics", 500);
        assertThat(details.get("reason"))
                .asString()
                .startsWith("orders/t498 has")
                .endsWith("; and 388 more");
        Map<?, ?> worst = (Map<?, ?>) details.get("worst");
        assertThat(worst).hasSize(10);
        assertThat(worst.get("orders/t498"))
                .isEqualTo(Map.of(
                        "delayed", 1L, "ready", 2L, "reserved", 3L, "dead", 4L, "paused", false, "overdue", "498 s"));
    }

    @Test
    void foreignKeysShouldBeShownAndStopNothingElse() {
        EngineStatus status = status(
                true,
                new GroupStatus(
                        "orders", true, false, FRESH, FRESH, FRESH, List.of(), List.of("{orders}:CONSUMING:remind")));
        Diagnosis diagnosis = new Diagnosis(status, Map.of(), LIMIT, null, Set.of());
        assertThat(diagnosis.reasons()).isEmpty();
        assertThat(diagnosis.details()).containsEntry("foreignKeys", List.of("{orders}:CONSUMING:remind"));
        assertThat(new Diagnosis(WELL, Map.of(), LIMIT, null, Set.of()).details())
                .doesNotContainKey("foreignKeys");
    }
}
