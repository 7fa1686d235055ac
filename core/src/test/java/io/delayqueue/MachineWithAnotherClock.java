package io.delayqueue;

import java.time.Clock;

/** Makes ids as a machine would whose clock this is. */
public final class MachineWithAnotherClock {

    private final TaskIds ids = new TaskIds();

    private final Clock clock;

    /** Makes none yet. */
    public MachineWithAnotherClock(Clock clock) {
        this.clock = clock;
    }

    /** The next id. */
    public String nextId() {
        return ids.next(clock.millis());
    }
}
