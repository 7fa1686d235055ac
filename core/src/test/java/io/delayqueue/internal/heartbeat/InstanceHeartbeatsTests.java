package io.delayqueue.internal.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import io.delayqueue.history.TaskRecord.Progress;
import io.delayqueue.internal.codec.RunningTask;
import io.delayqueue.internal.drive.BackgroundJob;
import io.delayqueue.internal.drive.Outage;
import io.delayqueue.internal.registry.LocalTopics;
import io.delayqueue.monitor.EngineStatus.GroupStatus;
import io.delayqueue.monitor.EngineStatus.TopicStatus;
import io.delayqueue.scenario.LogLines;
import io.delayqueue.store.Backend;
import io.delayqueue.store.InstanceStore;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TestPorts;
import io.delayqueue.testing.Drivers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Times of heartbeats, and the end of an instance. */
class InstanceHeartbeatsTests {

    private static final Duration SOON = Duration.ofMillis(20);

    private static final Duration NEVER = Duration.ofHours(1);

    private final Queue<String> sent = new ConcurrentLinkedQueue<>();

    /** Failures of the store by call, such as "heartbeat a". */
    private final Map<String, RuntimeException> failures = new ConcurrentHashMap<>();

    private final Map<String, Integer> running = new ConcurrentHashMap<>(Map.of("a", 0));

    private volatile boolean watched = true;

    private volatile boolean draining;

    private final AtomicInteger turns = new AtomicInteger();

    private final AtomicInteger failed = new AtomicInteger();

    private final WorkCounters work = new WorkCounters();

    private final Outage outage = new Outage("nowhere");

    private InstanceHeartbeats heartbeats;

    @AfterEach
    void stop() {
        heartbeats.leave(Duration.ZERO);
        assertThat(heartbeats.handle().join(Duration.ofSeconds(10))).isTrue();
    }

    private final List<RunningTask> progress = new CopyOnWriteArrayList<>();

    private final InstanceHeartbeats.Work served = new InstanceHeartbeats.Work() {
        @Override
        public List<GroupStatus> status() {
            return InstanceHeartbeatsTests.this.status();
        }

        @Override
        public List<RunningTask> progress(String group) {
            return progress;
        }
    };

    private void start(Duration late, Duration unserved) {
        heartbeats = new InstanceHeartbeats(
                port(Backend.class),
                "i",
                served,
                work,
                new InstanceHeartbeats.Intervals(SOON, late, unserved),
                () -> {},
                new LocalTopics(Set.of(), true, false),
                Drivers.threads(outage));
        heartbeats.handle().start();
    }

    private List<GroupStatus> status() {
        turns.incrementAndGet();
        return running.entrySet().stream()
                .map(group -> new GroupStatus(
                        group.getKey(),
                        false,
                        draining,
                        Duration.ZERO,
                        Duration.ZERO,
                        Duration.ZERO,
                        List.of(new TopicStatus(
                                new TopicName(group.getKey(), "t"), 8, group.getValue(), 0, 0, 0, null)),
                        List.of()))
                .toList();
    }

