package io.delayqueue.fidelity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueService;
import io.delayqueue.chaos.Chaos;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.test.DelayQueueTestKit;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** What tests see is what happens: each task has the same history with the kit as with threads, in real time, on Redis. */
class FidelityIT {

    private static final RedisServer REDIS = RedisServer.start();

    @AfterAll
    static void stop() {
        REDIS.close();
    }

    @RepeatedTest(5)
    void tasksShouldHaveTheSameHistories(RepetitionInfo repetition) {
        long seed = Chaos.seed() + repetition.getCurrentRepetition();
        REDIS.client().flushAll();
        Map<String, String> real = onRedis(new RandomWork(seed));
        assertThat(inTheKit(new RandomWork(seed))).as("seed %d", seed).isEqualTo(real);
    }

    private static Map<String, String> inTheKit(RandomWork work) {
        try (DelayQueueTestKit kit =
                DelayQueueTestKit.builder().configure(work::configure).build()) {
            work.start(kit.service());
            kit.advance(Duration.ofMinutes(30));
            return work.histories();
        }
    }

    private static Map<String, String> onRedis(RandomWork work) {
        DelayQueueEngineBuilder builder = DelayQueueEngine.builder(RedisBackend.connect(REDIS.host(), REDIS.port()));
        work.configure(builder);
        try (DelayQueueEngine engine = builder.build()) {
            engine.start();
            work.start(engine.service());
            await().atMost(Duration.ofSeconds(60)).until(() -> isDone(engine.service()));
            return work.histories();
        }
    }

    private static boolean isDone(DelayQueueService service) {
        return service.countTasks(RandomWork.GROUP).stream()
                .allMatch(counts -> counts.delayed() + counts.ready() + counts.reserved() == 0);
    }
}
