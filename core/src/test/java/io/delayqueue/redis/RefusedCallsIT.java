package io.delayqueue.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.store.AddStatus;
import io.delayqueue.store.NewTask;
import io.delayqueue.testing.Closing;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.Jedis;

/** A call that was refused for a while has done nothing: what it finds in the end is not taken for its own work. */
class RefusedCallsIT {

    @RegisterExtension
    private final Closing open = new Closing();

    private final RedisServer server = open.closing(RedisServer.start());

    private final RedisTaskStore store =
            new RedisTaskStore(new RedisCalls(server.client(), "here", Duration.ofSeconds(10)));

    private final NewTask task = new NewTask("t", "a", 60_000, true, "\"t\",null]".getBytes(UTF_8));

    @BeforeEach
    void add() {
        store.add("g", List.of(task));
    }

    /** The server says READONLY at first. */
    private <T> T refusedAtFirst(Supplier<T> call) {
        replicate(true);
        CompletableFuture<Void> end = CompletableFuture.runAsync(
                () -> replicate(false), CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS));
        T result = call.get();
        end.join();
        return result;
    }

    private void replicate(boolean on) {
        try (Jedis jedis = server.connect()) {
            if (on) {
                jedis.replicaof(server.host(), 1);
            } else {
                jedis.replicaofNoOne();
            }
        }
    }

    @Test
    void removeOfATaskThatIsNotThereSaysSo() {
        assertThat(refusedAtFirst(() -> store.remove("g", List.of("nobody")))).containsOnlyNulls();
    }

    @Test
    void addOfATaskThatIsThereSaysSo() {
        NewTask other = new NewTask("t", "b", 60_000, true, task.detail());
        AddStatus.Kind kind = refusedAtFirst(() -> store.add("g", List.of(other, task)))
                .get(1)
                .kind();
        assertThat(kind).isEqualTo(AddStatus.Kind.REPEATED);
    }
}
