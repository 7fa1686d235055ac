package io.delayqueue.testing;

import io.delayqueue.internal.drive.Driver;
import io.delayqueue.internal.drive.EngineTime;
import io.delayqueue.internal.drive.GroupContext;
import io.delayqueue.internal.drive.Observers;
import io.delayqueue.internal.drive.Outage;
import io.delayqueue.internal.drive.Pools;
import io.delayqueue.internal.drive.ThreadDriver;
import io.delayqueue.internal.drive.Threads;
import io.delayqueue.internal.heartbeat.WorkCounters;
import io.delayqueue.store.Backend;
import io.delayqueue.store.TestPorts;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/** Makes drivers for parts of an engine. */
public final class Drivers {

    private Drivers() {}

    /** Runs jobs on threads, and all else on the calling thread. */
    public static Driver threads() {
        return threads(new Outage("nowhere"));
    }

    public static ThreadDriver threads(Outage outage) {
        return threads(EngineTime.passing(Clock.systemUTC()), new Pools(Runnable::run, false, Runnable::run), outage);
    }

    /** The same, with these pools. */
    public static ThreadDriver threads(Pools pools) {
        return threads(EngineTime.passing(Clock.systemUTC()), pools, new Outage("nowhere"));
    }

    public static ThreadDriver threads(EngineTime time, Pools pools, Outage outage) {
        Backend backend = TestPorts.answering(
                Backend.class, (method, arguments) -> method.getName().equals("node") ? "nowhere" : Integer.MAX_VALUE);
        return new ThreadDriver(backend, time, pools, outage, Threads.log(), true) {
            @Override
            public Executor calls(String group) {
                return pools.helpersOrHere();
            }

            @Override
            public Executor renewals(String group) {
                return pools.helpersOrHere();
            }
        };
    }

    /** What the parts of the instance "i" for the group "g" share; leases last half a minute. */
    public static GroupContext context(AtomicLong newest, Backend backend, Driver driver) {
        return context(newest, backend, driver, group -> false);
    }

    public static GroupContext context(AtomicLong newest, Backend backend, Driver driver, Predicate<String> drained) {
        Observers observers = new Observers(new WorkCounters());
        return new GroupContext(
                "g",
                "i",
                newest,
                Duration.ofSeconds(30),
                Duration.ofHours(1),
                Duration.ofMinutes(5),
                backend,
                driver,
                observers,
                drained);
    }
}
