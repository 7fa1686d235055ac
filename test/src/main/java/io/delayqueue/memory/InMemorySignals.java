package io.delayqueue.memory;

import io.delayqueue.TopicName;
import io.delayqueue.store.Signals;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Signals in memory. Waits last by the system's time, independent of the store's clock. */
final class InMemorySignals implements Signals {

    private static final Duration MAX_WAIT = Duration.ofMillis(2_500);

    private static final long INTERRUPT_KEPT_MILLIS = 5_000;

    private final MemoryStore store;

    InMemorySignals(MemoryStore store) {
        this.store = store;
    }

    @Override
    public @Nullable TopicName await(List<TopicName> topics, String instance, Duration atMost) {
        long left = (atMost.compareTo(MAX_WAIT) < 0 ? atMost : MAX_WAIT).toNanos();
        MemoryGroup waited = store.group(topics.get(0).group());
        boolean interrupted = false;
        waited.lock.lock();
        try {
            long deadline = System.nanoTime() + left;
            while (!takeInterrupt(waited, instance)) {
                TopicName topic = take(waited, topics);
                if (topic != null || left <= 0) {
                    return topic;
                }
                try {
                    waited.signalled.awaitNanos(left);
                } catch (InterruptedException e) {
                    // The wait goes on, as a wait for Redis does.
                    interrupted = true;
                }
                left = deadline - System.nanoTime();
            }
            return null;
        } finally {
            waited.lock.unlock();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static @Nullable TopicName take(MemoryGroup group, List<TopicName> topics) {
        for (TopicName name : topics) {
            TopicTasks topic = group.topic(name.topic());
            if (topic.signalled) {
                topic.signalled = false;
                return name;
            }
        }
        return null;
    }

    private boolean takeInterrupt(MemoryGroup group, String instance) {
        Long until = group.interrupts.remove(instance);
        return until != null && store.now().millis() <= until;
    }

    @Override
    public void interruptWait(String group, String instance) {
        store.change(group, in -> {
            long now = in.now().millis();
            in.interrupts.values().removeIf(until -> until < now);
            in.interrupts.putIfAbsent(instance, now + INTERRUPT_KEPT_MILLIS);
            in.signalled.signalAll();
            return true;
        });
    }
}
