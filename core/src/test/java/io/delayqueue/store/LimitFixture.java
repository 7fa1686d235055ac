package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TopicName;
import io.delayqueue.limit.Limit;
import io.delayqueue.store.LimitStore.Declaration;
import io.delayqueue.store.Rules.LeaseRule;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Steps of tests of limits: the topics "t" and "u" share the limit "shared". */
public abstract class LimitFixture extends StoreContract {

    /** Topics that share the limit. */
    protected static final List<String> BOTH = List.of("t", "u");

    protected final Limit shared = Limit.of(group, "shared");

    private int added;

    protected LimitFixture(StoreUnderTest underTest) {
        super(underTest);
    }

    protected final LimitStore limits() {
        return underTest().limits();
    }

    /** Declares the limit of both topics. */
    protected final void share(Limit limit) {
        declare(Map.of("t", List.of(limit.name()), "u", List.of(limit.name())), limit);
    }

    /** Declares limits that no other instance declares otherwise; returns what was there before. */
    protected final Map<String, String> declare(Map<String, List<String>> topics, Limit... limits) {
        Declaration declaration = new Declaration(List.of(limits), rules(topics));
        return limits().declare(group, declaration, (key, text) -> false).before();
    }

    /** Returns rules that name limits alone. */
    protected static Map<String, LeaseRule> rules(Map<String, List<String>> topics) {
        return topics.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, topic -> new LeaseRule(topic.getValue(), null, 1, 0)));
    }

    protected final TopicName named(String name) {
        return new TopicName(group, name);
    }

    /** Adds due tasks, whose ids begin with the topic, and makes them ready. */
    protected final void ready(String name, int count) {
        due(name, count);
        pushAll();
    }

    protected final void due(String name, int count) {
        addAll(IntStream.range(0, count)
                .mapToObj(i -> name + added++)
                .map(id -> TestTasks.task(name, id, 0, true, detail(name, id))));
    }

    protected final Reservation reserve(String name, String instance, int limit) {
        return reserve(name, instance, LEASE, limit);
    }

    protected final Reservation reserve(String name, String instance, Duration lease, int limit) {
        return store().reserve(named(name), instance, lease, limit);
    }

    /** Reserves as many as there may be, and expects a number. */
    protected final List<Delivery> reserved(String name, int expected) {
        List<Delivery> deliveries = reserve(name, "i", 500).tasks().stream()
                .map(ReservedTask::delivery)
                .toList();
        assertThat(deliveries).as("reserved of " + name).hasSize(expected);
        return deliveries;
    }

    protected final void finish(List<Delivery> deliveries) {
        assertThat(store().acknowledge(
                                group,
                                deliveries.stream().map(Outcome.Finished::new).toList()))
                .isEmpty();
    }

    /** Takes the signals of topics; returns the topics that had one. */
    protected final List<String> signalled() {
        return signalled(BOTH);
    }

    protected final List<String> signalled(List<String> names) {
        List<String> signalled = new ArrayList<>();
        for (String name : names) {
            if (underTest().takeSignal(group, name)) {
                signalled.add(name);
            }
        }
        return signalled;
    }

    protected final PushResult push() {
        return store().push(group, "i", List.of(), ExpectedTime.NONE);
    }

    /** The store's time, some milliseconds from now. */
    protected final Instant in(long millis) {
        return Instant.ofEpochMilli(storeMillis() + millis);
    }
}
