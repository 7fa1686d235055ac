package io.delayqueue.memory;

import io.delayqueue.store.WakeUpsContract;
import java.time.Clock;

/** Messages between instances in memory. */
class InMemoryWakeUpsTests extends WakeUpsContract {

    InMemoryWakeUpsTests() {
        super(new InMemoryBackend(Clock.systemUTC()));
    }
}
