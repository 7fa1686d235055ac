package io.delayqueue.migrate;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.redis.RedisBackend;
import redis.clients.jedis.RedisClient;

/** Moves a queue again and again until it is killed. Arguments: port, queue, group. */
final class MigratingJvm {

    private MigratingJvm() {}

    public static void main(String[] arguments) throws Exception {
        int port = Integer.parseInt(arguments[0]);
        DelayQueueEngine engine = DelayQueueEngine.builder(RedisBackend.connect("127.0.0.1", port))
                .build();
        Migration migration = Migration.from(RedissonQueue.of(RedisClient.create("127.0.0.1", port), arguments[1]))
                .to(engine, arguments[2], Shop.TOPIC)
                .payload(Shop::text)
                .build();
        while (true) {
            migration.move();
        }
    }
}
