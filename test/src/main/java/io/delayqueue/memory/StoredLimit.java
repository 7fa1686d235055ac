package io.delayqueue.memory;

import io.delayqueue.limit.Limit;
import io.delayqueue.limit.Rate;
import java.util.ArrayList;
import java.util.List;

/** Limit of a group in memory, its hold, and the tokens of its rate. Changed under the group's lock only. */
final class StoredLimit {

    /** Microseconds by which tokens come early, to make up for late wake-ups. */
    private static final long MAKE_UP_MICROS = 5_000;

    /** Microseconds whose tokens are waited for together, because a wait for each token would be too short. */
    private static final long WAIT_MICROS = 10_000;

    private static final double MICROS_OF_A_MILLI = 1_000;

    /** The topics in the order of their turns: the one whose tasks were leased last is the last. */
    final List<String> topics = new ArrayList<>();

    Limit limit;

    /** End of the hold in milliseconds since the epoch. */
    long until;

    /** Microseconds since the epoch up to which tokens are spent. */
    private long spentTo;

    /** Number of the newest delivery. */
    private long newest;

    StoredLimit(Limit limit) {
        this.limit = limit;
    }

    /**
     * Returns how many tasks of the limit's topics may be leased.
     *
     * @param running number of the tasks that are leased already
     */
    Allowance allowance(int running, StepTime now) {
        int free = limit.concurrency() == null ? Integer.MAX_VALUE : limit.concurrency() - running;
        Allowance places = free > 0 ? new Allowance(free, 0) : Allowance.NONE;
        return Allowance.until(until, now).and(places).and(tokens(now));
    }

    Allowance tokens(StepTime now) {
        Rate rate = limit.rate();
        if (rate == null) {
            return Allowance.ALL;
        }
        keepWithinTheBucket(now);
        double interval = rate.intervalMicros();
        double left = Math.max(0, mostMicros(rate) - Math.max(0, spentTo - now.micros()));
        double tokens = Math.min(limit.tokens(), Math.floor(left / interval));
        double wanted = Math.min(limit.tokens(), Math.max(1, Math.floor(WAIT_MICROS / interval)));
        double at = Math.ceil((now.micros() + wanted * interval - left) / MICROS_OF_A_MILLI);
        return tokens >= 1 ? new Allowance((long) tokens, 0) : new Allowance(0, (long) at);
    }

    /** Replaces the limit. If more tokens are spent than the new limit may have spent, all of its tokens are. */
    void set(Limit other, StepTime now) {
        limit = other;
        keepWithinTheBucket(now);
    }

    /** Counts leased tasks of a topic, and spends their tokens. */
    void leased(String topic, int tasks, long delivery, StepTime now) {
        newest = delivery;
        if (topics.remove(topic)) {
            topics.add(topic);
        }
        Rate rate = limit.rate();
        if (rate != null) {
            spentTo = (long) Math.ceil(Math.max(spentTo, now.micros()) + tasks * rate.intervalMicros());
        }
    }

    /** At most all tokens are spent, because the limit was larger before, or the clock was set back. */
    private void keepWithinTheBucket(StepTime now) {
        if (limit.rate() != null) {
            spentTo = Math.min(spentTo, (long) Math.ceil(now.micros() + mostMicros(limit.rate())));
        }
    }

    /** Gives back a token, but only of the newest delivery, because later ones were allowed by how many tokens were there. */
    void giveBack(long delivery) {
        if (limit.rate() != null && delivery == newest) {
            spentTo -= (long) limit.rate().intervalMicros();
        }
    }

    private double mostMicros(Rate rate) {
        return limit.tokens() * rate.intervalMicros() + MAKE_UP_MICROS;
    }
}
