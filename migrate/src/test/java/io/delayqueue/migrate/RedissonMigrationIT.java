package io.delayqueue.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.migrate.MigrationReport.Figure;
import io.delayqueue.testing.OtherJvm;
import io.netty.buffer.Unpooled;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.Redisson;
import org.redisson.api.RBlockingQueue;
import org.redisson.api.RDelayedQueue;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.Codec;
import org.redisson.client.codec.StringCodec;
import org.redisson.client.handler.State;
import org.redisson.codec.JsonJacksonCodec;
import org.redisson.codec.Kryo5Codec;
import org.redisson.config.Config;

/** The real Redisson writes. */
@SuppressWarnings("deprecation")
class RedissonMigrationIT {

    static final List<Codec> CODECS = List.of(StringCodec.INSTANCE, new JsonJacksonCodec(), new Kryo5Codec());

    @RegisterExtension
    final Shop shop = new Shop();

    /** Writes with the Redisson of the class path. Arguments: port, queue. */
    static final class WritingJvm {

        public static void main(String[] arguments) throws Exception {
            for (int i = 0; i < CODECS.size(); i++) {
                RedissonClient client = client(Integer.parseInt(arguments[0]), CODECS.get(i));
                RDelayedQueue<Object> delayed = client.getDelayedQueue(client.getBlockingQueue(arguments[1] + i));
                delayed.offer("订单-42", 30, TimeUnit.MINUTES);
                delayed.offer("订单-42", 30, TimeUnit.MINUTES);
                client.shutdown(0, 1, TimeUnit.SECONDS);
            }
            Runtime.getRuntime().halt(0);
        }
    }

    private static RedissonClient client(int port, Codec codec) {
        Config config = new Config();
        config.setCodec(codec);
        config.useSingleServer()
                .setAddress("redis://127.0.0.1:" + port)
                .setConnectionMinimumIdleSize(1)
                .setSubscriptionConnectionMinimumIdleSize(1);
        return Redisson.create(config);
    }

    private Migration migration(RedissonQueue source, Codec codec) {
        return Migration.from(source)
                .to(shop.engine(), shop.group(), Shop.TOPIC)
                .payload(bytes -> codec.getValueDecoder().decode(Unpooled.wrappedBuffer(bytes), new State()))
                .build();
    }

    private List<TaskInfo> tasks() {
        return shop.engine()
                .service()
                .topic(shop.group(), Shop.TOPIC)
                .list(TaskState.DELAYED, null, 100)
                .tasks();
    }

    /** 3.20.1 has the first layout of members; the others have the second one. */
    @ParameterizedTest
    @ValueSource(strings = {"3.20.1", "3.52.0", "4.7.0"})
    void everyVersionAndCodecShouldBeRead(String version) throws IOException {
        String classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> entry.endsWith("redisson-4.7.0.jar") && !version.equals("4.7.0")
                        ? "target/redisson/redisson-" + version + ".jar"
                        : entry)
                .collect(Collectors.joining(File.pathSeparator));
        Instant before = Instant.now();
        Process writer = shop.killing(OtherJvm.start(
                classPath, List.of(), WritingJvm.class, shop.server().port(), shop.queue()));
        assertThat(writer.onExit().join().exitValue()).isZero();
        for (int i = 0; i < CODECS.size(); i++) {
            RedissonQueue source = RedissonQueue.of(shop.server().client(), shop.queue() + i);
            assertThat(migration(source, CODECS.get(i)).move().count(Figure.MOVED))
                    .as(CODECS.get(i).toString())
                    .isEqualTo(2);
        }
        assertThat(tasks()).hasSize(6).allSatisfy(task -> {
            assertThat(shop.engine()
                            .service()
                            .findTask(shop.group(), task.id())
                            .orElseThrow()
                            .payload())
                    .isEqualTo("\"订单-42\"");
            assertThat(Duration.between(before, task.dueAt()))
                    .isBetween(Duration.ofMinutes(29), Duration.ofMinutes(31));
        });
    }

    @Test
    void redissonShouldDeliverWhatIsGivenBackAndWhatIsNotMoved() {
        RedissonClient client = client(shop.server().port(), StringCodec.INSTANCE);
        shop.closing(() -> client.shutdown(0, 1, TimeUnit.SECONDS));
        RBlockingQueue<String> ready = client.getBlockingQueue(shop.queue());
        RDelayedQueue<String> delayed = client.getDelayedQueue(ready);
        delayed.offer("given back", 1, TimeUnit.SECONDS);
        delayed.offer("removed", 1, TimeUnit.HOURS);
        delayed.offer("moved", 1, TimeUnit.HOURS);
        RedissonQueue source = RedissonQueue.of(shop.server().client(), shop.queue());
        List<Element> found = source.peek(1, 0);
        source.take(1, found.subList(0, 1));
        source.end(Map.of(found.get(0), TaskSource.BACK));
        assertThat(delayed.remove("removed")).isTrue();
        await().until(() -> "given back".equals(ready.poll()));
        assertThat(migration(source, StringCodec.INSTANCE).move().count(Figure.MOVED))
                .isEqualTo(1);
        assertThat(delayed.remove("moved")).isFalse();
        assertThat(delayed).isEmpty();
    }

    @Test
    void dueTasksShouldBeMoved() {
        RedissonClient client = client(shop.server().port(), StringCodec.INSTANCE);
        shop.closing(() -> client.shutdown(0, 1, TimeUnit.SECONDS));
        RBlockingQueue<String> ready = client.getBlockingQueue(shop.queue());
        client.getDelayedQueue(ready).offer("t", 1, TimeUnit.MILLISECONDS);
        await().until(() -> ready.size() == 1);
        shop.start();
        RedissonQueue source = RedissonQueue.of(shop.server().client(), shop.queue());
        assertThat(migration(source.alsoDue(), StringCodec.INSTANCE).move().count(Figure.MOVED))
                .isEqualTo(1);
        shop.assertEachSeenOnce(java.util.Set.of("t"));
    }
}
