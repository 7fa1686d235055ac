package io.delayqueue.scenario;

import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.TaskContext;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.chaos.Chaos;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two instances over many groups whose pushes do not sweep: a wake-up that is lost is not repaired, and its task does not run. */
@Tag(Chaos.TAG)
class WakeUpsIT {

    private static final int GROUPS = 130;

    private static final int ROUNDS = Chaos.scaled(2, 20);

    private static final int MAX_DELAY_MILLIS = 200;

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final Ledger ledger = new Ledger();

    private final List<String> groups =
            IntStream.range(0, GROUPS).mapToObj(i -> "g" + i).toList();

    private final Random random = Chaos.random(WakeUpsIT.class);

    private DelayQueueEngine start() {
        // A topic without room is not waited for, and its room ends the wait of all.
        return engines.start(Unswept.store(engines.backend()), builder -> IntStream.range(0, GROUPS)
                .forEach(i -> builder.callback(TestEngines.topicCallback(
                        groups.get(i),
                        (payload, context) -> call(context),
                        TopicOptions.builder().concurrency(1 + i % 2).build()))));
    }

    private void call(TaskContext context) {
        ledger.call(null, context);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(context.id().hashCode() & 15));
    }

    @Test
    void noWakeUpIsLost() {
        DelayQueueEngine engine = start();
        start();
        for (int round = 0; round < ROUNDS; round++) {
            List<Task> tasks = new ArrayList<>();
            for (String group : groups) {
                for (int i = random.nextInt(4); i > 0; i--) {
                    tasks.add(Task.of(group, TestEngines.TOPIC)
                            .delay(Duration.ofMillis(random.nextInt(MAX_DELAY_MILLIS)))
                            .build());
                }
            }
            tasks.forEach(task -> ledger.added(engine.service().addTask(task)));
            await().until(() -> ledger.lost().isEmpty());
        }
        ledger.assertEachRanOnce();
        ledger.conclude("wake-ups without sweeps", ROUNDS, 0);
    }
}
