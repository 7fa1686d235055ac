package io.delayqueue.internal.drive;

import io.delayqueue.log.Loggers;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** Logs the beginning and the end of an outage of the store once each, for all threads. */
public final class Outage {

    private static final Logger log = Loggers.of(Outage.class);

    private final String address;

    private final Set<JobHandle> affected = new HashSet<>();

    private long since;

    private volatile long recoveries;

    public Outage(String address) {
        this.address = address;
    }

    /** {@return the number of answers after a failure} */
    long recoveries() {
        return recoveries;
    }

    /** Returns the time for which the store has not answered a caller; null if it answers all. */
    public synchronized @Nullable Duration length() {
        return affected.isEmpty() ? null : Duration.ofNanos(System.nanoTime() - since);
    }

    synchronized void begun(JobHandle job, Throwable failure) {
        if (affected.isEmpty()) {
            since = System.nanoTime();
            log.warn("The store at {} cannot be reached; trying again until it can: {}", address, failure.getMessage());
            log.debug("The first failure", failure);
        }
        affected.add(job);
    }

    /** Records that a caller with a failure will make no more calls. */
    synchronized void forget(JobHandle job) {
        affected.remove(job);
    }

    synchronized void over(JobHandle job) {
        if (!affected.remove(job)) {
            return;
        }
        recoveries++;
        if (affected.isEmpty()) {
            log.info(
                    "The store at {} answers again after {} ms",
                    address,
                    Duration.ofNanos(System.nanoTime() - since).toMillis());
        }
    }
}
