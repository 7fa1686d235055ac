package io.delayqueue.web.live.sample;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import io.delayqueue.monitor.TopicForecast;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Requests for counts of topics, in batches of a call each: of any groups if the store counts them together, else of one group. A batch
 * of several groups that the store refuses is halved until the refused group is alone; only groups that were in a refused batch are
 * counted apart from others, each until a count with it succeeds. Thread-safe.
 */
final class CountBatches {

    /** Maximum number of topics of a batch. */
    static final int MAX_TOPICS = 200;

    /** Maximum number of groups that are remembered as refused: requests over HTTP can bring any names. */
    private static final int MAX_APART = 1_000;

    private final Function<Map<String, List<String>>, List<TopicForecast>> counter;

    private final BooleanSupplier together;

    /** Requests, the oldest first. */
    private final Map<TopicName, CompletableFuture<TopicForecast>> topics = new LinkedHashMap<>();

    /** Requested topics without any count. */
    private final Set<TopicName> uncounted = new HashSet<>();

    /** Groups of refused batches; those with the same value still share a batch. */
    private final Map<String, Object> apart = new HashMap<>();

    /**
     * Creates it.
     *
     * @param counter counts topics of groups
     * @param together whether the store counts those of several groups in one call
     */
    CountBatches(Function<Map<String, List<String>>, List<TopicForecast>> counter, BooleanSupplier together) {
        this.counter = counter;
        this.together = together;
    }

    synchronized CompletableFuture<TopicForecast> request(TopicName topic) {
        return topics.computeIfAbsent(topic, missing -> new CompletableFuture<>());
    }

    synchronized CompletableFuture<TopicForecast> requestFirst(TopicName topic) {
        uncounted.add(topic);
        return request(topic);
    }

    /** Selects uncounted topics of pages; if groups are counted together, any uncounted ones without those. */
    synchronized @Nullable Batch nextFirst(Predicate<TopicName> shown) {
        Batch batch = next(topic -> uncounted.contains(topic) && shown.test(topic));
        return batch == null && together.getAsBoolean() ? next(uncounted::contains) : batch;
    }

    /** Selects wanted topics, and others up to the maximum, that may share a call with the oldest request of a wanted one. */
    synchronized @Nullable Batch next(Predicate<TopicName> wanted) {
        TopicName first = topics.keySet().stream().filter(wanted).findFirst().orElse(null);
        if (first == null) {
            return null;
        }
        boolean many = together.getAsBoolean();
        Map<TopicName, CompletableFuture<TopicForecast>> batch = new LinkedHashMap<>();
        for (Predicate<TopicName> part : List.of(wanted, wanted.negate())) {
            topics.keySet().stream()
                    .filter(topic -> topic.group().equals(first.group())
                            || many && apart.get(topic.group()) == apart.get(first.group()))
                    .filter(part)
                    .limit(MAX_TOPICS - batch.size())
                    .forEach(topic -> batch.put(topic, topics.get(topic)));
        }
        topics.keySet().removeAll(batch.keySet());
        return new Batch(batch);
    }

    /** Topics of one call with their requests. */
    final class Batch {

        private final Map<TopicName, CompletableFuture<TopicForecast>> requests;

        private Batch(Map<TopicName, CompletableFuture<TopicForecast>> requests) {
            this.requests = requests;
        }

        /** Counts the topics; if the store refuses several groups, requests them again in two parts. */
        void count() {
            Map<String, List<String>> names = new LinkedHashMap<>();
            requests.keySet().forEach(topic -> names.computeIfAbsent(topic.group(), group -> new ArrayList<>())
                    .add(topic.topic()));
            try {
                counter.apply(names)
                        .forEach(counted ->
                                requests.get(counted.counts().topic()).complete(counted));
                answered(names.keySet());
            } catch (TaskStoreUnavailableException e) {
                throw e;
            } catch (TaskStoreException e) {
                if (names.size() == 1) {
                    throw e;
                }
                halve(List.copyOf(names.keySet()), requests);
            }
        }

        /** Cancels the requests that are not complete and not made again. */
        void end() {
            forget(requests.keySet());
            requests.values().forEach(answer -> answer.cancel(false));
        }
    }

    private synchronized void answered(Set<String> groups) {
        apart.keySet().removeAll(groups);
    }

    private synchronized void halve(List<String> groups, Map<TopicName, CompletableFuture<TopicForecast>> requests) {
        if (apart.size() + groups.size() > MAX_APART) {
            apart.clear();
        }
        Object one = new Object();
        Object other = new Object();
        groups.subList(0, groups.size() / 2).forEach(group -> apart.put(group, one));
        groups.subList(groups.size() / 2, groups.size()).forEach(group -> apart.put(group, other));
        requests.entrySet().removeIf(request -> topics.putIfAbsent(request.getKey(), request.getValue()) == null);
    }

    private synchronized void forget(Set<TopicName> requested) {
        uncounted.removeAll(requested);
    }
}
