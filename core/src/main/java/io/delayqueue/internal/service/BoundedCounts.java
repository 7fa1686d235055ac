package io.delayqueue.internal.service;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.delayqueue.DelayQueueException;
import io.delayqueue.TaskCounts;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import io.delayqueue.internal.registry.UnregisteredTopics;
import io.delayqueue.limit.LimitInfo;
import io.delayqueue.store.Backend;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Counts tasks, and lists limits, for monitoring within a time limit.
 *
 * @param backend the store; throws once the engine is closed
 * @param pool runs the calls, which may hang
 */
public record BoundedCounts(Supplier<Backend> backend, Executor pool) {

    /** Maximum number of unregistered groups: requests over HTTP can bring any names. */
    private static final int MAX_UNREGISTERED = 100;

    /** Counts by group, registered or with tasks, in the order of the names. */
    public Map<String, List<TaskCounts>> count(Predicate<String> wanted, Duration atMost) {
        return within(atMost, open -> all(open, wanted));
    }

    /** Lists the limits of groups. */
    public List<LimitInfo> limits(Set<String> groups, Duration atMost) {
        return within(atMost, open -> groups.stream()
                .flatMap(group -> open.limits().list(group).stream())
                .toList());
    }

    private <T> T within(Duration atMost, Function<Backend, T> step) {
        long nanos = Arguments.nanos(atMost);
        Backend open = backend.get();
        try {
            return CompletableFuture.supplyAsync(() -> step.apply(open), pool).get(nanos, NANOSECONDS);
        } catch (RejectedExecutionException e) {
            throw new DelayQueueException("The engine is closed", e);
        } catch (TimeoutException e) {
            throw new TaskStoreUnavailableException(
                    "The store at " + open.address() + " did not answer within " + atMost.toMillis() + " ms", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TaskStoreUnavailableException("Interrupted while reading from " + open.address(), e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof TaskStoreException refused
                    ? refused
                    : new TaskStoreException(String.valueOf(e.getMessage()), e);
        }
    }

    private static Map<String, List<TaskCounts>> all(Backend backend, Predicate<String> wanted) {
        Map<String, List<TaskCounts>> all = new TreeMap<>();
        Map<String, Set<String>> registry = backend.registry().load();
        registry.forEach((group, topics) -> {
            if (wanted.test(group)) {
                all.put(group, group(backend, group, topics));
            }
        });
        backend.registry().unregistered().stream()
                .map(TopicName::group)
                .filter(group -> !registry.containsKey(group) && wanted.test(group))
                .distinct()
                .limit(MAX_UNREGISTERED)
                .forEach(group -> {
                    List<TaskCounts> counts = UnregisteredTopics.count(backend, group, List.of());
                    if (counts.stream().anyMatch(count -> count.total() > 0)) {
                        all.put(group, counts);
                    }
                });
        return all;
    }

    /** The registered topics, and others that have or had tasks. */
    private static List<TaskCounts> group(Backend backend, String group, Set<String> registered) {
        List<TaskCounts> counts = new ArrayList<>(backend.topics().count(group, List.of()));
        Set<String> idle = new HashSet<>(registered);
        counts.forEach(count -> idle.remove(count.topic().topic()));
        if (!idle.isEmpty()) {
            counts.addAll(backend.topics().count(group, idle));
        }
        counts.sort(Comparator.comparing(count -> count.topic().topic()));
        return counts;
    }
}
