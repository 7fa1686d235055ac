package io.delayqueue.internal.drive;

import io.delayqueue.TaskStoreRefusalException;
import io.delayqueue.log.Loggers;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Logs the beginning and the end of an outage of the store once each, for all jobs: the store cannot be reached, or refuses
 * commands.
 */
public final class Outage {

    private static final Logger log = Loggers.of(Outage.class);

    /** Time within which a failure continues an outage whose affected jobs have all ended without an answer. */
    private static final long CONTINUED = TimeUnit.SECONDS.toNanos(10);

    private final String address;

    /** Outages of single nodes, by their addresses. */
    private final Map<String, Outage> nodes = new ConcurrentHashMap<>();

    private final Set<LaneJob> affected = new HashSet<>();

    private long since;

    private @Nullable String refusal;

    /** When the last affected job ended without an answer of the store; null after an answer. */
    private @Nullable Long abandonedAt;

    private volatile long recoveries;

    public Outage(String address) {
        this.address = address;
    }

    /** Returns the outage of one node of the store; this one if the store has a single address. */
    Outage of(String node) {
        return node.equals(address) ? this : nodes.computeIfAbsent(node, Outage::new);
    }

    /** {@return the number of answers after a failure} */
    long recoveries() {
        return recoveries;
    }

    /** Returns the time for which the store has not answered a caller; null if it answers all. */
    public @Nullable Duration length() {
        return each(Outage::ownLength).max(Comparator.naturalOrder()).orElse(null);
    }

    private synchronized @Nullable Duration ownLength() {
        return affected.isEmpty() ? null : Duration.ofNanos(System.nanoTime() - since);
    }

    /** Returns the words with which the store refuses commands; null if it does not. */
    public @Nullable String refusal() {
        return each(Outage::ownRefusal).findFirst().orElse(null);
    }

    private <T> Stream<T> each(Function<Outage, @Nullable T> part) {
        return Stream.concat(Stream.of(this), nodes.values().stream())
                .flatMap(outage -> Stream.ofNullable(part.apply(outage)));
    }

    private synchronized @Nullable String ownRefusal() {
        return affected.isEmpty() ? null : refusal;
    }

    synchronized void begun(LaneJob job, Throwable failure) {
        long now = System.nanoTime();
        boolean first = affected.isEmpty() && (abandonedAt == null || now - abandonedAt > CONTINUED);
        affected.add(job);
        if (first) {
            since = now;
            refusal = null;
            log.debug("The first failure", failure);
        }
        if (failure instanceof TaskStoreRefusalException) {
            boolean begins = refusal == null;
            refusal = failure.getMessage();
            if (begins) {
                log.warn("The store at {} refuses commands; trying again until it accepts them: {}", address, refusal);
            }
        } else if (first) {
            log.warn("The store at {} cannot be reached; trying again until it can: {}", address, failure.getMessage());
        }
    }

    /** Records that a caller with a failure will make no more calls. */
    synchronized void forget(LaneJob job) {
        if (affected.remove(job) && affected.isEmpty()) {
            abandonedAt = System.nanoTime();
        }
    }

    synchronized void over(LaneJob job) {
        if (!affected.remove(job)) {
            return;
        }
        recoveries++;
        if (affected.isEmpty()) {
            String what = refusal == null ? "answers" : "accepts commands";
            refusal = null;
            abandonedAt = null;
            log.info(
                    "The store at {} {} again after {} ms",
                    address,
                    what,
                    Duration.ofNanos(System.nanoTime() - since).toMillis());
        }
        affected.forEach(LaneJob::retry);
    }
}
