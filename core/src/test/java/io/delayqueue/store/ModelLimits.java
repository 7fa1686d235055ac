package io.delayqueue.store;

import io.delayqueue.limit.KeyOrder;
import io.delayqueue.limit.Limit;
import io.delayqueue.limit.LimitInfo;
import io.delayqueue.store.LimitStore.Declaration;
import io.delayqueue.store.Rules.LeaseRule;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Limits that a group of a store should have. No token of a rate comes back while a test lasts, and no hold ends by time. */
final class ModelLimits {

    /** Stands for the time of the next token, which depends on when tokens were spent. */
    static final Instant SOME_TIME = Instant.EPOCH;

    private static final LeaseRule NO_RULE = new LeaseRule(List.of());

    private final Map<String, Limit> limits = new TreeMap<>();

    private final Map<String, Limit> declared = new TreeMap<>();

    private final Map<String, LeaseRule> topics = new TreeMap<>();

    private final Map<String, LeaseRule> declaredTopics = new TreeMap<>();

    private final Map<String, Long> held = new TreeMap<>();

    private final Map<String, Integer> spent = new TreeMap<>();

    /** Numbers of the newest deliveries of the limits. */
    private final Map<String, Long> newest = new TreeMap<>();

    ModelLimits() {}

    private ModelLimits(ModelLimits other) {
        takeOver(other);
    }

    ModelLimits copy() {
        return new ModelLimits(this);
    }

    void takeOver(ModelLimits other) {
        replace(limits, other.limits);
        replace(declared, other.declared);
        replace(topics, other.topics);
        replace(declaredTopics, other.declaredTopics);
        replace(held, other.held);
        replace(spent, other.spent);
        replace(newest, other.newest);
    }

    private static <T> void replace(Map<String, T> all, Map<String, T> others) {
        all.clear();
        all.putAll(others);
    }

    /** The order of the keys of a topic; null if it has none. */
    @Nullable
    KeyOrder order(String topic) {
        return rule(topic).keyOrder();
    }

    /** A task with a key gives its topic an order. */
    void orderKeys(String topic) {
        topics.put(topic, rule(topic).withOrder(KeyOrder.DEFAULT));
    }

    LeaseRule rule(String topic) {
        return topics.getOrDefault(topic, NO_RULE);
    }

    List<String> ofTopic(String topic) {
        return rule(topic).limits();
    }

    List<String> topicsOf(String name) {
        return topics.keySet().stream()
                .filter(topic -> ofTopic(topic).contains(name))
                .toList();
    }

    /**
     * Returns how many more tasks of a topic may be leased.
     *
     * @param running counts the leased tasks of a topic
     */
    int allowed(String topic, ToIntFunction<String> running) {
        return ofTopic(topic).stream()
                .map(limits::get)
                .filter(Objects::nonNull)
                .mapToInt(limit -> allowed(limit, running))
                .min()
                .orElse(Integer.MAX_VALUE);
    }

    private int allowed(Limit limit, ToIntFunction<String> running) {
        int places = limit.concurrency() == null
                ? Integer.MAX_VALUE
                : limit.concurrency()
                        - topicsOf(limit.name()).stream().mapToInt(running).sum();
        return isHeld(limit.name()) ? 0 : Math.max(0, Math.min(places, tokens(limit)));
    }

    private int tokens(Limit limit) {
        return limit.rate() == null ? Integer.MAX_VALUE : limit.tokens() - spent(limit.name());
    }

    int spent(String name) {
        return spent.getOrDefault(name, 0);
    }

    private boolean isHeld(String name) {
        return ModelTimes.isFuture(held.getOrDefault(name, 0L));
    }

    /** Counts leased tasks of a delivery. */
    void spend(String topic, int tasks, long delivery) {
        for (String name : ofTopic(topic)) {
            Limit limit = limits.get(name);
            if (limit != null && limit.rate() != null && tasks > 0) {
                spent.merge(name, tasks, Integer::sum);
                newest.put(name, delivery);
            }
        }
    }

    /** Gives back the tokens of a task of a delivery that was too late to begin. */
    void giveBack(String topic, long delivery) {
        for (String name : ofTopic(topic)) {
            Limit limit = limits.get(name);
            if (limit != null && limit.rate() != null && newest.getOrDefault(name, 0L) == delivery) {
                spent.computeIfPresent(name, (key, tokens) -> Math.max(0, tokens - 1));
            }
        }
    }

