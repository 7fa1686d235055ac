package io.delayqueue.scenario;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.pull.PullOptions;
import io.delayqueue.pull.PulledTask;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.testing.OtherJvm;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import redis.clients.jedis.RedisClient;

/** The main class of a JVM that pulls tasks and holds them until it is killed. */
final class KillablePuller {

    private KillablePuller() {}

    /**
     * Starts one.
     *
     * @param list the list that takes the ids it holds
     */
    static Process start(String host, int port, String group, Duration ttr, String list) throws IOException {
        return OtherJvm.start(KillablePuller.class, host, port, group, ttr.toMillis(), list);
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        int port = Integer.parseInt(arguments[1]);
        DelayQueueEngine engine = DelayQueueEngine.builder(RedisBackend.connect(arguments[0], port))
                .build();
        engine.start();
        engine.register().registerTopic(arguments[2], TestEngines.TOPIC);
        List<PulledTask> tasks = engine.puller()
                .reserve(
                        arguments[2],
                        TestEngines.TOPIC,
                        PullOptions.upTo(PullOptions.MAX_LIMIT).ttr(Duration.ofMillis(Long.parseLong(arguments[3]))),
                        Pulls.LONG);
        try (RedisClient redis = RedisClient.create(arguments[0], port)) {
            redis.rpush(arguments[4], tasks.stream().map(PulledTask::id).toArray(String[]::new));
        }
        OtherJvm.endWithInput();
    }
}
