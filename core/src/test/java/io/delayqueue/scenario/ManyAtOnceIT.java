package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.chaos.Chaos;
import io.delayqueue.chaos.StoreClock;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.testing.RedisServer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** So many tasks are due at one instant. */
@Tag(Chaos.TAG)
class ManyAtOnceIT {

    private static final int TASKS = 100_000;

    private static final int BATCH = 5_000;

    private static final Duration TIME_TO_ADD = Duration.ofSeconds(4);

    private static final int ROUNDS = Chaos.scaled(1, 2);

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final RedisServer server = engines.server();

    private final Clock clock = StoreClock.of(server);

    private final Ledger ledger = new Ledger(clock);

    @Test
    void eachRunsOnceAndNoneEarly() {
        DelayQueueEngine engine = engines.start(engines.consuming(ledger, 8));
        engines.start(engines.consuming(ledger, 8));
        for (int round = 1; round <= ROUNDS; round++) {
            int all = round * TASKS;
            add(engine, clock.instant().plus(TIME_TO_ADD));
            assertThat(ledger.additions()).isEqualTo(all);
            await().atMost(Duration.ofMinutes(4)).until(() -> ledger.size() >= all);
        }
        await().until(() -> ledger.lost().isEmpty());
        ledger.assertEachRanOnce();
        ledger.conclude("100,000 at once", ROUNDS, 0);
    }

    private void add(DelayQueueEngine engine, Instant due) {
        for (int from = 0; from < TASKS; from += BATCH) {
            List<Task> tasks = IntStream.range(0, BATCH)
                    .mapToObj(i -> engines.builder().at(due).build())
                    .toList();
            engine.service().addTasks(tasks).forEach(ledger::added);
        }
    }
}
