package io.delayqueue.scenario;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Finds breaks of the order of keys: more leases of a key at one instant than its concurrency; and, where tasks of a key run one after another and
 * retries block it, a task that is delivered behind a later one, and a task that begins although the one before it has neither ended nor been removed,
 * replaced or rescheduled. Later is greater in the due time or, of one due time, in the id. A requeued dead letter is delivered behind the later
 * tasks that were delivered before, and the one that has the place then, but no other.
 *
 * <p>Leases from before a loss of writes are not compared with later ones, and those that began during the loss with none, because their numbers
 * may belong to either history.
 */
final class KeyCheck {

    private final Set<String> broken = ConcurrentHashMap.newKeySet();

    /** When the first removal, replacement or reschedule of a task was asked for. */
    private final Map<String, Instant> changes = new ConcurrentHashMap<>();

    private final Map<String, List<Span>> requeues = new ConcurrentHashMap<>();

    private final List<Span> pauses = new CopyOnWriteArrayList<>();

    private final List<Span> losses = new CopyOnWriteArrayList<>();

    private volatile int full;

    /**
     * Lease of a task whose callback has begun.
     *
     * @param topic the topic
     * @param key the key
     * @param delivery the number of the delivery
     * @param run the id, the due time and the begin
     * @param ended the end of a callback that was not to be retried; null if there was none
     */
    record Lease(
            String topic,
            String key,
            long delivery,
            Ledger.Run run,
            @Nullable Instant ended) {

        private boolean isBehind(Lease other) {
            int order = run.dueAt().compareTo(other.run.dueAt());
            return !isOf(other) && (order > 0 || order == 0 && run.id().compareTo(other.run.id()) > 0);
        }

        private boolean isOf(Lease other) {
            return run.id().equals(other.run.id());
        }

        private Instant at() {
            return run.at();
        }
    }

    /** A time: of a loss, at whose end other writes count than at its beginning; of a pause; or in which a requeue was made. */
    private record Span(Instant from, Instant until) {

        boolean hasIn(Instant at) {
            return !at.isBefore(from) && !at.isAfter(until);
        }
    }

    /** A removal, replacement or reschedule of a task is about to be asked for. It may give the place of the task to the next one. */
    void changing(String id, Instant at) {
        changes.putIfAbsent(id, at);
    }

    /** Writes may have been lost. */
    void lost(Instant from, Instant until) {
        losses.add(new Span(from, until));
    }

    /** A dead letter was requeued at some time between two. */
    void requeued(String id, Instant from, Instant until) {
        requeues.computeIfAbsent(id, first -> new CopyOnWriteArrayList<>()).add(new Span(from, until));
    }

    /** The topics were paused at least from one time to another. */
    void paused(Instant from, Instant until) {
        pauses.add(new Span(from, until));
    }

    /** Returns when a delivery was made, because its number is at least the microseconds of the store's clock. */
    static Instant leasedAt(long delivery) {
        return Instant.EPOCH.plus(delivery, ChronoUnit.MICROS);
    }

    /** Finds leases that began in a pause. */
    void checkPauses(Collection<Lease> leases) {
        for (Lease lease : leases) {
            if (pauses.stream().anyMatch(pause -> pause.hasIn(leasedAt(lease.delivery())))) {
                broken.add(lease + " was leased in a pause");
            }
        }
    }

    /**
     * Checks the leases of an instant.
     *
     * @param keys the key of each lease
     * @param concurrency the number of leases that a key may have
     */
    void sampled(List<String> keys, int concurrency) {
        Map<String, Integer> counts = new HashMap<>();
        keys.forEach(key -> counts.merge(key, 1, Integer::sum));
        counts.forEach((key, count) -> {
            if (count > concurrency) {
                broken.add(count + " leases of " + key + " at once");
            }
        });
        full += counts.containsValue(concurrency) ? 1 : 0;
    }

    /** Checks leases of keys with a concurrency of one, whose retries block them. */
    void check(Collection<Lease> leases) {
        Map<List<Object>, List<Lease>> lines = new HashMap<>();
        for (Lease lease : leases) {
            if (losses.stream().noneMatch(loss -> loss.hasIn(lease.at()))) {
                lines.computeIfAbsent(
                                List.of(lossesBefore(lease.at()), lease.topic(), lease.key()),
                                line -> new ArrayList<>())
                        .add(lease);
            }
        }
        lines.values().forEach(line -> {
            checkLine(line);
            line.stream().map(lease -> lease.run().id()).distinct().forEach(id -> checkRequeues(id, line));
        });
    }

    private long lossesBefore(Instant at) {
        return losses.stream().filter(loss -> loss.until().isBefore(at)).count();
    }

    private void checkLine(List<Lease> line) {
        line.sort(Comparator.comparing(Lease::delivery));
        Lease last = null;
        Lease furthest = null;
        for (Lease next : line) {
            boolean inOrder = furthest == null || !furthest.isBehind(next) || wasRequeued(next);
            require(inOrder, "was overtaken by", next, furthest);
            boolean left = last == null || last.isOf(next) || hasLeft(last, next);
            require(left, "begins in spite of", next, last);
            last = next;
            // One that was moved may have kept the place of its earlier time.
            if (!hasChanged(next, next) && (furthest == null || next.isBehind(furthest))) {
                furthest = next;
            }
        }
    }

    private boolean wasRequeued(Lease lease) {
        return requeues.getOrDefault(lease.run().id(), List.of()).stream()
                .anyMatch(requeue -> !requeue.from().isAfter(lease.at()));
    }

    /** Of later tasks only the one that has the place when a dead letter is requeued may begin before that. */
    private void checkRequeues(String id, List<Lease> line) {
        for (Span requeue : changes.containsKey(id) ? List.<Span>of() : requeues.getOrDefault(id, List.of())) {
            Lease first = line.stream()
                    .filter(lease -> lease.run().id().equals(id) && !lease.at().isBefore(requeue.from()))
                    .findFirst()
                    .orElse(null);
            if (first != null && lossesBefore(requeue.from()) == lossesBefore(first.at())) {
                List<Lease> overtaking = line.subList(0, line.indexOf(first)).stream()
                        .filter(lease -> lease.isBehind(first) && lease.at().isAfter(requeue.until()))
                        .toList();
                long tasks = overtaking.stream()
                        .map(lease -> lease.run().id())
                        .distinct()
                        .count();
                require(tasks <= 1, "was requeued, and overtaken by", first, overtaking);
            }
        }
    }

    private boolean hasLeft(Lease last, Lease next) {
        return last.delivery() < next.delivery()
                && (hasChanged(last, next)
                        || last.ended() != null
                                && !last.ended().isAfter(next.run().at()));
    }

    /** Whether a change of the task was asked for before the other one began. */
    private boolean hasChanged(Lease lease, Lease other) {
        Instant change = changes.get(lease.run().id());
        return change != null && !change.isAfter(other.run().at());
    }

    private void require(boolean holds, String what, Lease next, @Nullable Object before) {
        if (!holds) {
            broken.add(next + " " + what + " " + before);
        }
    }

    /** Returns what broke the order. */
    List<String> broken() {
        return List.copyOf(broken);
    }

    /** Returns in how many samples a key had as many leases as it may. */
    int full() {
        return full;
    }
}
