package io.delayqueue.web.live.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.TaskCounts;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.web.live.sample.StoreCalls.Kind;
import io.delayqueue.web.live.sample.StoreCalls.Rank;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StoreCallsTests {

    private final List<List<TopicName>> counted = new ArrayList<>();

    /** Groups of each call for counts. */
    private final List<Set<String>> asked = new ArrayList<>();

    private final Set<String> refused = new HashSet<>();

    private final List<String> made = new ArrayList<>();

    private final Set<TopicName> shown = new HashSet<>();

    private final StoreHealth health = new StoreHealth();

    private RuntimeException failure;

    private Consumer<Runnable> threads = Runnable::run;

    private int taken;

    private final StoreCalls calls = new StoreCalls(
            new CountBatches(this::count, () -> false),
            shown::contains,
            health,
            new CallBudget((delay, task) -> {
                taken++;
                task.run();
            }),
            call -> threads.accept(call));

    private List<TopicForecast> count(Map<String, List<String>> names) {
        if (failure != null) {
            throw failure;
        }
        asked.add(Set.copyOf(names.keySet()));
        if (names.keySet().stream().anyMatch(refused::contains)) {
            throw new TaskStoreException("NOPERM", null);
        }
        List<TopicName> topics = names.entrySet().stream()
                .flatMap(group -> group.getValue().stream().map(name -> new TopicName(group.getKey(), name)))
                .toList();
        counted.add(topics);
        made.add("counts");
        return topics.stream()
                .map(topic -> new TopicForecast(
                        new TaskCounts(topic, 1, 0, 0, 0, false, Duration.ZERO), Instant.EPOCH, List.of()))
                .toList();
    }

    private List<CompletableFuture<TopicForecast>> topics(String group, int topics) {
        return IntStream.range(0, topics)
                .mapToObj(i -> calls.count(new TopicName(group, "t" + i)))
                .toList();
    }

    private CompletableFuture<String> ask(Kind kind, Rank rank, String name) {
        return calls.ask(kind, rank, () -> {
            if (failure != null) {
                throw failure;
            }
            made.add(name);
            return name;
        });
    }

    private void makeAll() {
        while (calls.tick()) {
            assertThat(made).hasSizeLessThan(1_000);
        }
    }

    @Test
    void callShouldCountNoMoreTopicsThanItMayAndThoseThatHaveWaitedLongest() {
        List<CompletableFuture<TopicForecast>> answers = topics("g", 450);
        makeAll();
        assertThat(counted).extracting(List::size).containsExactly(200, 200, 50);
        assertThat(counted.get(0)).contains(new TopicName("g", "t0"), new TopicName("g", "t199"));
        assertThat(counted.get(2)).contains(new TopicName("g", "t449"));
        assertThat(answers).allMatch(answer -> answer.join().counts().delayed() == 1);
    }

    private StoreCalls together() {
        return new StoreCalls(
                new CountBatches(this::count, () -> true),
                shown::contains,
                health,
                new CallBudget((delay, task) -> task.run()),
                Runnable::run);
    }

    @Test
    void topicsOfManyGroupsShouldShareACallIfTheStoreCountsThemTogether() {
        StoreCalls together = together();
        List<CompletableFuture<TopicForecast>> answers = IntStream.range(0, 250)
                .mapToObj(i -> together.countFirst(new TopicName("g" + i % 100, "t" + i)))
                .toList();
        CompletableFuture<String> instances =
                together.ask(Kind.INSTANCES, Rank.FIRST_SAMPLE, () -> String.valueOf(made.add("instances")));
        shown.add(new TopicName("g49", "t249"));
        assertThat(together.tick()).isTrue();
        assertThat(counted)
                .singleElement()
                .satisfies(topics -> assertThat(topics).hasSize(200).contains(new TopicName("g49", "t249")));
        assertThat(instances).isNotDone();
        while (together.tick()) {
            assertThat(counted).hasSizeLessThan(10);
        }
        assertThat(counted).extracting(List::size).containsExactly(200, 50);
        assertThat(answers).allMatch(CompletableFuture::isDone);
    }

    @Test
    void refusedGroupShouldBeCountedApartAndOnlyWhileItIsRefused() {
        StoreCalls together = together();
        refused.add("g42");
        List<CompletableFuture<TopicForecast>> answers = countGroups(together);
        assertThat(answers.get(42)).isCancelled();
        assertThat(answers).filteredOn(answer -> !answer.isCancelled()).hasSize(99);
        assertThat(asked).hasSizeBetween(2, 15);
        assertThat(health.error()).isEqualTo("NOPERM");
        for (int round = 0; round < 2; round++) {
            asked.clear();
            countGroups(together);
            assertThat(asked).extracting(Set::size).containsExactlyInAnyOrder(99, 1);
            refused.clear();
        }
        asked.clear();
        countGroups(together);
        assertThat(asked).extracting(Set::size).containsExactly(100);
    }

    private static List<CompletableFuture<TopicForecast>> countGroups(StoreCalls calls) {
        List<CompletableFuture<TopicForecast>> answers = IntStream.range(0, 100)
                .mapToObj(i -> calls.count(new TopicName("g" + i, "t")))
                .toList();
        // A refused call is followed by a pause.
        await().until(() -> !calls.tick() && answers.stream().allMatch(CompletableFuture::isDone));
        return answers;
    }

    @Test
    void topicThatIsAskedForTwiceShouldBeCountedOnce() {
        assertThat(topics("g", 1)).isEqualTo(topics("g", 1));
        makeAll();
        assertThat(counted).hasSize(1);
    }

    @Test
    void shownTopicShouldBeCountedSoonHoweverManyWait() {
        topics("g", 10_000);
        shown.add(new TopicName("g", "t7777"));
        calls.tick();
        calls.tick();
        assertThat(counted.get(1)).hasSize(200).contains(new TopicName("g", "t7777"), new TopicName("g", "t200"));
    }

    @Test
    void firstCountOfAShownTopicShouldPrecedeAllButEverySecondCall() {
        topics("g", 2_000);
        ask(Kind.REGISTRY, Rank.SOON, "registry");
        ask(Kind.INSTANCES, Rank.FIRST_SAMPLE, "first sample");
        for (String group : List.of("x", "y")) {
            shown.add(new TopicName(group, "new"));
            calls.countFirst(new TopicName(group, "new"));
        }
        calls.tick();
        calls.tick();
        calls.tick();
        assertThat(counted)
                .filteredOn(names -> !names.get(0).group().equals("g"))
                .containsExactly(List.of(new TopicName("x", "new")), List.of(new TopicName("y", "new")));
        assertThat(made).containsExactly("counts", "first sample", "counts");
    }

    @Test
    void firstCountOfAnotherTopicShouldWaitForItsTurn() {
        topics("g", 2_000);
        calls.countFirst(new TopicName("x", "new"));
        calls.tick();
        assertThat(counted).singleElement().satisfies(names -> assertThat(names).hasSize(200));
    }

    @Test
    void noKindOfCallShouldWaitForEver() {
        topics("g", 2_000);
        topics("h", 2_000);
        IntStream.range(0, 10).forEach(i -> ask(Kind.INSTANCES, Rank.LATER, "instances " + i));
        ask(Kind.REGISTRY, Rank.SOON, "registry");
        for (int i = 0; i < 8; i++) {
            calls.tick();
        }
        assertThat(made).contains("registry", "instances 0");
        assertThat(made).filteredOn("counts"::equals).hasSize(6);
        makeAll();
        assertThat(made).hasSize(20 + 11).contains("instances 9");
        assertThat(counted.stream().flatMap(List::stream).distinct()).hasSize(4_000);
    }

    @Test
    void noCallShouldWaitForEverBehindThoseThatComeFirst() {
        ask(Kind.INSTANCES, Rank.SOON, "shown");
        ask(Kind.INSTANCES, Rank.LATER, "not shown");
        // As many calls as are allowed: the groups of several open pages.
        for (int i = 0; i < 5; i++) {
            ask(Kind.INSTANCES, Rank.SOON, "shown elsewhere " + i);
            calls.tick();
        }
        assertThat(made).contains("shown", "not shown").startsWith("shown");
    }

    @Test
    void firstSamplesShouldAlternateWithAllOtherCalls() {
        topics("g", 2_000);
        ask(Kind.INSTANCES, Rank.LATER, "later");
        IntStream.range(0, 5).forEach(i -> ask(Kind.INSTANCES, Rank.FIRST_SAMPLE, "first sample"));
        ask(Kind.INSTANCES, Rank.SHOWN_FIRST_SAMPLE, "shown");
        for (int i = 0; i < 12; i++) {
            calls.tick();
        }
        assertThat(made)
                .containsExactly(
                        "shown",
                        "counts",
                        "first sample",
                        "counts",
                        "first sample",
                        "later",
                        "first sample",
                        "counts",
                        "first sample",
                        "counts",
                        "first sample",
                        "counts");
    }

    @Test
    void firstCallOfAKindShouldCountTwiceForTheServerMayNotKnowItsScript() {
        StoreCalls scarce = new StoreCalls(
                new CountBatches(this::count, () -> false),
                shown::contains,
                health,
                new CallBudget((delay, task) -> {}),
                threads);
        for (Kind kind : List.of(Kind.TIME, Kind.TIME, Kind.INSTANCES, Kind.TIME)) {
            scarce.ask(kind, Rank.LATER, () -> made.add(kind.name()));
        }
        assertThat(scarce.tick()).isTrue();
        assertThat(scarce.tick()).isTrue();
        // One of four is left.
        assertThat(scarce.tick()).isFalse();
        assertThat(made).containsExactly("TIME", "TIME");
    }

    @Test
    void failureShouldCancelTheAnswersAndPause() {
        List<CompletableFuture<TopicForecast>> answers = topics("g", 300);
        failure = new TaskStoreUnavailableException("no answer", null);
        assertThat(calls.tick()).isTrue();
        assertThat(answers.subList(0, 200)).allMatch(CompletableFuture::isCancelled);
        assertThat(answers.subList(200, 300)).noneMatch(CompletableFuture::isDone);
        assertThat(health.error()).isEqualTo("no answer");
        assertThat(health.outage()).isNotNull();
        assertThat(calls.tick()).isFalse();
        assertThat(taken).isEqualTo(1);
    }

    @Test
    void refusalShouldBeShownUntilTheNextCallOfItsKind() {
        failure = new TaskStoreException("NOPERM", null);
        CompletableFuture<String> answer = ask(Kind.TIME, Rank.LATER, "time");
        calls.tick();
        assertThat(answer).isCancelled();
        assertThat(health.outage()).isNull();
        health.answered(Kind.COUNTS);
        assertThat(health.error()).isEqualTo("NOPERM");
        health.answered(Kind.TIME);
        assertThat(health.error()).isNull();
    }

    @Test
    void callWithoutAThreadShouldBeMadeLater() {
        callWithoutAThread(() -> {
            throw new RejectedExecutionException();
        });
    }

    @Test
    void callWithoutMemoryForAThreadShouldBeMadeLater() {
        callWithoutAThread(() -> {
            throw new OutOfMemoryError("unable to create native thread");
        });
    }

    private void callWithoutAThread(Runnable refusal) {
        threads = call -> refusal.run();
        CompletableFuture<String> answer = ask(Kind.TIME, Rank.LATER, "time");
        calls.tick();
        assertThat(answer).isNotDone();
        assertThat(health.error()).isNotNull();
        threads = Runnable::run;
        await().until(() -> calls.tick());
        assertThat(answer).isCompletedWithValue("time");
        assertThat(health.error()).isNull();
    }
}
