package io.delayqueue.migrate;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.testing.OtherJvm;
import io.delayqueue.testing.RedisServer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.redisson.Redisson;
import org.redisson.api.RBlockingQueue;
import org.redisson.api.RDelayedQueue;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;

/**
 * Program beside the build: moves many tasks while the old application, a real Redisson, adds 200 a second and consumes, and kills the importer
 * five times. Prints what was lost and doubled, the rate, and processor time. Arguments: number of tasks, seconds until the first one is due,
 * seconds over which they are due.
 *
 * <pre>{@code
 * mvn -q test-compile dependency:build-classpath -pl migrate -am -Dmdep.outputFile=/tmp/migrate.cp -Dmdep.includeScope=test
 * java -cp migrate/target/test-classes:migrate/target/classes:$(cat /tmp/migrate.cp) io.delayqueue.migrate.MillionTasks 1000000 300 600
 * }</pre>
 */
final class MillionTasks {

    private static final String QUEUE = "orders";

    private static final int ADDS_A_SECOND = 200;

    private MillionTasks() {}

    public static void main(String[] arguments) throws Exception {
        int tasks = Integer.parseInt(arguments[0]);
        long first = System.currentTimeMillis() + 1_000 * Long.parseLong(arguments[1]);
        long over = 1_000 * Long.parseLong(arguments[2]);
        try (RedisServer source = RedisServer.start();
                RedisServer target = RedisServer.start()) {
            OldQueue old = new OldQueue(client(source.port()), QUEUE);
            fill(old, tasks, first, over);
            Process oldApplication = start(List.of(), OldApplication.class, source.port(), 60);
            Process newApplication = start(List.of(), NewApplication.class, target.port());
            for (int kill = 1; kill <= 5; kill++) {
                long before = old.waiting();
                Process importer = start(List.of("-Xmx64m"), Importer.class, source.port(), target.port());
                while (old.waiting() > before - 5_000 && importer.isAlive()) {
                    LockSupport.parkNanos(10_000_000);
                }
                LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(500_000_000));
                importer.destroyForcibly().onExit().join();
                System.out.printf(
                        "kill %d: left at Redisson %,d, taken %,d, waiting here %,d%n",
                        kill,
                        old.waiting(),
                        old.redis().zcard(old.taken()),
                        target.client().hlen("{orders}:DETAIL"));
            }
            double sourceMicros = source.processorMicros();
            double targetMicros = target.processorMicros();
            int code = start(List.of("-Xmx64m"), Importer.class, source.port(), target.port())
                    .waitFor();
            System.out.printf(
                    "the last move ended with %d; processor time: source %.1f s, target %.1f s%n",
                    code,
                    (source.processorMicros() - sourceMicros) / 1e6,
                    (target.processorMicros() - targetMicros) / 1e6);
            oldApplication.waitFor(2, TimeUnit.MINUTES);
            start(List.of("-Xmx64m"), Importer.class, source.port(), target.port())
                    .waitFor();
            int added = Integer.parseInt(source.client().get("added"));
            long deadline = first + over + 120_000;
            while (old.waiting() + source.client().llen(QUEUE) + target.client().hlen("{orders}:DETAIL") > 0
                    && System.currentTimeMillis() < deadline) {
                LockSupport.parkNanos(500_000_000);
            }
            LockSupport.parkNanos(2_000_000_000);
            oldApplication.destroyForcibly();
            newApplication.destroyForcibly().onExit().join();
            count(source.client(), target.client(), tasks, added);
            System.out.printf(
                    "{orders}:APPLIED expires in %,d ms%n", target.client().pttl("{orders}:APPLIED"));
        }
    }

    private static Process start(List<String> options, Class<?> main, Object... arguments) throws Exception {
        List<String> command = OtherJvm.command(System.getProperty("java.class.path"), options, main);
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        return new ProcessBuilder(command).inheritIO().start();
    }

    private static RedisClient client(int port) {
        return RedisClient.builder()
                .hostAndPort(new HostAndPort("127.0.0.1", port))
                .clientConfig(
                        DefaultJedisClientConfig.builder().timeoutMillis(60_000).build())
                .build();
    }

    /** As Redisson does, in a fraction of the time. */
    private static void fill(OldQueue old, int tasks, long first, long over) {
        for (int from = 0; from < tasks; from += 1_000) {
            try (AbstractPipeline pipeline = old.redis().pipelined()) {
                for (int i = from; i < Math.min(tasks, from + 1_000); i++) {
                    byte[] member = OldQueue.member("fill-" + i);
                    pipeline.zadd(
                            old.scores().getBytes(StandardCharsets.UTF_8),
                            first + ThreadLocalRandom.current().nextLong(over),
                            member);
                    pipeline.rpush(old.list().getBytes(StandardCharsets.UTF_8), member);
                }
            }
        }
    }

    private static void count(RedisClient source, RedisClient target, int tasks, int added) {
        long byOld = source.llen("seen");
        long byNew = target.llen("seen");
        int[] filled = new int[tasks];
        int[] live = new int[added];
        for (RedisClient client : List.of(source, target)) {
            for (long from = 0; from < client.llen("seen"); from += 10_000) {
                for (String payload : client.lrange("seen", from, from + 9_999)) {
                    int number = Integer.parseInt(payload.substring(5));
                    (payload.startsWith("fill") ? filled : live)[number]++;
                }
            }
        }
        long lost = 0;
        long twice = 0;
        for (int[] all : List.of(filled, live)) {
            for (int times : all) {
                lost += times == 0 ? 1 : 0;
                twice += times > 1 ? 1 : 0;
            }
        }
        System.out.printf(
                "expected %,d; delivered by Redisson %,d, by delayqueue %,d; lost %,d, delivered twice %,d%n",
                tasks + added, byOld, byNew, lost, twice);
    }

    /** Adds for some seconds, and consumes until it is killed. */
    static final class OldApplication {

        @SuppressWarnings("deprecation")
        public static void main(String[] arguments) throws Exception {
            Config config = new Config();
            config.setCodec(StringCodec.INSTANCE);
            config.useSingleServer()
                    .setAddress("redis://127.0.0.1:" + arguments[0])
                    .setTimeout(60_000);
            RedissonClient redisson = Redisson.create(config);
            RBlockingQueue<String> ready = redisson.getBlockingQueue(QUEUE);
            RDelayedQueue<String> delayed = redisson.getDelayedQueue(ready);
            RedisClient redis = client(Integer.parseInt(arguments[0]));
            new Thread(() -> {
                        try {
                            while (true) {
                                redis.rpush("seen", ready.take());
                            }
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    })
                    .start();
            int number = Integer.parseInt(arguments[1]) * ADDS_A_SECOND;
            long began = System.nanoTime();
            for (int i = 0; i < number; i++) {
                LockSupport.parkNanos(began + i * 1_000_000_000L / ADDS_A_SECOND - System.nanoTime());
                delayed.offer("live-" + i, 5_000 + ThreadLocalRandom.current().nextInt(60_000), TimeUnit.MILLISECONDS);
                redis.set("added", "" + (i + 1));
            }
        }
    }

    /** Consumes until it is killed. */
    static final class NewApplication {

        public static void main(String[] arguments) {
            RedisClient redis = client(Integer.parseInt(arguments[0]));
            DelayQueueEngine.builder(RedisBackend.connect("127.0.0.1", Integer.parseInt(arguments[0])))
                    .callback(QUEUE, Shop.TOPIC, String.class, (payload, context) -> redis.rpush("seen", payload))
                    .build()
                    .start();
        }
    }

    /** Moves once, and prints the rate and the heap. */
    static final class Importer {

        public static void main(String[] arguments) {
            DelayQueueEngine engine = DelayQueueEngine.builder(
                            RedisBackend.connect("127.0.0.1", Integer.parseInt(arguments[1])))
                    .build();
            Migration migration = Migration.from(RedissonQueue.of(client(Integer.parseInt(arguments[0])), QUEUE))
                    .to(engine, QUEUE, Shop.TOPIC)
                    .payload(Shop::text)
                    .build();
            long began = System.nanoTime();
            MigrationReport report = migration.move();
            double seconds = (System.nanoTime() - began) / 1e9;
            Runtime runtime = Runtime.getRuntime();
            System.out.printf(
                    "%s%nin %.1f s, %,.0f/s, processor time %.1f s with the start of the JVM, heap %d MB of %d MB%n",
                    report,
                    seconds,
                    report.count(MigrationReport.Figure.MOVED) / seconds,
                    ProcessHandle.current()
                                    .info()
                                    .totalCpuDuration()
                                    .orElseThrow()
                                    .toMillis()
                            / 1e3,
                    runtime.totalMemory() - runtime.freeMemory() >> 20,
                    runtime.maxMemory() >> 20);
            Runtime.getRuntime().halt(0);
        }
    }
}
