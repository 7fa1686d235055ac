package io.delayqueue.web.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TopicName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AgendaTests {

    /** As the budget has it. */
    private static final long STEP = Duration.ofMillis(250).toNanos();

    private static final Wanted NOTHING = new Wanted(Set.of(), Set.of());

    private final Agenda agenda = new Agenda();

    private final Map<String, GroupState> groups = new TreeMap<>();

    private long now;

    @Test
    void registerShouldBeAskedForFirstAndEveryFiveSeconds() {
        List<Ask> asks = run(NOTHING, 60);
        assertThat(asks.get(0)).isEqualTo(Ask.forRegister());
        assertThat(asks).hasSize(3).allMatch(Ask.forRegister()::equals);
    }

    @Test
    void tenThousandTopicsShouldBeCountedWithinHalfAMinuteWhateverPagesShow() {
        for (int i = 0; i < 5; i++) {
            group("g" + i, 2_000);
        }
        Set<TopicName> wanted = IntStream.range(0, 150)
                .mapToObj(i -> new TopicName("g" + i % 5, "t" + i))
                .collect(Collectors.toSet());
        Set<TopicName> counted = new HashSet<>();
        counts(run(new Wanted(wanted, Set.of("g0")), 120))
                .forEach(ask -> ask.topics().forEach(topic -> counted.add(new TopicName(ask.group(), topic))));
        assertThat(counted).hasSize(10_000);
    }

    @Test
    void shownTopicsShouldBeCountedAboutEveryTwoSecondsHoweverManyThereAre() {
        group("g", 10_000);
        TopicName shown = new TopicName("g", "t77");
        List<Integer> steps = new ArrayList<>();
        List<Ask> asks = run(new Wanted(Set.of(shown), Set.of()), 200);
        for (int i = 0; i < asks.size(); i++) {
            if (asks.get(i).topics().contains("t77")) {
                steps.add(i);
            }
        }
        assertThat(steps).hasSizeGreaterThan(10);
        for (int i = 1; i < steps.size(); i++) {
            assertThat(steps.get(i) - steps.get(i - 1)).isLessThanOrEqualTo(12);
        }
    }

    @Test
    void everyGroupShouldGetItsTurn() {
        for (int i = 0; i < 60; i++) {
            group("g" + i, 3);
        }
        Wanted wanted = new Wanted(Set.of(new TopicName("g0", "t0")), Set.of("g0"));
        Map<String, Integer> instances = new HashMap<>();
        Map<String, Integer> counted = new HashMap<>();
        for (Ask ask : run(wanted, 480)) {
            if (ask.kind() == Ask.Kind.INSTANCES) {
                instances.merge(ask.group(), 1, Integer::sum);
            } else if (ask.kind() == Ask.Kind.COUNTS) {
                counted.merge(ask.group(), 1, Integer::sum);
            }
        }
        assertThat(instances).hasSize(60);
        assertThat(counted).hasSize(60).allSatisfy((group, times) -> assertThat(times)
                .isGreaterThanOrEqualTo(2));
        assertThat(instances.get("g0")).isGreaterThan(instances.get("g1"));
    }

    @Test
    void callShouldCountNoMoreTopicsThanItMay() {
        group("g", 450);
        List<Ask> counts = counts(run(NOTHING, 6));
        assertThat(counts).extracting(ask -> ask.topics().size()).startsWith(200, 200);
        assertThat(counts.get(1).topics())
                .doesNotContainAnyElementsOf(counts.get(0).topics());
    }

    @Test
    void littleShouldBeAskedOfLittle() {
        group("g", 3);
        // Eight seconds: the register twice, instances and counts every two seconds, the time once.
        assertThat(run(NOTHING, 32)).hasSizeBetween(9, 11);
    }

    @Test
    void timeShouldBeAskedForBehindTheFirstCountsAndEveryHalfMinute() {
        group("g", 3);
        group("h", 3);
        List<Ask> asks = run(new Wanted(Set.of(), Set.of("h")), 280);
        assertThat(asks.get(1).kind()).isEqualTo(Ask.Kind.COUNTS);
        assertThat(asks.get(2)).isEqualTo(Ask.forTime("h"));
        assertThat(asks).filteredOn(ask -> ask.kind() == Ask.Kind.TIME).hasSize(3);
    }

    @Test
    void timeShouldNotBeAskedForWhereThereIsNoGroup() {
        group("g", 3);
        run(NOTHING, 8);
        groups.clear();
        now += Duration.ofMinutes(1).toNanos();
        assertThat(run(NOTHING, 8)).extracting(Ask::kind).doesNotContain(Ask.Kind.TIME);
    }

    private void group(String name, int topics) {
        GroupState group = new GroupState(name);
        group.registered(
                IntStream.range(0, topics).mapToObj(i -> "t" + i).collect(Collectors.toCollection(TreeSet::new)),
                Set.of());
        groups.put(name, group);
    }

    private List<Ask> run(Wanted wanted, int steps) {
        List<Ask> asks = new ArrayList<>();
        for (int i = 0; i < steps; i++) {
            Ask ask = agenda.next(groups, wanted, now);
            if (ask != null) {
                asks.add(ask);
            }
            now += STEP;
        }
        return asks;
    }

    private static List<Ask> counts(List<Ask> asks) {
        return asks.stream().filter(ask -> ask.kind() == Ask.Kind.COUNTS).toList();
    }
}
