package io.delayqueue.web.live.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyMap;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.RETURNS_DEEP_STUBS;
import static org.mockito.Mockito.mock;

import io.delayqueue.TaskCounts;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.monitor.DeadLetterGroups;
import io.delayqueue.monitor.InstanceInfo;
import io.delayqueue.monitor.PastWork;
import io.delayqueue.monitor.TopicForecast;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SamplerTests {

    private static final TopicName CANCEL = new TopicName("orders", "cancel");

    private static final Instant STORE_TIME = Instant.parse("2026-11-22T01:00:00Z");

    private final DelayQueueEngine engine = mock(DelayQueueEngine.class, RETURNS_DEEP_STUBS);

    private final AtomicLong now = new AtomicLong();

    private final List<String> made = new ArrayList<>();

    private Map<String, Set<String>> registered =
            new TreeMap<>(Map.of("mails", Set.of("send"), "orders", Set.of("cancel")));

    private Set<TopicName> unregistered = Set.of();

    private long delayed = 1;

    private boolean refuses;

    private final Sampler sampler =
            new Sampler(engine, new CallBudget((delay, task) -> task.run()), Runnable::run, now::get);

    @BeforeEach
    void answer() {
        given(engine.register().topics()).willAnswer(call -> {
            made.add("registry");
            return registered;
        });
        given(engine.inspector().forecast(anyMap(), any())).willAnswer(call -> {
            Map<String, List<String>> topics = call.getArgument(0);
            if (refuses) {
                throw new TaskStoreException("no", null);
            }
            made.add("count " + String.join(", ", topics.keySet()));
            return topics.entrySet().stream()
                    .flatMap(group -> group.getValue().stream()
                            .map(topic -> new TopicForecast(
                                    new TaskCounts(
                                            new TopicName(group.getKey(), topic),
                                            delayed,
                                            0,
                                            0,
                                            0,
                                            false,
                                            Duration.ZERO),
                                    STORE_TIME,
                                    List.of())))
                    .toList();
        });
        given(engine.inspector().instances(anyString())).willAnswer(call -> {
            made.add("instances " + call.getArgument(0));
            return List.of();
        });
        given(engine.inspector().storeTime(anyString())).willAnswer(call -> {
            made.add("time " + call.getArgument(0));
            return STORE_TIME;
        });
        given(engine.inspector().unregisteredTopics()).willAnswer(call -> unregistered);
        made.clear();
    }

    private void makeAll() {
        while (sampler.tick()) {
            assertThat(made).hasSizeLessThan(1_000);
        }
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    /** As a page does that shows everything. */
    private void readAll() {
        sampler.groups();
        makeAll();
        sampler.groups();
        sampler.storeTime();
        makeAll();
        pass(Duration.ofMillis(250));
        made.clear();
    }

    @Test
    void withoutAReaderNothingShouldBeAsked() {
        makeAll();
        assertThat(made).isEmpty();
    }

    @Test
    void readerShouldNotWaitAndTheNextShouldGetTheSample() {
        assertThat(sampler.groups()).isNull();
        assertThat(sampler.isReady()).isFalse();
        assertThat(made).isEmpty();
        makeAll();
        assertThat(made).containsExactly("registry");
        assertThat(sampler.isReady()).isTrue();
        assertThat(sampler.groups()).containsOnlyKeys("mails", "orders");
        assertThat(sampler.groups().get("orders").topics()).containsExactly(new TopicRow(CANCEL, true, null));
        assertThat(sampler.groups().get("orders").sample()).isNull();
    }

    @Test
    void groupsShouldHaveTheirCountsAndInstances() {
        readAll();
        GroupView orders = sampler.groups().get("orders");
        assertThat(orders.topics())
                .singleElement()
                .satisfies(row -> assertThat(row.counts().delayed()).isOne());
        assertThat(orders.sample().instances()).isEmpty();
    }

    @Test
    void viewOfAllGroupsShouldBeSharedForAMoment() {
        readAll();
        assertThat(sampler.groups()).isSameAs(sampler.groups());
        Map<String, GroupView> before = sampler.groups();
        pass(Duration.ofMillis(251));
        assertThat(sampler.groups()).isNotSameAs(before).isEqualTo(before);
    }

    @Test
    void oldSampleShouldBeReplacedBehindItsReader() {
        readAll();
        delayed = 2;
        assertThat(sampler.topic(CANCEL).counts().delayed()).isOne();
        makeAll();
        assertThat(made).isEmpty();
        pass(Duration.ofMillis(1_400));
        assertThat(sampler.topic(CANCEL).counts().delayed()).isOne();
        makeAll();
        assertThat(made).containsExactly("count orders");
        assertThat(sampler.topic(CANCEL).counts().delayed()).isEqualTo(2);
    }

    @Test
    void registryShouldBeReadAgainAfterFiveSeconds() {
        readAll();
        registered = Map.of("orders", Set.of("cancel", "remind"));
        pass(Duration.ofMillis(4_700));
        sampler.isReady();
        makeAll();
        assertThat(made).isEmpty();
        pass(Duration.ofMillis(300));
        sampler.isReady();
        makeAll();
        assertThat(made).containsExactly("registry");
        assertThat(sampler.groups()).containsOnlyKeys("orders");
    }

    @Test
    void lastSampleShouldStayWhileTheStoreRefuses() {
        readAll();
        pass(Duration.ofMillis(1_400));
        refuses = true;
        sampler.topic(CANCEL);
        makeAll();
        assertThat(sampler.error()).isEqualTo("no");
        assertThat(sampler.outage()).isNull();
        assertThat(sampler.topic(CANCEL).counts().delayed()).isOne();
    }

    private void answerFailures(Supplier<DeadLetterGroups> answer) {
        given(engine.inspector().groupDeadLetters("orders", "cancel", null, 9, 1))
                .willAnswer(call -> {
                    made.add("failures");
                    return answer.get();
                });
        made.clear();
    }

    @Test
    void failuresOfATopicShouldBeReadOnceForAllPagesThatShowThem() {
        DeadLetterGroups groups = new DeadLetterGroups(List.of(), 0, 0, null);
        answerFailures(() -> groups);
        CompletableFuture<DeadLetterGroups> first = sampler.failures(CANCEL, 9);
        assertThat(first).isNotDone();
        CompletableFuture<DeadLetterGroups> second = sampler.failures(CANCEL, 9);
        makeAll();
        assertThat(first).isCompletedWithValue(groups);
        assertThat(second).isCompletedWithValue(groups);
        pass(Duration.ofMillis(900));
        sampler.failures(CANCEL, 9);
        makeAll();
        assertThat(made).containsExactly("failures");
        pass(Duration.ofMillis(100));
        sampler.failures(CANCEL, 9);
        makeAll();
        assertThat(made).containsExactly("failures", "failures");
    }

    @Test
    void refusedFailuresShouldBeShownToThoseAloneWhoRequestThem() {
        answerFailures(() -> {
            throw new TaskStoreException("NOPERM", null);
        });
        CompletableFuture<DeadLetterGroups> refused = sampler.failures(CANCEL, 9);
        makeAll();
        assertThatThrownBy(refused::join).hasCauseInstanceOf(TaskStoreException.class);
        assertThat(sampler.error()).isNull();
    }

    @Test
    void failuresOfAStoreThatDoesNotAnswerShouldBeCancelled() {
        answerFailures(() -> {
            throw new TaskStoreUnavailableException("no answer", null);
        });
        CompletableFuture<DeadLetterGroups> cancelled = sampler.failures(CANCEL, 9);
        makeAll();
        assertThatThrownBy(cancelled::join).hasCauseInstanceOf(CancellationException.class);
        assertThat(sampler.outage()).isNotNull();
        assertThat(sampler.failures(CANCEL, 9)).isNotDone();
    }

    @Test
    void workOfAGroupShouldBeReadOnceAMinuteForAllPages() {
        List<PastWork> day = List.of();
        given(engine.inspector().pastWork("orders")).willAnswer(call -> {
            made.add("work");
            return day;
        });
        made.clear();
        CompletableFuture<List<PastWork>> first = sampler.work("orders");
        makeAll();
        assertThat(first).isCompletedWithValue(day);
        pass(Duration.ofSeconds(59));
        assertThat(sampler.work("orders")).isCompletedWithValue(day);
        makeAll();
        assertThat(made).containsExactly("work");
        pass(Duration.ofSeconds(1));
        sampler.work("orders");
        makeAll();
        assertThat(made).containsExactly("work", "work");
    }

    @Test
    void sampleThatNothingReadsShouldBeDropped() {
        readAll();
        pass(Duration.ofSeconds(50));
        assertThat(sampler.topic(CANCEL).counts()).isNotNull();
        pass(Duration.ofSeconds(50));
        assertThat(sampler.topic(CANCEL).counts()).isNotNull();
        pass(Duration.ofSeconds(70));
        assertThat(sampler.topic(CANCEL)).isEqualTo(new TopicRow(CANCEL, false, null));
        assertThat(sampler.isReady()).isFalse();
    }

    @Test
    void instancesOfAShownGroupShouldBeReadFirst() {
        for (String group : List.of("a", "b", "c")) {
            sampler.group(group);
        }
        sampler.show(List.of(), "d");
        sampler.group("d");
        makeAll();
        assertThat(made).startsWith("instances d").hasSize(4);
    }

    @Test
    void topicOfAPageShouldBeCountedBeforeAllGroupsOfAnotherPage() {
        registered = IntStream.range(0, 100)
                .mapToObj(number -> "group-" + (100 + number))
                .collect(Collectors.toMap(group -> group, group -> Set.of("t")));
        sampler.groups();
        makeAll();
        sampler.groups();
        made.clear();
        TopicName opened = new TopicName("zz-last", "t");
        sampler.show(List.of(opened), opened.group());
        sampler.topic(opened);
        sampler.group(opened.group());
        IntStream.range(0, 2).forEach(i -> sampler.tick());
        assertThat(made).containsExactly("count zz-last", "instances zz-last");
    }

    /** Rates need a second heartbeat. */
    @Test
    void groupWithoutRatesShouldBeReadAgainBeforeOthers() {
        InstanceInfo instance = mock(InstanceInfo.class);
        given(instance.instance()).willReturn("i");
        given(instance.seenAt()).willReturn(STORE_TIME);
        given(engine.inspector().instances("b")).willAnswer(call -> {
            made.add("instances b");
            return List.of(instance);
        });
        for (String group : List.of("a", "b", "c")) {
            sampler.group(group);
        }
        makeAll();
        made.clear();
        pass(Duration.ofMillis(1_500));
        for (String group : List.of("a", "b", "c")) {
            sampler.group(group);
        }
        sampler.tick();
        assertThat(made).containsExactly("instances b");
    }

    /** A page shows the work of a group only after its first sample. */
    @Test
    void firstSamplesShouldNotWaitForTopicsThatAreCountedAgain() {
        List<String> groups = IntStream.range(0, 13)
                .mapToObj(number -> "group-" + (100 + number))
                .toList();
        registered = groups.stream().collect(Collectors.toMap(group -> group, group -> Set.of("a", "b")));
        sampler.groups();
        makeAll();
        made.clear();
        for (int i = 0; i < 2 * groups.size(); i++) {
            pass(Duration.ofMillis(1_400));
            sampler.groups();
            sampler.tick();
        }
        assertThat(groups).allSatisfy(group -> assertThat(made).contains("instances " + group));
        assertThat(made).filteredOn(call -> call.startsWith("count")).hasSizeGreaterThan(groups.size() / 2);
    }

    @Test
    void groupShouldBeShownForAFewSecondsOnly() {
        sampler.show(List.of(), "d");
        pass(Duration.ofSeconds(4));
        sampler.group("a");
        sampler.group("d");
        makeAll();
        assertThat(made).containsExactly("instances a", "instances d");
    }

    @Test
    void topicOutsideTheRegistryShouldBeCountedToo() {
        readAll();
        TopicName other = new TopicName("other", "t");
        assertThat(sampler.topic(other)).isEqualTo(new TopicRow(other, false, null));
        makeAll();
        assertThat(sampler.topic(other).registered()).isFalse();
        assertThat(sampler.topic(other).counts().delayed()).isOne();
        assertThat(sampler.topic(CANCEL).registered()).isTrue();
    }

    @Test
    void storeTimeShouldBeThatOfTheFirstGroupAndGoOn() {
        assertThat(sampler.storeTime()).isNull();
        makeAll();
        assertThat(sampler.storeTime()).isNull();
        makeAll();
        assertThat(made).containsExactly("registry", "time mails");
        Instant first = sampler.storeTime();
        assertThat(first).isAfterOrEqualTo(STORE_TIME).isBefore(STORE_TIME.plusSeconds(60));
        await().untilAsserted(() -> assertThat(sampler.storeTime()).isAfter(first));
    }

    @Test
    void countsShouldBeDatedByTheStore() {
        sampler.topic(CANCEL);
        makeAll();
        assertThat(sampler.topic(CANCEL).countedAt()).isEqualTo(STORE_TIME);
    }

    @Test
    void unregisteredTopicsShouldBeThereWhileTheyHaveTasks() {
        unregistered = Set.of(new TopicName("orders", "cancle"), new TopicName("typo", "t"), CANCEL);
        readAll();
        sampler.groups();
        makeAll();
        pass(Duration.ofMillis(250));
        assertThat(sampler.groups().get("orders").topics())
                .extracting(row -> row.name().topic(), TopicRow::registered)
                .containsExactly(tuple("cancel", true), tuple("cancle", false));
        assertThat(sampler.groups().get("orders").registered()).isTrue();
        assertThat(sampler.groups().get("typo").registered()).isFalse();
        delayed = 0;
        pass(Duration.ofSeconds(2));
        readAll();
        assertThat(sampler.groups()).containsOnlyKeys("mails", "orders");
        assertThat(sampler.groups().get("orders").topics()).hasSize(1);
    }
}
