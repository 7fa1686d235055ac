package io.delayqueue.internal.drive;

import io.delayqueue.TaskStoreRefusalException;
import io.delayqueue.log.Loggers;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Logs the beginning and the end of an outage of the store once each, for all threads: the store cannot be reached, or refuses
 * commands.
 */
public final class Outage {

    private static final Logger log = Loggers.of(Outage.class);

    private final String address;

    private final Set<JobHandle> affected = new HashSet<>();

    private long since;

    private @Nullable String refusal;

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

    /** Returns the words with which the store refuses commands; null if it does not. */
    public synchronized @Nullable String refusal() {
        return refusal;
    }

    synchronized void begun(JobHandle job, Throwable failure) {
        boolean first = affected.isEmpty();
        affected.add(job);
        if (first) {
            since = System.nanoTime();
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
    synchronized void forget(JobHandle job) {
        affected.remove(job);
        if (affected.isEmpty()) {
            refusal = null;
        }
    }

    synchronized void over(JobHandle job) {
        if (!affected.remove(job)) {
            return;
        }
        recoveries++;
        if (affected.isEmpty()) {
            String what = refusal == null ? "answers" : "accepts commands";
            refusal = null;
            log.info(
                    "The store at {} {} again after {} ms",
                    address,
                    what,
                    Duration.ofNanos(System.nanoTime() - since).toMillis());
        }
    }
}
