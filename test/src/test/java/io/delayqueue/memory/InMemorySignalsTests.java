package io.delayqueue.memory;

import io.delayqueue.store.SignalsContract;
import java.time.Clock;

/** Signals in memory. */
class InMemorySignalsTests extends SignalsContract {

    InMemorySignalsTests() {
        super(new InMemoryBackend(Clock.systemUTC()));
    }
}
