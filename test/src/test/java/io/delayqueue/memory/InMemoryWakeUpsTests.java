package io.delayqueue.memory;

import io.delayqueue.store.WakeUpsContract;
import java.time.Clock;

/** What instances tell each other in memory. */
class InMemoryWakeUpsTests extends WakeUpsContract {

    InMemoryWakeUpsTests() {
        super(new InMemoryBackend(Clock.systemUTC()));
    }
}