    private <T> T port(Class<T> type) {
        return TestPorts.answering(type, (method, arguments) -> switch (method.getName()) {
            case "instances" -> port(InstanceStore.class);
            case "tasks" -> port(TaskStore.class);
            case "time" -> System.currentTimeMillis();
            case "node" -> String.valueOf(arguments[0]).substring(0, 1);
            case "heartbeat", "leave" -> send(method.getName() + " " + arguments[0]);
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private Object send(String what) {
        RuntimeException failure = failures.get(what);
        if (failure != null) {
            failed.incrementAndGet();
            throw failure;
        }
        sent.add(what);
        return what.startsWith("heartbeat") ? watched : null;
    }

    private long times(String what) {
        return sent.stream().filter(what::equals).count();
    }

    private void awaitTurns(int more) {
        int until = turns.get() + more;
        await().until(() -> turns.get() >= until);
    }

    @Test
    void beatShouldFollowAChangeSoonAndNothingElse() {
        start(NEVER, NEVER);
        await().until(() -> times("heartbeat a") == 1);
        awaitTurns(5);
        assertThat(sent).containsExactly("heartbeat a");
        running.put("a", 1);
        await().until(() -> times("heartbeat a") == 2);
        work.added(new TopicName("a", "t"), 1);
        await().until(() -> times("heartbeat a") == 3);
        progress.add(new RunningTask("t", "42", 1, new Progress(1, 2, null)));
        await().until(() -> times("heartbeat a") == 4);
        awaitTurns(5);
        assertThat(sent).hasSize(4);
    }

    @Test
    void changeThatNobodyReadsShouldBeReportedAfterAWhileOnly() {
        watched = false;
        start(NEVER, NEVER);
        await().until(() -> times("heartbeat a") == 1);
        running.put("a", 1);
        awaitTurns(5);
        assertThat(sent).containsExactly("heartbeat a");
    }

    @Test
    void drainThatNobodyReadsShouldBeReportedAtOnceAndOnce() {
        watched = false;
        start(NEVER, NEVER);
        await().until(() -> times("heartbeat a") == 1);
        draining = true;
        await().until(() -> times("heartbeat a") == 2);
        awaitTurns(5);
        assertThat(sent).hasSize(2);
        draining = false;
        await().until(() -> times("heartbeat a") == 3);
    }

    @Test
    void whoeverReadsShouldBeHeardOfByTheNextBeat() {
        watched = false;
        start(Duration.ofSeconds(1), NEVER);
        await().until(() -> times("heartbeat a") == 1);
        watched = true;
        await().until(() -> times("heartbeat a") == 2);
        int turnsBefore = turns.get();
        running.put("a", 1);
        await().until(() -> times("heartbeat a") == 3);
        // A second is fifty turns.
        assertThat(turns.get() - turnsBefore).isLessThan(25);
    }

    @Test
    void beatShouldFollowTheLastAfterAWhileThoughNothingHasChanged() {
        start(Duration.ofMillis(100), NEVER);
        await().until(() -> times("heartbeat a") >= 3);
        assertThat(turns.get()).isGreaterThan(times("heartbeat a") > 3 ? 3 : 2);
    }

    @Test
    void groupThatIsNotWorkedForAnyMoreShouldBeLeft() {
        running.put("b", 0);
        start(NEVER, NEVER);
        await().until(() -> sent.size() == 2);
        running.remove("b");
        await().until(() -> times("leave b") == 1);
        running.put("b", 0);
        await().until(() -> times("heartbeat b") == 2);
        assertThat(sent).hasSize(4);
    }

    @Test
    void groupWithAddsOnlyShouldBeCountedForAWhile() {
        start(NEVER, Duration.ofMillis(300));
        work.added(new TopicName("added", "t"), 1);
        await().until(() -> times("heartbeat added") == 1);
        await().until(() -> times("leave added") == 1);
        work.removed(new TopicName("added", "t"), 1);
        await().until(() -> times("heartbeat added") == 2);
        await().until(() -> times("leave added") == 2);
    }

    @Test
    void stopShouldLeaveEveryGroupOnce() {
        running.put("b", 0);
        start(NEVER, NEVER);
        await().until(() -> sent.size() == 2);
        heartbeats.leave(Duration.ofSeconds(10));
        assertThat(heartbeats.handle().join(Duration.ofSeconds(10))).isTrue();
        assertThat(sent).hasSize(4).endsWith("leave a", "leave b").contains("heartbeat a", "heartbeat b");
    }

    /** It may have arrived. */
    @Test
    void groupWhoseBeatWasNotAnsweredShouldBeLeftToo() {
        failures.put("heartbeat a", new TaskStoreUnavailableException("meant to be", null));
        start(NEVER, NEVER);
        await().until(() -> outage.length() != null);
        heartbeats.leave(Duration.ofSeconds(10));
        assertThat(heartbeats.handle().join(Duration.ofSeconds(10))).isTrue();
        assertThat(sent).containsExactly("leave a");
        assertThat(outage.length()).isNull();
    }

    @Test
    void groupThatCannotBeCountedShouldNotHinderOthersAndBeCountedLater() {
        running.put("b", 0);
        running.put("b1", 0);
        failures.put("heartbeat b", new TaskStoreException("meant to be", null));
        try (LogLines log = new LogLines(BackgroundJob.class)) {
            start(NEVER, NEVER);
            await().until(() -> times("heartbeat a") == 1 && times("heartbeat b1") == 1);
            awaitTurns(3);
            assertThat(log.with("")).singleElement().asString().startsWith("ERROR instance-heartbeats failed");
            failures.clear();
            await().until(() -> times("heartbeat b") == 1);
            assertThat(sent).hasSize(3);
        }
    }

    /** Each call of a node that hangs takes as long as a time-out. */
    @Test
    void nodeThatDoesNotAnswerShouldBeAskedOnceInATurn() {
        List<String> away = List.of("d1", "d2", "d3");
        for (String group : away) {
            running.put(group, 0);
            failures.put("heartbeat " + group, new TaskStoreUnavailableException("meant to be", null));
        }
        running.put("b", 0);
        start(NEVER, NEVER);
        await().until(() -> times("heartbeat a") == 1 && times("heartbeat b") == 1);
        awaitTurns(3);
        assertThat(failed.get()).isLessThanOrEqualTo(turns.get());
        failures.clear();
        await().until(() -> away.stream().allMatch(group -> times("heartbeat " + group) == 1));
    }

    @Test
    void leavingShouldNotLastLongerThanAsked() {
        start(NEVER, NEVER);
        await().until(() -> times("heartbeat a") == 1);
        failures.put("leave a", new TaskStoreUnavailableException("meant to be", null));
        heartbeats.leave(Duration.ofMillis(100));
        assertThat(heartbeats.handle().join(Duration.ofSeconds(10))).isTrue();
        assertThat(sent).containsExactly("heartbeat a");
    }
}
