package io.delayqueue.internal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.FailedAttempt;
import io.delayqueue.FailedAttempt.Outcome;
import io.delayqueue.Priority;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import io.delayqueue.callback.UnreadableTaskException;
import io.delayqueue.internal.drive.EngineTime;
import io.delayqueue.internal.drive.GroupContext;
import io.delayqueue.internal.drive.Observers;
import io.delayqueue.internal.drive.Outage;
import io.delayqueue.internal.drive.Pools;
import io.delayqueue.internal.drive.ThreadDriver;
import io.delayqueue.internal.drive.Threads;
import io.delayqueue.internal.heartbeat.WorkCounters;
import io.delayqueue.store.Backend;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.InstanceStore;
import io.delayqueue.store.InstanceStore.Heartbeats;
import io.delayqueue.store.InstanceStore.StoredHeartbeat;
import io.delayqueue.store.ReservedTask;
import io.delayqueue.store.TaskStore;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OtherReadersTests {

    private static final String UNREADABLE = UnreadableTaskException.class.getName();

    private static final long NOW = 1_000_000;

    private final List<StoredHeartbeat> heartbeats = new ArrayList<>();

    /** The newest first. */
    private final LinkedList<FailedAttempt> failures = new LinkedList<>();

    private long nanos;

    private int reads;

    private boolean outage;

    private final OtherReaders readers = new OtherReaders(new TopicName("g", "t"), context());

    private GroupContext context() {
        InstanceStore instances = fake(InstanceStore.class, () -> {
            reads++;
            return new Heartbeats(NOW, List.copyOf(heartbeats));
        });
        TaskStore tasks = fake(TaskStore.class, () -> {
            if (outage) {
                throw new TaskStoreUnavailableException("for the test", null);
            }
            return Arrays.asList(task());
        });
        Backend backend = (Backend) Proxy.newProxyInstance(
                Backend.class.getClassLoader(),
                new Class<?>[] {Backend.class},
                (proxy, method, arguments) -> method.getName().equals("tasks") ? tasks : instances);
        EngineTime time = new EngineTime(() -> nanos, Clock.systemUTC(), false);
        Pools pools = new Pools(Runnable::run, false, Runnable::run);
        return new GroupContext(
                "g",
                "here",
                new AtomicLong(),
                Duration.ofSeconds(30),
                backend,
                new ThreadDriver(time, pools, new Outage("store"), Threads.log(), true),
                new Observers(new WorkCounters()));
    }

    private static <T> T fake(Class<T> type, Supplier<?> answer) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> answer.get()));
    }

    private TaskInfo task() {
        return new TaskInfo(
                new TopicName("g", "t"),
                "a",
                TaskState.RESERVED,
                Instant.EPOCH,
                null,
                1,
                null,
                null,
                "here",
                null,
                Priority.NORMAL,
                null,
                Map.of(),
                TaskInfo.Options.NONE,
                null,
                List.copyOf(failures));
    }

    private void instance(String name, long age, String topics) {
        heartbeats.add(new StoredHeartbeat(name, "{\"at\":" + (NOW - age) + "," + topics + "}"));
    }

    private void consumer(String name) {
        instance(name, 0, "\"topicCount\":1,\"topics\":[[\"t\",1,0,0]]");
    }

    private void failed(int attempt, String instance, @Nullable String type) {
        failures.addFirst(new FailedAttempt(attempt, Instant.EPOCH, instance, Outcome.FAILED, type, null));
    }

    private @Nullable Duration returnAfter(int attempt) {
        ReservedTask task = new ReservedTask(new Delivery("t", "a", 7, "here"), attempt, 0, new byte[0]);
        return readers.returnAfter(
                new TaskExecution(new TopicName("g", "t"), task, 0, 0, Duration.ofSeconds(30), () -> nanos));
    }

    @Test
    void loneInstanceShouldKeepTheTask() {
        consumer("here");
        outage = true;
        assertThat(returnAfter(1)).isNull();
    }

    @Test
    void anotherConsumerShouldGetTheTaskAtOnce() {
        consumer("here");
        consumer("other");
        assertThat(returnAfter(1)).isZero();
        assertThat(returnAfter(99)).as("the last attempt").isZero();
    }

    @Test
    void consumersOfOtherTopicsAndGoneOnesShouldNotCount() {
        instance("other topic", 0, "\"topicCount\":1,\"topics\":[[\"u\",1,0,0]]");
        instance("guest", 0, "\"topicCount\":0,\"topics\":[]");
        instance("gone", 30_000, "\"topicCount\":1,\"topics\":[[\"t\",1,0,0]]");
        assertThat(returnAfter(1)).isNull();
    }

    @Test
    void instanceWhoseHeartbeatLeavesOutTopicsShouldCount() {
        instance("large", 0, "\"topicCount\":2,\"topics\":[[\"u\",1,0,0]]");
        assertThat(returnAfter(1)).isZero();
    }

    @Test
    void instancesThatHaveTriedShouldNotCount() {
        consumer("other");
        failed(1, "other", UNREADABLE);
        assertThat(returnAfter(2)).isNull();
        consumer("third");
        nanos += Duration.ofSeconds(1).toNanos();
        assertThat(returnAfter(2)).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void delaysShouldGrowUntilTheTaskIsBuried() {
        consumer("other");
        List<Duration> delays = new ArrayList<>();
        int attempt = 1;
        for (Duration delay; (delay = returnAfter(attempt)) != null; attempt++) {
            delays.add(delay);
            failed(attempt, "here", UNREADABLE);
        }
        assertThat(delays).containsExactly(Duration.ZERO, Duration.ofSeconds(1), Duration.ofSeconds(2));
    }

    @Test
    void otherFailuresAndEarlierLivesOfTheTaskShouldNotCount() {
        consumer("other");
        failed(1, "here", UNREADABLE);
        failed(2, "other", IllegalStateException.class.getName());
        assertThat(returnAfter(3)).isZero();
        failed(3, "other", UNREADABLE);
        assertThat(returnAfter(1)).as("after a requeue").isZero();
    }

    @Test
    void instancesShouldBeReadAgainOnceASecondAndWheneverThereIsNone() {
        assertThat(returnAfter(1)).isNull();
        consumer("other");
        assertThat(returnAfter(1)).isZero();
        assertThat(returnAfter(1)).isZero();
        assertThat(reads).isEqualTo(2);
        heartbeats.clear();
        nanos += Duration.ofSeconds(1).toNanos();
        assertThat(returnAfter(1)).isNull();
    }

    @Test
    void outageShouldBeThrown() {
        consumer("other");
        outage = true;
        assertThatThrownBy(() -> returnAfter(1)).isInstanceOf(TaskStoreUnavailableException.class);
    }
}
