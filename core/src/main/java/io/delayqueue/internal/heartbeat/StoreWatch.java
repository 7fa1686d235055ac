package io.delayqueue.internal.heartbeat;

import io.delayqueue.log.Loggers;
import io.delayqueue.monitor.StoreFinding;
import io.delayqueue.monitor.StoreFinding.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;

/**
 * Checks the store at intervals, and logs each risk when it appears: once until it is gone. One thread checks, any may read.
 */
public final class StoreWatch {

    public static final Duration INTERVAL = Duration.ofMinutes(10);

    private static final Logger log = Loggers.of(StoreWatch.class);

    private final Supplier<List<StoreFinding>> check;

    private final Set<Kind> ignored;

    private final Duration interval;

    private final LongSupplier nanoTime;

    private volatile List<StoreFinding> findings = List.of();

    private volatile long nextAt;

    /**
     * Creates the watch.
     *
     * @param check finds the risks of the store, as {@link io.delayqueue.store.Backend#check} does
     * @param ignored the kinds of risk that are accepted
     */
    public StoreWatch(Supplier<List<StoreFinding>> check, Set<Kind> ignored, Duration interval, LongSupplier nanoTime) {
        this.check = check;
        this.ignored = ignored;
        this.interval = interval;
        this.nanoTime = nanoTime;
        this.nextAt = nanoTime.getAsLong();
    }

    /** Clears the findings at the start of an engine: the next check is due at once and logs all its findings. */
    public void begin() {
        findings = List.of();
        nextAt = nanoTime.getAsLong();
    }

    /** Checks the store if a check is due. A failed check changes nothing: outages are reported elsewhere. */
    public void checkIfDue() {
        long now = nanoTime.getAsLong();
        if (now - nextAt < 0) {
            return;
        }
        nextAt = now + interval.toNanos();
        try {
            report(check.get().stream()
                    .filter(finding -> !ignored.contains(finding.kind()))
                    .toList());
        } catch (RuntimeException e) {
            log.debug("The store could not be checked", e);
        }
    }

    private void report(List<StoreFinding> found) {
        List<StoreFinding> before = findings;
        findings = found;
        found.stream()
                .filter(finding -> before.stream()
                        .noneMatch(known ->
                                known.kind() == finding.kind() && known.server().equals(finding.server())))
                .forEach(finding -> log.warn(
                        "{} To accept it: delayqueue.redis-checks.ignore={}",
                        finding.description(),
                        finding.kind().name().toLowerCase(Locale.ROOT).replace('_', '-')));
    }

    /** The findings of the last successful check. */
    public List<StoreFinding> findings() {
        return findings;
    }
}
