package io.delayqueue.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.testing.Closing;
import io.delayqueue.testing.RedisServer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The new application, with a group that no other test has: it counts what it is given. */
final class Shop extends Closing {

    static final String TOPIC = "cancel";

    /** Payloads, with how often the old or the new application had them. */
    final Map<String, AtomicInteger> seen = new ConcurrentHashMap<>();

    private final String name = UUID.randomUUID().toString();

    private @Nullable RedisServer server;
    private @Nullable DelayQueueEngine engine;

    static Shop on(RedisServer server) {
        Shop shop = new Shop();
        shop.server = server;
        return shop;
    }

    String group() {
        return "g" + name;
    }

    String queue() {
        return "q" + name;
    }

    RedisServer server() {
        return server == null ? RedisServer.shared() : server;
    }

    synchronized DelayQueueEngine engine() {
        if (engine == null) {
            engine = closing(DelayQueueEngine.builder(RedisBackend.connect(server().host(), server().port()))
                    .callback(group(), TOPIC, String.class, (payload, context) -> seen(payload))
                    .build());
        }
        return engine;
    }

    void start() {
        engine().start();
    }

    void seen(String payload) {
        seen.computeIfAbsent(payload, one -> new AtomicInteger()).incrementAndGet();
    }

    Migration.Builder from(TaskSource source) {
        return Migration.from(source).to(engine(), group(), TOPIC).payload(Shop::text);
    }

    static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    long tasks() {
        return server().client().hlen(key("DETAIL"));
    }

    String key(String name) {
        return "{" + group() + "}:" + name;
    }

    static Set<String> numbered(String prefix, int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> prefix + i).collect(Collectors.toSet());
    }

    /** Lost 0, twice 0. */
    void assertEachSeenOnce(Set<String> expected) {
        await().untilAsserted(() -> assertThat(seen.keySet()).containsExactlyInAnyOrderElementsOf(expected));
        assertThat(twice()).isEmpty();
    }

    Set<String> twice() {
        return seen.entrySet().stream()
                .filter(entry -> entry.getValue().get() > 1)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /** All names are confirmed: the key does not live for a year. */
    void assertNamesExpire() {
        assertThat(server().client().pttl(key("APPLIED")))
                .isLessThanOrEqualTo(600_000)
                .isNotEqualTo(-1);
    }
}
