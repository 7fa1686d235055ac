package io.delayqueue.benchmarks.workload;

import io.delayqueue.benchmarks.contender.Item;
import io.delayqueue.benchmarks.contender.Items;
import io.delayqueue.benchmarks.contender.OpenQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Adds tasks at a constant rate while they are consumed. The due times are planned before the first add: a late add makes its
 * task late, and does not change the plan.
 */
final class Stream {

    /** Several threads, so that a slow add does not delay the next ones. */
    private static final int THREADS = 4;

    /** Time between the plan and its start. */
    private static final Duration LEAD = Duration.ofMillis(100);

    private final int perSecond;

    private final Duration duration;

    private final Duration soonest;

    private final Duration latest;

    /**
     * Creates a stream.
     *
     * @param perSecond the number of tasks per second
     * @param duration the duration
     * @param soonest the minimum time from the position of a task in the stream to its due time
     * @param latest the maximum of this time
     */
    Stream(int perSecond, Duration duration, Duration soonest, Duration latest) {
        this.perSecond = perSecond;
        this.duration = duration;
        this.soonest = soonest;
        this.latest = latest;
    }

    /** Returns the same stream with a maximum duration. */
    Stream lasting(Duration atMost) {
        return new Stream(perSecond, duration.compareTo(atMost) < 0 ? duration : atMost, soonest, latest);
    }

    /** Returns the number of its tasks. */
    int size() {
        return (int) (perSecond * duration.toMillis() / 1_000);
    }

    /**
     * Plans the tasks.
     *
     * @param began the start in milliseconds since the epoch
     * @param topic the topic of each task
     */
    List<Item> plan(long began, Supplier<String> topic) {
        Random random = new Random(1);
        int spread = (int) latest.minus(soonest).toMillis() + 1;
        List<Item> items = new ArrayList<>(size());
        for (int i = 0; i < size(); i++) {
            long turn = began + i * 1_000L / perSecond;
            items.add(Items.due(topic.get(), turn + soonest.toMillis() + random.nextInt(spread)));
        }
        return items;
    }

    /**
     * Adds the tasks, those not started before the end of the patience excepted.
     *
     * @param patience the time after the last due time in which adds may begin
     */
    Sent run(OpenQueue queue, Supplier<String> topic, Duration patience) throws Exception {
        long began = System.currentTimeMillis() + LEAD.toMillis();
        long beganNanos = System.nanoTime() + LEAD.toNanos();
        List<Item> items = plan(began, topic);
        long lastDue = items.stream().mapToLong(Item::dueAt).max().orElse(began);
        AtomicInteger next = new AtomicInteger();
        AtomicInteger added = new AtomicInteger();
        AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        Runnable adder = () -> {
            int place;
            while ((place = next.getAndIncrement()) < items.size()
                    && System.currentTimeMillis() < lastDue + patience.toMillis()) {
                parkUntil(beganNanos + place * TimeUnit.SECONDS.toNanos(1) / perSecond);
                try {
                    queue.adding(List.of(items.get(place))).run();
                    added.incrementAndGet();
                } catch (RuntimeException e) {
                    failure.compareAndSet(null, e);
                }
            }
        };
        Clients.rate(
                Collections.nCopies(THREADS, List.of(adder)),
                duration.plus(latest).plus(patience));
        return new Sent(items.size(), lastDue, added.get(), failure.get());
    }

    private static void parkUntil(long nanos) {
        long left;
        while ((left = nanos - System.nanoTime()) > 0) {
            LockSupport.parkNanos(left);
        }
    }

    /**
     * Result of a stream.
     *
     * @param planned the number of planned tasks
     * @param lastDue the last due time, in milliseconds since the epoch
     * @param added the number of added tasks
     * @param failure the first failure of an add, if any
     */
    record Sent(
            int planned, long lastDue, int added, @Nullable Exception failure) {

        /** Reports tasks that were not added. */
        void report(String contender, Consumer<String> progress) {
            if (added < planned) {
                String why = failure == null ? "" : ": " + failure;
                progress.accept(String.format(
                        Locale.ROOT, "%s: only %,d of %,d tasks added%s", contender, added, planned, why));
            }
        }
    }
}
