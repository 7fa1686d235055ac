package io.delayqueue.store;

import io.delayqueue.store.ModelTask.Span;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Times for random operations, so chosen that a history does not depend on how fast it was: decades ago, decades ahead, or
 * the store's now, of which no two operations see the same millisecond, or whole days after it.
 */
final class ModelTimes {

    static final long DAY = Duration.ofDays(1).toMillis();

    private static final long PAST = 1_000_000_000_000L;

    static final long FUTURE = 3_000_000_000_000L;

    /** A time as the store takes it. */
    record Time(long millis, boolean relative) {

        /** By the store's clock, and due in a moment. */
        boolean isNear() {
            return relative && millis < DAY;
        }

        /** When that is. */
        Span from(Span now) {
            return relative ? now.plus(millis) : Span.at(millis);
        }

        @Override
        public String toString() {
            return (relative ? "+" : "=") + millis;
        }
    }

    private final TaskStore store;

    private final String group;

    private final Random random;

    private final Set<Long> past = new HashSet<>();

    /** Those since the last push: later ones keep the order of adding among tasks of the same millisecond. */
    private final List<Long> unpushed = new ArrayList<>();

    private long latest;

    private long lastFresh;

    ModelTimes(TaskStore store, String group, Random random) {
        this.store = store;
        this.group = group;
        this.random = random;
        this.latest = now();
    }

    Time any() {
        return switch (random.nextInt(10)) {
            case 0, 1, 2, 3 -> near(random.nextInt(2));
            case 4, 5, 6 -> new Time(pastOnceMore(), false);
            case 7 -> new Time(DAY * (1 + random.nextInt(3)), true);
            default -> new Time(future(), false);
        };
    }

    Time near(long millis) {
        return new Time(millis, true);
    }

    /** A time decades ahead; many tasks have the same. */
    long future() {
        return FUTURE + random.nextInt(4);
    }

    static boolean isFuture(long millis) {
        return millis >= FUTURE;
    }

    /** Whether a time is decades ago. */
    static boolean isPast(long millis) {
        return millis < PAST + PAST / 2;
    }

    /** A time decades ago that no other task has ever had. */
    long past() {
        long millis;
        do {
            millis = PAST + random.nextInt(1_000_000_000);
        } while (!past.add(millis));
        return millis;
    }

    private long pastOnceMore() {
        if (!unpushed.isEmpty() && random.nextInt(3) > 0) {
            return unpushed.get(random.nextInt(unpushed.size()));
        }
        long millis = past();
        unpushed.add(millis);
        return millis;
    }

    void pushed() {
        unpushed.clear();
    }

    /** The store's time. */
    long now() {
        return store.time(group);
    }

    /** Waits until all times in the past so far are over by the store's clock, and says its time. */
    long reach() {
        return after(latest);
    }

    /** Waits for a millisecond that nothing has seen. */
    long fresh() {
        lastFresh = after(latest + 1);
        return lastFresh;
    }

    /** The fresh millisecond before which the current call has begun. */
    long lastFresh() {
        return lastFresh;
    }

    private long after(long millis) {
        long now;
        do {
            now = now();
        } while (now < millis);
        return now;
    }

    /** What the store took for now in a step that is over, whether it rounds up or down. No fresh time is one of these. */
    Span since(long before) {
        long now = now();
        latest = Math.max(latest, now);
        return new Span(before, now + 1);
    }

    /** A time that a task has; counts if it comes soon. */
    void seen(long millis) {
        if (millis < latest + DAY / 2) {
            latest = Math.max(latest, millis);
        }
    }
}
