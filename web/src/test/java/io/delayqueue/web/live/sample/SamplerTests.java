package io.delayqueue.web.live.sample;

import static org.assertj.core.api.Assertions.assertThat;
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
import io.delayqueue.monitor.TopicForecast;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SamplerTests {

    private static final TopicName CANCEL = new TopicName("orders", "cancel");

    private static final TopicName SEND = new TopicName("mails", "send");

    private static final Wanted ALL = new Wanted(true, Set.of());

    private static final Wanted PAGE_OF_CANCEL = new Wanted(false, Set.of(CANCEL));

    private static final Instant STORE_TIME = Instant.parse("2026-11-22T01:00:00Z");

    private final DelayQueueEngine engine = mock(DelayQueueEngine.class, RETURNS_DEEP_STUBS);

    private final AtomicLong now = new AtomicLong();

    private final List<String> made = new ArrayList<>();

    private Map<String, Set<String>> registered =
            new TreeMap<>(Map.of("mails", Set.of("send"), "orders", Set.of("cancel")));

    private Set<TopicName> unregistered = Set.of();

    private long delayed = 1;

    private Duration timeOfARound = Duration.ZERO;

    private final Set<String> refused = new HashSet<>();

    private boolean unavailable;

    private Consumer<Runnable> threads = Runnable::run;

    private final Sampler sampler = new Sampler(engine, task -> threads.accept(task), now::get);

    @BeforeEach
    void answer() {
        given(engine.register().topics()).willAnswer(call -> {
            made.add("registry");
            pass(timeOfARound);
            if (unavailable) {
                throw new TaskStoreUnavailableException("away", null);
            }
            return registered;
        });
        given(engine.inspector().forecast(anyMap(), any())).willAnswer(call -> {
            Map<String, Collection<String>> topics = call.getArgument(0);
            made.add("count " + String.join(", ", topics.keySet()));
            refuse(topics.keySet());
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
                                            null,
                                            Duration.ZERO,
                                            0,
                                            0),
                                    STORE_TIME,
                                    List.of())))
                    .toList();
        });
        given(engine.inspector().instances(anyString())).willAnswer(call -> {
            made.add("instances " + call.getArgument(0));
            refuse(Set.of(call.<String>getArgument(0)));
            return List.of();
        });
        given(engine.inspector().unregisteredTopics()).willAnswer(call -> unregistered);
        made.clear();
    }

    private void refuse(Set<String> groups) {
        if (groups.stream().anyMatch(refused::contains)) {
            throw new TaskStoreException("no", null);
        }
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    private Sample next(Wanted wanted) {
        pass(Sampler.INTERVAL);
        made.clear();
        sampler.tick(wanted);
        return sampler.sample();
    }

    private static long delayedOf(Sample sample, TopicName topic) {
        return sample.topic(topic).counts().delayed();
    }

    @Test
    void roundShouldReadEverythingOnceForAllPages() {
        sampler.tick(ALL.and(PAGE_OF_CANCEL).and(ALL));
        assertThat(made).containsExactly("registry", "count mails, orders", "instances orders", "instances mails");
        Sample sample = sampler.sample();
        assertThat(sample.isFor(ALL)).isTrue();
        assertThat(sample.isFor(PAGE_OF_CANCEL)).isTrue();
        assertThat(sample.groups()).containsOnlyKeys("mails", "orders");
        assertThat(sample.groups().get("orders").topics())
                .singleElement()
                .satisfies(row -> assertThat(row.counts().delayed()).isOne());
        assertThat(sample.groups().get("orders").sample().instances()).isEmpty();
        assertThat(sample.topic(CANCEL).countedAt()).isEqualTo(STORE_TIME);
    }

    @Test
    void pageOfATopicShouldCostTheCallsOfThatTopic() {
        sampler.tick(PAGE_OF_CANCEL);
        assertThat(made).containsExactly("registry", "count orders", "instances orders");
        assertThat(sampler.sample().topic(CANCEL).registered()).isTrue();
        assertThat(sampler.sample().isFor(ALL)).isFalse();
        assertThat(sampler.sample().groups()).isNull();
    }

    @Test
    void nextRoundShouldBeginAfterTheInterval() {
        sampler.tick(ALL);
        delayed = 2;
        pass(Sampler.INTERVAL.minusNanos(1));
        sampler.tick(ALL);
        assertThat(delayedOf(sampler.sample(), CANCEL)).isOne();
        pass(Duration.ofNanos(1));
        sampler.tick(ALL);
        assertThat(delayedOf(sampler.sample(), CANCEL)).isEqualTo(2);
    }

    @Test
    void pauseShouldGrowWithTheTimeOfARound() {
        timeOfARound = Duration.ofSeconds(1);
        sampler.tick(ALL);
        made.clear();
        pass(timeOfARound.multipliedBy(Sampler.PAUSE_FACTOR).minusNanos(1));
        sampler.tick(ALL);
        assertThat(made).isEmpty();
        pass(Duration.ofNanos(1));
        timeOfARound = Duration.ofMinutes(1);
        sampler.tick(ALL);
        assertThat(made).isNotEmpty();
        made.clear();
        pass(Sampler.MAX_PAUSE);
        sampler.tick(ALL);
        assertThat(made).isNotEmpty();
    }

    @Test
    void pageWithoutDataShouldNotWaitForTheInterval() {
        timeOfARound = Duration.ofMillis(1);
        sampler.tick(PAGE_OF_CANCEL);
        made.clear();
        sampler.tick(PAGE_OF_CANCEL.and(ALL));
        assertThat(made).isEmpty();
        pass(timeOfARound.multipliedBy(Sampler.PAUSE_FACTOR));
        sampler.tick(PAGE_OF_CANCEL);
        assertThat(made).isEmpty();
        sampler.tick(PAGE_OF_CANCEL.and(ALL));
        assertThat(made).contains("count mails, orders");
    }

    @Test
    void roundShouldNotBeginBeforeTheEndOfTheLast() {
        Queue<Runnable> later = new ArrayDeque<>();
        threads = later::add;
        sampler.tick(ALL);
        pass(Sampler.MAX_PAUSE);
        sampler.tick(ALL);
        assertThat(later).hasSize(1);
        later.remove().run();
        pass(Sampler.INTERVAL);
        sampler.tick(ALL);
        assertThat(later).hasSize(1);
    }

    @Test
    void lastValuesShouldStayWhileTheStoreRefusesAGroup() {
        sampler.tick(ALL);
        refused.add("orders");
        delayed = 2;
        Sample sample = next(ALL);
        assertThat(made)
                .containsExactly(
                        "registry",
                        "count mails, orders",
                        "count mails",
                        "count orders",
                        "instances mails",
                        "instances orders");
        assertThat(sampler.error()).isEqualTo("no");
        assertThat(sampler.outage()).isNull();
        assertThat(delayedOf(sample, CANCEL)).isOne();
        assertThat(delayedOf(sample, SEND)).isEqualTo(2);
        assertThat(sample.groups().get("orders").sample()).isNotNull();
        refused.clear();
        assertThat(delayedOf(next(ALL), CANCEL)).isEqualTo(2);
        assertThat(sampler.error()).isNull();
    }

    @Test
    void lastSampleShouldStayWhileTheStoreDoesNotAnswer() {
        sampler.tick(ALL);
        unavailable = true;
        delayed = 2;
        assertThat(delayedOf(next(ALL), CANCEL)).isOne();
        assertThat(sampler.error()).isEqualTo("away");
        assertThat(sampler.outage()).isNotNull();
        unavailable = false;
        assertThat(delayedOf(next(ALL), CANCEL)).isEqualTo(2);
        assertThat(sampler.error()).isNull();
        assertThat(sampler.outage()).isNull();
    }

    @Test
    void roundWithoutAThreadShouldBeTriedAgain() {
        threads = task -> {
            throw new RejectedExecutionException();
        };
        sampler.tick(ALL);
        assertThat(sampler.error()).isEqualTo("There is no free thread for a call of the store");
        threads = Runnable::run;
        assertThat(next(ALL).isFor(ALL)).isTrue();
        assertThat(sampler.error()).isNull();
    }

    @Test
    void topicOutsideTheRegistryShouldBeCountedToo() {
        TopicName other = new TopicName("other", "t");
        assertThat(sampler.sample().topic(other)).isEqualTo(new TopicRow(other, false, null));
        Sample sample = next(new Wanted(false, Set.of(other)));
        assertThat(sample.topic(other).registered()).isFalse();
        assertThat(delayedOf(sample, other)).isOne();
        assertThat(made).contains("instances other");
    }

    @Test
    void storeTimeShouldGoOn() {
        assertThat(sampler.sample().storeTime()).isNull();
        Instant first = next(ALL).storeTime();
        assertThat(first).isAfterOrEqualTo(STORE_TIME).isBefore(STORE_TIME.plusSeconds(60));
        await().untilAsserted(() -> assertThat(sampler.sample().storeTime()).isAfter(first));
    }

    @Test
    void unregisteredTopicsShouldBeThereWhileTheyHaveTasks() {
        unregistered = Set.of(new TopicName("orders", "cancle"), new TopicName("typo", "t"), CANCEL);
        Sample sample = next(ALL);
        assertThat(sample.groups().get("orders").topics())
                .extracting(row -> row.name().topic(), TopicRow::registered)
                .containsExactly(tuple("cancel", true), tuple("cancle", false));
        assertThat(sample.groups().get("orders").registered()).isTrue();
        assertThat(sample.groups().get("typo").registered()).isFalse();
        delayed = 0;
        sample = next(ALL);
        assertThat(sample.groups()).containsOnlyKeys("mails", "orders");
        assertThat(sample.groups().get("orders").topics()).hasSize(1);
    }

    @Test
    void samplerShouldBeUnwantedAWhileAfterItsLastPage() {
        sampler.tick(ALL);
        pass(Duration.ofSeconds(2));
        assertThat(sampler.isUnwantedFor(Duration.ofSeconds(3))).isFalse();
        pass(Duration.ofSeconds(1));
        assertThat(sampler.isUnwantedFor(Duration.ofSeconds(3))).isTrue();
    }
}
