package io.delayqueue.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.scenario.LogLines;
import io.delayqueue.store.Backend;
import io.delayqueue.store.TestPorts;
import io.delayqueue.testing.OwnThread;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LanesTests {

    private static final int MAX_CALLS = 8;

    private static final int GROUPS = 20;

    private final Outage outage = new Outage("both");

    private final List<ThreadDriver> drivers = new ArrayList<>();

    /** The node of a group is its first letter. */
    private final ThreadDriver driver = driver(MAX_CALLS);

    private final List<JobHandle> jobs = new ArrayList<>();

    private final CountDownLatch open = new CountDownLatch(1);

    private final AtomicInteger waiting = new AtomicInteger();

    private ThreadDriver driver(int maxCalls) {
        ThreadDriver made = newDriver(maxCalls);
        drivers.add(made);
        return made;
    }

    private ThreadDriver newDriver(int maxCalls) {
        Backend backend = TestPorts.answering(
                Backend.class,
                (method, arguments) -> method.getName().equals("node")
                        ? String.valueOf(arguments[0]).substring(0, 1)
                        : maxCalls);
        return new ThreadDriver(
                backend,
                EngineTime.passing(Clock.systemUTC()),
                new Pools(Runnable::run, false, OwnThread::start),
                outage,
                Threads.log(),
                true);
    }

    private JobHandle start(String group, BackgroundJob job) {
        JobHandle handle = driver.groupJob(group, "job-" + group + "-" + jobs.size(), job);
        jobs.add(handle);
        handle.start();
        return handle;
    }

    private long hang() {
        waiting.incrementAndGet();
        try {
            open.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        } finally {
            waiting.decrementAndGet();
        }
        return BackgroundJob.NEVER;
    }

    @AfterEach
    void stop() {
        open.countDown();
        jobs.forEach(JobHandle::stop);
        assertThat(jobs).allMatch(job -> job.join(Duration.ofSeconds(10)));
        drivers.forEach(ThreadDriver::close);
    }

    /** The node of a lane may be gone for good, for each failover of a cluster can bring nodes of other addresses. */
    @Test
    void laneWithoutWorkShouldHaveNoThreads() {
        Lane lane = new Lane(outage, MAX_CALLS, Thread::new, Runnable::run);
        lane.fit(GROUPS);
        lane.setKeepAliveTime(1, TimeUnit.MILLISECONDS);
        IntStream.range(0, GROUPS).forEach(i -> lane.execute(waiting::incrementAndGet));
        await().until(() -> waiting.get() == GROUPS);
        await().until(() -> lane.getPoolSize() == 0);
        lane.execute(waiting::incrementAndGet);
        await().until(() -> waiting.get() == GROUPS + 1);
        lane.shutdown();
    }

    @Test
    void jobsAndCallsOfOneNodeShouldShareHalfOfItsConnectionsAndHoldUpNoOtherNode() {
        IntStream.range(0, GROUPS).forEach(i -> start("a" + i, this::hang));
        await().until(() -> waiting.get() == MAX_CALLS / 4);
        IntStream.range(0, GROUPS).forEach(i -> driver.calls("a" + i).execute(this::hang));
        await().until(() -> waiting.get() == MAX_CALLS / 2);
        Set<String> threads = ConcurrentHashMap.newKeySet();
        AtomicInteger runs = new AtomicInteger();
        IntStream.range(0, GROUPS)
                .forEach(i -> start("b" + i, () -> {
                    threads.add(Thread.currentThread().getName());
                    runs.incrementAndGet();
                    return BackgroundJob.NEVER;
                }));
        await().until(() -> runs.get() == GROUPS);
        CountDownLatch call = new CountDownLatch(1);
        driver.calls("b").execute(call::countDown);
        await().until(() -> call.getCount() == 0);
        assertThat(waiting).hasValue(MAX_CALLS / 2);
        assertThat(threads)
                .hasSizeLessThanOrEqualTo(MAX_CALLS / 4)
                .allMatch(name -> name.startsWith("delayqueue-lane-"));
    }

    @Test
    void renewalsShouldHaveFourThreadsOfANodeThatPushesDoNotTake() {
        IntStream.range(0, GROUPS).forEach(i -> start("a" + i, this::hang));
        await().until(() -> waiting.get() == MAX_CALLS / 4);
        IntStream.range(0, GROUPS).forEach(i -> driver.renewals("a" + i).execute(this::hang));
        await().until(() -> waiting.get() == MAX_CALLS / 4 + 4);
        AtomicBoolean renewed = new AtomicBoolean();
        driver.renewals("b").execute(() -> renewed.set(true));
        await().untilTrue(renewed);
        assertThat(waiting).hasValue(MAX_CALLS / 4 + 4);
    }

    /** With one thread: after eight runs of a job that always has more to do, the other has its turn. */
    @Test
    void jobWithMoreToDoShouldLetOthersRun() {
        ThreadDriver narrow = driver(2);
        Queue<String> runs = new ConcurrentLinkedQueue<>();
        CountDownLatch both = new CountDownLatch(1);
        JobHandle busy = narrow.groupJob("a1", "busy", () -> {
            awaitBoth(both);
            runs.add("busy");
            return runs.size() < 40 ? 0 : BackgroundJob.NEVER;
        });
        JobHandle other = narrow.groupJob("a2", "other", () -> {
            runs.add("other");
            return BackgroundJob.NEVER;
        });
        jobs.addAll(List.of(busy, other));
        busy.start();
        other.start();
        both.countDown();
        await().until(() -> runs.size() >= 40);
        assertThat(List.copyOf(runs).indexOf("other")).isBetween(0, 8);
    }

    private static void awaitBoth(CountDownLatch both) {
        try {
            both.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void jobWithoutANextEventShouldRunWhenItIsWokenAlsoDuringARun() {
        AtomicInteger runs = new AtomicInteger();
        CountDownLatch inSecond = new CountDownLatch(1);
        CountDownLatch woken = new CountDownLatch(1);
        JobHandle job = start("a", () -> {
            if (runs.incrementAndGet() == 2) {
                inSecond.countDown();
                awaitBoth(woken);
            }
            return BackgroundJob.NEVER;
        });
        await().until(() -> runs.get() == 1);
        job.wake();
        await().until(() -> inSecond.getCount() == 0);
        job.wake();
        woken.countDown();
        await().until(() -> runs.get() == 3);
    }

    /** The store's answer to one job ends the pauses of the others of the node, which have grown to seconds. */
    @Test
    void answerOfANodeShouldEndThePausesOfItsJobsAndItsOutageOnly() {
        AtomicBoolean reachable = new AtomicBoolean();
        AtomicInteger failures = new AtomicInteger();
        List<AtomicInteger> runs = new ArrayList<>();
        try (LogLines log = new LogLines(Outage.class)) {
            for (String group : List.of("a1", "a2", "a3", "b1")) {
                AtomicInteger done = new AtomicInteger();
                runs.add(done);
                start(group, () -> {
                    if (group.startsWith("b") || !reachable.get()) {
                        failures.incrementAndGet();
                        throw new TaskStoreUnavailableException("for the test", null);
                    }
                    done.incrementAndGet();
                    return BackgroundJob.NEVER;
                });
            }
            await().until(() -> failures.get() >= 16);
            assertThat(outage.length()).isNotNull();
            reachable.set(true);
            await().until(() -> runs.subList(0, 3).stream().allMatch(done -> done.get() > 0));
            await().until(() -> log.with("INFO The store at a answers again").size() == 1);
            assertThat(log.with("WARN The store at a cannot be reached")).hasSize(1);
            assertThat(log.with("WARN The store at b cannot be reached")).hasSize(1);
            assertThat(log.with("INFO The store at b")).isEmpty();
            assertThat(outage.length()).as("b is still away").isNotNull();
        }
    }

    @Test
    void clientWithTooFewConnectionsShouldBeReportedWithTheNumber() {
        try (LogLines log = new LogLines(ThreadDriver.class)) {
            ThreadDriver narrow = driver(3);
            AtomicInteger runs = new AtomicInteger();
            for (String group : List.of("a1", "a2")) {
                JobHandle job = narrow.groupJob(group, group, () -> {
                    runs.incrementAndGet();
                    return BackgroundJob.NEVER;
                });
                jobs.add(job);
                job.start();
            }
            await().until(() -> runs.get() == 2);
            assertThat(log.with("WARN The client of the store at a has 3 connections"))
                    .hasSize(1);
        }
    }

    @Test
    void jobThatStopsShouldNotWaitForItsNextRun() {
        AtomicInteger runs = new AtomicInteger();
        JobHandle job = start("a", new BackgroundJob() {
            @Override
            public long run() {
                runs.incrementAndGet();
                return TimeUnit.HOURS.toNanos(1);
            }

            @Override
            public boolean isDone() {
                return runs.get() >= 3;
            }
        });
        await().until(() -> runs.get() == 1);
        job.stop();
        assertThat(job.join(Duration.ofSeconds(10))).isTrue();
        assertThat(runs).hasValue(3);
    }

    @Test
    void jobThatStopsAfterAFailureShouldNotWaitLong() {
        AtomicInteger failures = new AtomicInteger();
        AtomicBoolean done = new AtomicBoolean();
        JobHandle job = start("a", new BackgroundJob() {
            @Override
            public long run() {
                failures.incrementAndGet();
                throw new TaskStoreUnavailableException("for the test", null);
            }

            @Override
            public boolean isDone() {
                return done.get();
            }
        });
        await().until(() -> failures.get() >= 7);
        int before = failures.get();
        job.stop();
        await().until(() -> failures.get() >= before + 20);
        done.set(true);
        assertThat(job.join(Duration.ofSeconds(10))).isTrue();
        assertThat(outage.length()).as("nothing calls the store any more").isNull();
    }

    /** The outage is that of the next session too. */
    @Test
    void jobWhoseCallOutlastsTheDriverShouldEnd() {
        AtomicInteger runs = new AtomicInteger();
        JobHandle job = start("a", () -> {
            if (runs.incrementAndGet() == 2) {
                hang();
            }
            throw new TaskStoreUnavailableException("for the test", null);
        });
        await().until(() -> waiting.get() == 1);
        job.stop();
        driver.close();
        assertThat(outage.length()).isNotNull();
        open.countDown();
        assertThat(job.join(Duration.ofSeconds(10))).isTrue();
        assertThat(outage.length()).isNull();
    }
}
