package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.TopicName;
import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.monitor.TopicForecast.DueTasks;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Forecasts of the tasks that fall due, on every store. */
public abstract class ForecastContract extends StoreContract {

    private static final List<Duration> WINDOWS = TopicForecast.DEFAULT_WINDOWS;

    protected ForecastContract(StoreUnderTest underTest) {
        super(underTest);
    }

    private TopicForecast forecast(Duration... windows) {
        return topics().forecast(group, List.of("t"), List.of(windows)).get(0);
    }

    private static List<Long> due(TopicForecast forecast) {
        return forecast.due().stream().map(DueTasks::tasks).toList();
    }

    private void addAt(Map<String, Long> dueAt) {
        addAll(dueAt.entrySet().stream()
                .map(task -> TestTasks.task("t", task.getKey(), task.getValue(), false, detail("t", "x"))));
    }

    @Test
    void tasksShouldBeInEachWindowThatTheyFallDueIn() {
        add("seconds", 30_000);
        add("minutes", 600_000);
        add("hours", 7_200_000);
        add("days", 2 * 86_400_000);
        add("weeks", 14 * 86_400_000);
        TopicForecast forecast = topics().forecast(group, List.of(), WINDOWS).get(0);
        assertThat(forecast.counts().topic()).isEqualTo(topic);
        assertThat(forecast.due())
                .containsExactly(
                        new DueTasks(Duration.ofMinutes(1), 1),
                        new DueTasks(Duration.ofHours(1), 2),
                        new DueTasks(Duration.ofDays(1), 3),
                        new DueTasks(Duration.ofDays(7), 4));
        assertThat(forecast.counts()).isEqualTo(counts());
    }

    /** One task a millisecond around both ends of the window, whatever the time of the forecast is. */
    @Test
    void endsOfAWindowShouldBeExactToTheMillisecond() {
        long base = storeMillis();
        Map<String, Long> dueAt = new TreeMap<>();
        LongStream.range(base, base + 700).forEach(at -> {
            dueAt.put("near" + at, at);
            dueAt.put("far" + at, at + 60_000);
        });
        addAt(dueAt);
        TopicForecast forecast = forecast(Duration.ofMinutes(1), Duration.ofMillis(1));
        long now = forecast.at().toEpochMilli();
        assertThat(now).isBetween(base, base + 60_000);
        assertThat(forecast.counts().ready())
                .isEqualTo(dueAt.values().stream().filter(at -> at <= now).count());
        assertThat(due(forecast))
                .containsExactly(
                        dueAt.values().stream()
                                .filter(at -> at > now && at <= now + 60_000)
                                .count(),
                        dueAt.values().stream().filter(at -> at == now + 1).count());
    }

    @Test
    void prioritiesAndHistoriesShouldNotMoveATaskOutOfItsWindow() {
        long base = storeMillis() + 3_600_000;
        for (Priority priority : Priority.values()) {
            NewTask.AddMode mode = TestTasks.mode(priority, IfExists.KEEP, false);
            store().add(group, List.of(new NewTask("t", priority.name(), base, false, detail("t", "x"), mode)));
            Delivery failing = reserved("failed" + priority);
            acknowledge(new Outcome.Retry(failing, 1_800_000, "{}", true));
        }
        TopicForecast first = forecast(Duration.ofSeconds(1));
        long toBase = base - first.at().toEpochMilli();
        assertThat(due(first)).containsExactly(0L);
        TopicForecast forecast = forecast(Duration.ofMillis(toBase), Duration.ofMinutes(20), Duration.ofMinutes(40));
        assertThat(due(forecast)).containsExactly(6L, 0L, 3L);
    }

    @Test
    void aPausedTopicShouldBeForecastAsAnyOther() {
        add("a", 30_000);
        topics().pause(topic);
        TopicForecast forecast = forecast(Duration.ofMinutes(1));
        assertThat(forecast.counts().paused()).isTrue();
        assertThat(due(forecast)).containsExactly(1L);
        topics().resume(topic);
        assertThat(forecast(Duration.ofMinutes(1)).counts().paused()).isFalse();
    }

    @Test
    void readyAndReservedTasksShouldNotCountAsFallingDueAndDeadOnesNotAtAll() {
        inEveryState();
        add("due", 0);
        untilTheNextMillisecond();
        untilTheNextMillisecond();
        TopicForecast forecast = forecast(Duration.ofDays(1));
        assertThat(forecast.counts().ready()).as("one is pushed, one is not").isEqualTo(2);
        assertThat(forecast.counts().reserved()).isEqualTo(1);
        assertThat(due(forecast)).containsExactly(1L);
    }

    @Test
    void topicsWithoutTasksShouldHaveZeros() {
        assertThat(topics().forecast(group, List.of(), WINDOWS)).isEmpty();
        TopicForecast none = forecast(Duration.ofMinutes(1), Duration.ofDays(36_500));
        assertThat(none.counts().ready()).isZero();
        assertThat(none.counts().reserved()).isZero();
        assertThat(due(none)).containsExactly(0L, 0L);
        assertThat(none.at().toEpochMilli()).isLessThanOrEqualTo(storeMillis());
    }

    @Test
    void eachOfAThousandTopicsShouldBeForecastOnce() {
        List<String> names = addToManyTopics(600_000);
        topics().pause(new TopicName(group, "t900"));
        assertThat(topics().forecast(group, List.of(), WINDOWS))
                .extracting(forecast -> forecast.counts().topic().topic())
                .containsExactlyInAnyOrderElementsOf(names);
        List<TopicForecast> forecasts = topics().forecast(group, names, WINDOWS);
        assertThat(forecasts)
                .extracting(forecast -> forecast.counts().topic().topic())
                .containsExactlyElementsOf(names);
        assertThat(forecasts).extracting(ForecastContract::due).containsOnly(List.of(0L, 1L, 1L, 1L));
        assertThat(forecasts)
                .filteredOn(forecast -> forecast.counts().paused())
                .singleElement()
                .satisfies(forecast ->
                        assertThat(forecast.counts().topic().topic()).isEqualTo("t900"));
    }
}
