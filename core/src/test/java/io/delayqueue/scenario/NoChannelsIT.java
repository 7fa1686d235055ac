package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.AddResult;
import io.delayqueue.RemoveResult;
import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.internal.drive.TaskEventLog;
import io.delayqueue.monitor.EngineStatus;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A user who may neither publish nor subscribe, which is what Redis 7 gives a new user. */
class NoChannelsIT {

    @RegisterExtension
    private final TestEngines engines = TestEngines.on(RedisServer.builder()
            .config("user default on nopass ~* +@all resetchannels")
            .start());

    private final Queue<String> delivered = new ConcurrentLinkedQueue<>();

    /** Tasks that had not begun when the one that removes them ran: reserves on the way may overtake each other. */
    private final Set<String> toRemove = ConcurrentHashMap.newKeySet();

    /** Tasks that were removed while another one ran before them. */
    private final Set<String> removed = ConcurrentHashMap.newKeySet();

    private final AtomicInteger rounds = new AtomicInteger();

    private volatile boolean someWereReserved;

    @Test
    void everythingWorksByLookingNowAndThen() {
        DelayQueueEngine engine =
                engines.start(engines.consuming((payload, context) -> delivered.add(context.id()), 1));
        AddResult added = engines.add(engine, engines.builder().delay(Duration.ofMillis(10)));
        assertThat(added.outcome()).isEqualTo(AddResult.Outcome.ADDED);
        await().until(() -> delivered.contains(added.id()));
        assertThat(engine.register().registerTopic(engines.group(), "another")).isTrue();
        await().until(() -> engines.find(engine, added.id()).isEmpty());
    }

    /** Without a message it does not begin either once it has waited here for as long as tasks do. */
    @Test
    void taskThatIsRemovedWhileItWaitsHereShouldNotBeginAfterItsWait() {
        AtomicReference<DelayQueueEngine> engine = new AtomicReference<>();
        try (LogLines log = new LogLines(TaskEventLog.class)) {
            engine.set(engines.start(engines.consuming((payload, context) -> call(engine.get(), context.id()), 1)));
            // Quick ones first, so that tasks are prefetched; until some were when the slow one ran.
            await().until(() -> {
                String round = "r" + rounds.incrementAndGet() + "-";
                List<Task> tasks = IntStream.range(100, 300)
                        .mapToObj(i -> engines.builder()
                                .id(round + i)
                                .at(Instant.EPOCH)
                                .build())
                        .toList();
                engine.get().service().addTasks(tasks);
                await().until(() -> delivered.contains(round + 299));
                return someWereReserved;
            });
            assertThat(removed).containsExactlyInAnyOrderElementsOf(toRemove);
            assertThat(delivered).doesNotContainAnyElementsOf(removed);
            engine.get().stop();
            assertThat(log.with("came too late")).isEmpty();
        }
    }

    private void call(DelayQueueEngine engine, String id) {
        delivered.add(id);
        if (id.endsWith("-200")) {
            List<String> following = IntStream.range(201, 221)
                    .mapToObj(i -> id.replace("-200", "-" + i))
                    .filter(Predicate.not(delivered::contains))
                    .toList();
            toRemove.addAll(following);
            List<TaskInfo> gone = engine.service().removeTasks(engines.group(), following).stream()
                    .map(RemoveResult::task)
                    .filter(Objects::nonNull)
                    .toList();
            gone.forEach(task -> removed.add(task.id()));
            someWereReserved |= gone.stream().anyMatch(task -> task.state() == TaskState.RESERVED);
            await().until(() -> waiting(engine) == 0);
        }
    }

    private static int waiting(DelayQueueEngine engine) {
        return engine.status().groups().stream()
                .flatMap(group -> group.topics().stream())
                .mapToInt(EngineStatus.TopicStatus::waiting)
                .sum();
    }
}
