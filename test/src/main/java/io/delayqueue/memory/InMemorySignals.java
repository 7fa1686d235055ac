package io.delayqueue.memory;

import io.delayqueue.store.Signals;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Signals in memory. Waits last by the system's time, independent of the store's clock. */
final class InMemorySignals implements Signals {

    private static final Duration MAX_WAIT = Duration.ofMillis(2_500);

    private final MemoryStore store;

    InMemorySignals(MemoryStore store) {
        this.store = store;
    }

    @Override
    public @Nullable String await(String group, List<String> topics, String instance, Duration atMost) {
        Duration longest = atMost.compareTo(MAX_WAIT) < 0 ? atMost : MAX_WAIT;
        MemoryGroup waited = store.group(group);
        return waited.<@Nullable String>step(
                now -> waited.waiters.await(topics, instance, Math.max(longest.toNanos(), 0), now));
    }

    @Override
    public void interruptWait(String group, String instance) {
        MemoryGroup waiting = store.group(group);
        waiting.step(now -> {
            waiting.waiters.interruptWait(instance, now);
            return true;
        });
    }
}
