package io.delayqueue.memory;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Waits for the signals of a group, served in their order. Used under the group's lock only. */
final class Waiters {

    private static final long INTERRUPT_KEPT_MILLIS = 5_000;

    private final MemoryGroup group;

    private final ReentrantLock lock;

    private final Deque<Waiter> waiting = new ArrayDeque<>();

    /** End of the interrupt of a wait that has not begun, by instance. */
    private final Map<String, Long> interrupts = new HashMap<>();

    private static final class Waiter {

        private final List<String> topics;

        private final String instance;

        private final Condition served;

        private boolean over;

        private @Nullable String topic;

        Waiter(List<String> topics, String instance, Condition served) {
            this.topics = List.copyOf(topics);
            this.instance = instance;
            this.served = served;
        }

        private void end(@Nullable String signalled) {
            over = true;
            topic = signalled;
            served.signal();
        }
    }

    Waiters(MemoryGroup group, ReentrantLock lock) {
        this.group = group;
        this.lock = lock;
    }

    /** Takes a signal or waits for one; null after the time or an interrupt. */
    @Nullable
    String await(List<String> topics, String instance, long nanos, StepTime now) {
        if (takeInterruption(instance, now)) {
            return null;
        }
        String there = take(topics);
        if (there != null) {
            return there;
        }
        Waiter waiter = new Waiter(topics, instance, lock.newCondition());
        waiting.add(waiter);
        long deadline = System.nanoTime() + nanos;
        boolean interrupted = false;
        long left = nanos;
        while (!waiter.over && left > 0) {
            try {
                waiter.served.await(left, TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                // An interrupt only ends the wait.
                interrupted = true;
            }
            left = deadline - System.nanoTime();
        }
        waiting.remove(waiter);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return waiter.topic;
    }

    private @Nullable String take(List<String> topics) {
        for (String name : topics) {
            TopicTasks topic = group.topic(name);
            if (topic != null && topic.signalled) {
                topic.signalled = false;
                return name;
            }
        }
        return null;
    }

    /** Passes the set signals to waits. */
    void serve() {
        for (Iterator<Waiter> all = waiting.iterator(); all.hasNext(); ) {
            Waiter waiter = all.next();
            String topic = take(waiter.topics);
            if (topic != null) {
                all.remove();
                waiter.end(topic);
            }
        }
    }

    /** Ends the current wait of an instance, or else its next. */
    void interruptWait(String instance, StepTime now) {
        for (Iterator<Waiter> all = waiting.iterator(); all.hasNext(); ) {
            Waiter waiter = all.next();
            if (waiter.instance.equals(instance)) {
                all.remove();
                waiter.end(null);
                return;
            }
        }
        interrupts.values().removeIf(until -> until < now.millis());
        interrupts.putIfAbsent(instance, now.millis() + INTERRUPT_KEPT_MILLIS);
    }

    private boolean takeInterruption(String instance, StepTime now) {
        Long until = interrupts.remove(instance);
        return until != null && now.millis() <= until;
    }

    void forgetInterruptions() {
        interrupts.clear();
    }
}
