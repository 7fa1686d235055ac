package io.delayqueue.benchmarks.workload;

import io.delayqueue.benchmarks.contender.Item;
import io.delayqueue.benchmarks.contender.Items;
import io.delayqueue.benchmarks.contender.OpenQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Adds tasks at an even pace while they are consumed. When tasks are due is planned before the first one is added: an add
 * that comes late makes its task late, and does not move the plan.
 */
final class Stream {

    /** So that an add that takes long does not hold up the next ones. */
    private static final int THREADS = 4;

    /** Between the making of the plan and its begin. */
    private static final Duration LEAD = Duration.ofMillis(100);

    private final int perSecond;

    private final Duration duration;

    private final Duration soonest;

    private final Duration latest;

    /**
     * Creates a stream.
     *
     * @param perSecond how many tasks a second
     * @param duration for how long
     * @param soonest how far ahead of its place in the stream a task is due at least
     * @param latest and at most
     */
    Stream(int perSecond, Duration duration, Duration soonest, Duration latest) {
        this.perSecond = perSecond;
        this.duration = duration;
        this.soonest = soonest;
        this.latest = latest;
    }

    /** The same stream, but no longer than this. */
    Stream lasting(Duration atMost) {
        return new Stream(perSecond, duration.compareTo(atMost) < 0 ? duration : atMost, soonest, latest);
    }

    /** How many tasks it has. */
    int size() {
        return (int) (perSecond * duration.toMillis() / 1_000);
    }

    /**
     * Plans the tasks.
     *
     * @param began when the first one has its turn, in milliseconds since the epoch
     * @param topic gives each task's topic
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
     * Adds the tasks. What was not added when the patience is at an end stays undone.
     *
     * @param patience how long after the last due time adds may still begin
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
     * What became of a stream.
     *
     * @param planned how many tasks there should have been
     * @param lastDue when the last of them was due, in milliseconds since the epoch
     * @param added how many were added
     * @param failure the first add that failed, if one did
     */
    record Sent(
            int planned, long lastDue, int added, @Nullable Exception failure) {

        /** Says so if not all were added. */
        void tell(String who, Consumer<String> progress) {
            if (added < planned) {
                String why = failure == null ? "" : ": " + failure;
                progress.accept(String.format("%s: only %,d of %,d tasks added%s", who, added, planned, why));
            }
        }
    }
}
