package io.delayqueue.internal.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.internal.consume.SignalWaiters;
import io.delayqueue.internal.drive.BackgroundJob;
import io.delayqueue.internal.drive.Driver;
import io.delayqueue.internal.drive.GroupContext;
import io.delayqueue.internal.drive.JobHandle;
import io.delayqueue.internal.drive.Threads;
import io.delayqueue.internal.push.IdleChecks;
import io.delayqueue.internal.registry.LocalTopics;
import io.delayqueue.internal.run.DeadLetterNotifier;
import io.delayqueue.store.Backend;
import io.delayqueue.store.PushResult;
import io.delayqueue.store.Signals;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TestPorts;
import io.delayqueue.testing.Drivers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GroupsTests {

    private static final Map<String, Set<String>> REGISTRY = Map.of("g", Set.of());

    private final Driver threads = Drivers.threads();

    private final List<JobHandle> jobs = new ArrayList<>();

    /** The job whose next start fails. */
    private @Nullable String failing;

    /** The job whose next stop fails. */
    private @Nullable String unstoppable;

    private final Driver driver = TestPorts.answering(Driver.class, (method, arguments) -> {
        if (method.getReturnType() != JobHandle.class) {
            return method.invoke(threads, arguments);
        }
        int last = arguments.length - 1;
        JobHandle job = job((String) arguments[last - 1], (BackgroundJob) arguments[last]);
        jobs.add(job);
        return job;
    });

    private final TaskStore store = TestPorts.answering(
            TaskStore.class,
            (method, arguments) -> method.getName().equals("push")
                    ? new PushResult(true, 0, Map.of(), 1_000_000, null, Map.of(), 0, Set.of())
                    : null);

    private final Backend backend = TestPorts.answering(
            Backend.class,
            (method, arguments) -> method.getName().equals("signals")
                    ? TestPorts.answering(Signals.class, (any, none) -> false)
                    : store);

    private final GroupContext context = Drivers.context(new AtomicLong(), backend, driver);

    private final SignalWaiters waiters = new SignalWaiters(backend, "i", driver);

    private final Groups groups = groups();

    private Groups groups() {
        LocalTopics local = new LocalTopics(Set.of(), true, false);
        local.add("g");
        return new Groups(
                local,
                Map.of(),
                (group, topics) -> new GroupRuntime(
                        context,
                        waiters,
                        new IdleChecks(backend, "i", driver),
                        new DeadLetterNotifier(List.of(), context.observers().taskEvents(), Threads.log()),
                        topics,
                        (topic, any) -> {
                            throw new AssertionError("no topic is consumed");
                        }));
    }

    private JobHandle job(String name, BackgroundJob job) {
        JobHandle real = threads.job(name, job);
        return TestPorts.answering(JobHandle.class, (method, arguments) -> {
            if (method.getName().equals("start") && name.equals(failing)) {
                failing = null;
                throw new OutOfMemoryError("unable to create native thread");
            }
            if (method.getName().equals("stop") && name.equals(unstoppable)) {
                unstoppable = null;
                throw new OutOfMemoryError("for the test");
            }
            return method.invoke(real, arguments);
        });
    }

    @AfterEach
    void stop() {
        jobs.forEach(JobHandle::stop);
        assertThat(jobs).allMatch(job -> job.join(Duration.ofSeconds(10)));
    }

    /** Those that have started and not ended. */
    private Stream<JobHandle> running() {
        return jobs.stream().filter(job -> !job.join(Duration.ofMillis(1)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"acknowledger-g", "pusher-g", "consumer-g"})
    void groupWhoseStartFailsShouldBeStartedByTheNextReadingOfTheRegistry(String job) {
        failing = job;
        assertThatThrownBy(() -> groups.apply(REGISTRY)).hasMessage("unable to create native thread");
        groups.apply(REGISTRY);
        assertThat(running()).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pusher-g", "consumer-g"})
    void groupWhoseReturnFailsShouldBeStartedByTheNextReadingOfTheRegistry(String job) {
        groups.apply(REGISTRY);
        groups.apply(Map.of());
        assertThat(running()).as("the acknowledger").hasSize(1);
        failing = job;
        assertThatThrownBy(() -> groups.apply(REGISTRY)).hasMessage("unable to create native thread");
        groups.apply(REGISTRY);
        assertThat(running()).as("a new runtime beside the acknowledger").hasSize(4);
        groups.forgetRetired();
        assertThat(running()).hasSize(3);
    }

    @Test
    void pusherOfAGroupWhoseConsumersCannotBeStoppedShouldStop() {
        groups.apply(REGISTRY);
        unstoppable = "consumer-g";
        groups.apply(Map.of());
        assertThat(running()).as("all but the pusher").hasSize(2);
    }
}
