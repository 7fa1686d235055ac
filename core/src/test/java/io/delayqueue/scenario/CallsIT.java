package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.TaskBuilder;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.redis.ScriptDigests;
import io.delayqueue.store.TaskStore;
import io.delayqueue.testing.Commands;
import io.delayqueue.testing.Commands.Command;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How often the network is crossed, whatever a crossing takes. */
class CallsIT {

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final RedisServer server = engines.server();

    private final DelayQueueEngine adding = engines.build();

    private final DelayQueueService service = adding.service();

    /** Without the engine's look at the registry, which comes every few seconds. */
    private List<Command> calls(Runnable work) {
        return Commands.ofClients(server, work).stream()
                .filter(call -> !call.arguments().endsWith("\"MONITOR:SUMMARY\""))
                .toList();
    }

    /** Calls of an engine that starts, runs due tasks, and stops. */
    private List<Command> drain(int number, UnaryOperator<TaskBuilder> more) {
        Instant due = Instant.now();
        service.addTasks(IntStream.range(0, number)
                .mapToObj(i -> more.apply(engines.builder().at(due)).build())
                .toList());
        AtomicInteger runs = new AtomicInteger();
        return calls(() -> {
            DelayQueueEngine engine = engines.start(engines.consuming((payload, context) -> runs.incrementAndGet(), 8));
            await().until(() -> runs.get() == number);
            engine.close();
        });
    }

    @Test
    void aDrainTakesAtMostOneCallForTenTasks() {
        int number = 5_000;
        List<Command> calls = drain(number, task -> task);
        assertThat(service.countTasks(engines.group()))
                .allSatisfy(counts -> assertThat(counts.total()).isZero());
        assertThat(calls).hasSizeBetween(number / TaskStore.MAX_BATCH, number / 10);
    }

    @Test
    void aKeyWhoseTasksRunOneAfterAnotherTakesThreeCallsForEach() {
        int number = 500;
        assertThat(drain(number, task -> task.key("one"))).hasSizeBetween(2 * number, 3 * number + number / 5);
    }

    @Test
    void aLoneAddIsOneCall() {
        addFirst();
        assertThat(calls(() -> service.addTask(later()))).hasSize(1);
        assertThat(calls(() -> service.addTaskAsync(later()).join())).hasSize(1);
    }

    @Test
    void manyTogetherAreAsFewCallsAsCarryThem() {
        addFirst();
        assertThat(calls(() -> service.addTasks(later(2 * TaskStore.MAX_BATCH))))
                .hasSize(2);
        assertThat(calls(() -> service.addTasks(later(2 * TaskStore.MAX_BATCH + 1))))
                .hasSize(3);
    }

    @Test
    void groupsAtRestAreCheckedTogetherAndPushedSeldom() {
        List<String> groups = IntStream.range(0, 100).mapToObj(i -> "g" + i).toList();
        Ledger ledger = new Ledger();
        DelayQueueEngine engine = engines.start(builder -> groups.forEach(
                group -> builder.callback(TestEngines.topicCallback(group, ledger, TopicOptions.DEFAULT))));
        await().until(() -> engine.status().groups().stream().allMatch(group -> group.pushing()));
        int seconds = 5;
        List<Command> calls = calls(() -> await().pollDelay(Duration.ofSeconds(seconds))
                .atMost(1, TimeUnit.MINUTES)
                .until(() -> true));
        assertThat(calls)
                .filteredOn(call -> call.arguments().contains(ScriptDigests.of("push")))
                .hasSizeLessThan(groups.size() * seconds / 2);
        assertThat(calls)
                .as("round trips, of which the first command has the text")
                .filteredOn(call -> call.name().equals("eval"))
                .hasSizeBetween(seconds, groups.size());
        assertThat(engine.status().groups()).allMatch(group -> group.pushing());

        groups.forEach(group -> {
            Task task = Task.of(group, TestEngines.TOPIC)
                    .delay(Duration.ofMillis(1_000 + 30 * groups.indexOf(group)))
                    .build();
            ledger.added(engine.service().addTask(task));
        });
        await().until(() -> ledger.lost().isEmpty());
        ledger.assertEachRanOnce();
    }

    /** The engine records an unregistered topic after its first task, on another thread. */
    private void addFirst() {
        service.addTask(later());
        await().until(() -> adding.status().unregistered().size() == 1);
    }

    private Task later() {
        return engines.task(Duration.ofHours(1));
    }

    private List<Task> later(int number) {
        return IntStream.range(0, number).mapToObj(i -> later()).toList();
    }
}
