package io.delayqueue.scenario;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Compares samples of a limit, in their order, with the rule in force. Leases are never more than the concurrency; if it was lowered, never more
 * than before, and none begins as long as they are more. None begins during a hold. In any time without a change, at most the burst and the rate's
 * tasks of the time and of 5 ms begin.
 */
final class LimitCheck {

    private static final double SLACK_MICROS = 5_000;

    private final Queue<String> broken = new ConcurrentLinkedQueue<>();

    private @Nullable Sample last;

    /** The least number of begun tasks less those that the rate had allowed, since the rule changed. */
    private double least;

    private int full;

    private int rules;

    /**
     * The limit at one instant of Redis's clock.
     *
     * @param micros the instant
     * @param rule the rule in force
     * @param leases how many tasks of its topics are leased
     * @param begun how many were leased so far
     */
    record Sample(long micros, Rule rule, long leases, long begun) {}

    /**
     * A rule of a limit.
     *
     * @param text what Redis has of it
     * @param heldUntil the end of a hold, in milliseconds since the epoch
     * @param concurrency the concurrency
     * @param perMicro the rate; 0 for none
     * @param burst the burst of the rate
     */
    record Rule(String text, long heldUntil, long concurrency, double perMicro, long burst) {

        /** Reads a rule, which limits nothing unless it has so many topics. */
        static Rule read(String text, int topics) {
            String[] fields = text.split("\\|", -1);
            if (text.isEmpty() || fields[4].split(",").length != topics || fields[4].isEmpty()) {
                return new Rule(text, 0, Long.MAX_VALUE, 0, 0);
            }
            long concurrency = fields[1].isEmpty() ? Long.MAX_VALUE : Long.parseLong(fields[1]);
            double perMicro = fields[2].isEmpty() ? 0 : perMicro(fields[2]);
            long burst = fields[3].isEmpty() ? 0 : Long.parseLong(fields[3]);
            return new Rule(text, Long.parseLong(fields[0]), concurrency, perMicro, burst);
        }

        private static double perMicro(String rate) {
            String[] parts = rate.split("/");
            if (!parts[1].equals("s")) {
                throw new IllegalArgumentException("a rate in seconds is expected, not " + rate);
            }
            return Double.parseDouble(parts[0]) / 1e6;
        }
    }

    /** What follows has nothing to do with what was before: the clock was set, or Redis has forgotten. */
    void interrupted() {
        last = null;
    }

    void add(Sample now) {
        Sample before = last;
        Rule rule = now.rule();
        boolean same = before != null && before.rule().equals(rule);
        double beyond = now.begun() - rule.perMicro() * now.micros();
        if (same) {
            requireUnchanged(before, now);
            double most = rule.burst() + rule.perMicro() * SLACK_MICROS;
            require(rule.perMicro() == 0 || beyond - least <= most + 0.01, "the rate", before, now);
        } else if (before != null) {
            long most = Math.max(Math.max(before.rule().concurrency(), rule.concurrency()), before.leases());
            require(now.leases() <= most, "either concurrency", before, now);
        }
        least = same ? Math.min(least, beyond) : beyond;
        full += now.leases() == rule.concurrency() ? 1 : 0;
        rules += same ? 0 : 1;
        last = now;
    }

    private void requireUnchanged(Sample before, Sample now) {
        Rule rule = now.rule();
        boolean begun = now.begun() > before.begun();
        boolean more = now.leases() > rule.concurrency();
        require(!more || !begun && now.leases() <= before.leases(), "the concurrency", before, now);
        boolean held = now.micros() < rule.heldUntil() * 1_000;
        require(!held || !begun, "the hold", before, now);
    }

    private void require(boolean holds, String what, Sample before, Sample now) {
        if (!holds) {
            broken.add(what + " was exceeded from " + before + " to " + now);
        }
    }

    /** Returns what broke the rule. */
    List<String> broken() {
        return List.copyOf(broken);
    }

    /** Returns how many samples had as many leases as there are places. */
    int full() {
        return full;
    }

    /** Returns how many rules followed one another. */
    int rules() {
        return rules;
    }
}