    /**
     * Takes over a declaration.
     *
     * @param overLast whether no other instance declares what was declared last
     * @return whether something was to be taken over, and was not
     */
    boolean declare(Declaration declaration, boolean overLast) {
        boolean waits = false;
        for (Limit limit : declaration.limits()) {
            Limit last = declared.get(limit.name());
            if (last == null || overLast && !last.equals(limit)) {
                declared.put(limit.name(), limit);
                limits.put(limit.name(), limit);
            }
            waits |= !limit.equals(declared.get(limit.name()));
        }
        for (Map.Entry<String, LeaseRule> topic : declaration.topics().entrySet()) {
            LeaseRule rule = topic.getValue();
            LeaseRule last = declaredTopics.getOrDefault(topic.getKey(), NO_RULE);
            boolean differs = !rule.equals(last);
            if (differs && (last.equals(NO_RULE) || overLast)) {
                define(topic.getKey(), rule);
                declaredTopics.put(topic.getKey(), rule);
            } else {
                waits |= differs;
            }
        }
        return waits;
    }

    private void define(String topic, LeaseRule rule) {
        boolean losesOwn = ofTopic(topic).contains(topic) && !rule.limits().contains(topic);
        topics.put(topic, rule.withOrder(rule(topic).keyOrder()));
        if (losesOwn) {
            forget(topic);
        }
    }

    /** Whether no limit is smaller than what the batches of its topics wait for. */
    boolean fit() {
        return limits.values().stream().allMatch(limit -> topicsOf(limit.name()).stream()
                .allMatch(topic -> mostAtOnce(limit) >= rule(topic).least()));
    }

    private static int mostAtOnce(Limit limit) {
        int places = limit.concurrency() == null ? Integer.MAX_VALUE : limit.concurrency();
        return limit.rate() == null ? places : Math.min(places, limit.tokens());
    }

    private void forget(String name) {
        limits.remove(name);
        declared.remove(name);
        held.remove(name);
        spent.remove(name);
        newest.remove(name);
    }

    /** Sets a limit; false if its topic has too many. */
    boolean set(Limit limit) {
        String name = limit.name();
        if (!limits.containsKey(name) && topicsOf(name).isEmpty()) {
            List<String> names = new ArrayList<>(ofTopic(name));
            if (names.size() == Limit.MAX_OF_TOPIC) {
                return false;
            }
            names.add(name);
            topics.put(name, rule(name).withLimits(names));
        }
        limits.put(name, limit);
        return true;
    }

    boolean reset(String name) {
        Limit last = declared.get(name);
        if (last == null) {
            return remove(name);
        }
        limits.put(name, last);
        return true;
    }

    boolean remove(String name) {
        boolean there = limits.containsKey(name);
        for (String topic : topicsOf(name)) {
            topics.put(topic, rule(topic).withLimits(without(ofTopic(topic), name)));
            if (declaredTopics.getOrDefault(topic, NO_RULE).limits().contains(name)) {
                declaredTopics.remove(topic);
            }
        }
        forget(name);
        return there;
    }

    private static List<String> without(List<String> names, String name) {
        return names.stream().filter(other -> !other.equals(name)).toList();
    }

    boolean hold(String name, long until) {
        if (limits.containsKey(name)) {
            held.put(name, until);
        }
        return limits.containsKey(name);
    }

    /** Returns what the store must say of the limits. */
    List<LimitInfo> infos(ToIntFunction<String> running, ToIntFunction<String> waiting) {
        return limits.values().stream()
                .map(limit -> info(limit, running, waiting))
                .toList();
    }

    private LimitInfo info(Limit limit, ToIntFunction<String> running, ToIntFunction<String> waiting) {
        List<String> names = topicsOf(limit.name());
        return new LimitInfo(
                limit,
                declared.get(limit.name()),
                names.stream().mapToInt(running).sum(),
                names.stream().mapToInt(waiting).sum(),
                isHeld(limit.name()) ? Instant.ofEpochMilli(held.get(limit.name())) : null,
                tokens(limit) > 0 ? null : SOME_TIME,
                names);
    }
}
