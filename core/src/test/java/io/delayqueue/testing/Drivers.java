package io.delayqueue.testing;

import io.delayqueue.internal.drive.Driver;
import io.delayqueue.internal.drive.EngineTime;
import io.delayqueue.internal.drive.Outage;
import io.delayqueue.internal.drive.Pools;
import io.delayqueue.internal.drive.ThreadDriver;
import io.delayqueue.internal.drive.Threads;
import java.time.Clock;

/** Makes drivers for parts of an engine. */
public final class Drivers {

    private Drivers() {}

    /** Runs jobs on threads, and all else on the calling thread. */
    public static Driver threads() {
        return threads(new Outage("nowhere"));
    }

    public static ThreadDriver threads(Outage outage) {
        return new ThreadDriver(
                EngineTime.passing(Clock.systemUTC()),
                new Pools(Runnable::run, false, Runnable::run),
                outage,
                Threads.log(),
                true);
    }
}
