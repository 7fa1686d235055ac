package io.delayqueue.memory;

import io.delayqueue.store.ForecastContract;

class InMemoryForecastTests extends ForecastContract {

    InMemoryForecastTests() {
        super(new MemoryUnderTest());
    }
}
