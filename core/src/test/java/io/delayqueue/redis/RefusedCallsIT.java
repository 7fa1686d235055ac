package io.delayqueue.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.TaskInfo;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreRefusalException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.store.AddStatus;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.TestTasks;
import io.delayqueue.testing.Closing;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.CommandObject;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.executors.CommandExecutor;

/** A call that was refused for a while has done nothing: what it finds in the end is not taken for its own work. */
class RefusedCallsIT {

    @RegisterExtension
    private final Closing open = new Closing();

    private final RedisServer server = open.closing(RedisServer.start());

    private final RedisTaskStore store = new RedisTaskStore(
            RedisUnderTest.calls(server.client(), "here", Duration.ofSeconds(10)), Durability.MASTER_ONLY);

    private final NewTask task = TestTasks.task("t", "a", 60_000, true, "\"t\",null]".getBytes(UTF_8));

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
        NewTask other = TestTasks.task("t", "b", 60_000, true, task.detail());
        AddStatus.Kind kind = refusedAtFirst(() -> store.add("g", List.of(other, task)))
                .get(1)
                .kind();
        assertThat(kind).isEqualTo(AddStatus.Kind.REPEATED);
    }

    private static NewTask later(String topic, String id, int size) {
        return TestTasks.task(
                topic, id, 60_000, true, ("\"" + topic + "\",\"" + "x".repeat(size) + "\"]").getBytes(UTF_8));
    }

    /** Overwrites the delayed tasks of a topic, which refuses calls from then on. */
    private void overwrite(String topic) {
        try (Jedis jedis = server.connect()) {
            jedis.del("{g}:WAITING:" + topic);
            jedis.set("{g}:WAITING:" + topic, "of another program");
        }
    }

    private List<NewTask> largeOnes() {
        List<NewTask> large = List.of(later("t", "b", 700_000), later("t", "c", 700_000), later("t", "d", 700_000));
        large.forEach(one -> store.add("g", List.of(one)));
        return large;
    }

    @Test
    void addWhoseLaterPartIsRefusedShouldReturnTheResultsOfTheFirst() {
        overwrite("bad");
        List<NewTask> all = new ArrayList<>(largeOnes());
        all.add(later("bad", "e", 1));
        List<AddStatus> added = store.add("g", all);
        assertThat(added).hasSizeBetween(1, 3).extracting(AddStatus::kind).containsOnly(AddStatus.Kind.REPEATED);
        assertThatThrownBy(() -> store.add("g", all.subList(added.size(), 4)))
                .isExactlyInstanceOf(TaskStoreException.class)
                .hasMessageContaining("WRONGTYPE");
    }

    /** A client whose server refuses all commands from some number on. */
    private UnifiedJedis refusingFrom(int number) {
        AtomicInteger commands = new AtomicInteger();
        return open.closing(RedisClient.builder()
                .commandExecutor(new CommandExecutor() {
                    @Override
                    public <T> T executeCommand(CommandObject<T> command) {
                        if (commands.incrementAndGet() >= number) {
                            throw new JedisDataException("MISCONF Redis is configured to save RDB snapshots");
                        }
                        return server.client().executeCommand(command);
                    }

                    @Override
                    public void close() {
                        // The client is the server's to close.
                    }
                })
                .build());
    }

    @Test
    void removalWhoseLaterPartIsRefusedShouldReturnTheTasksOfTheFirst() {
        largeOnes();
        store.remove("g", List.of("nobody"));
        RedisTaskStore refused = new RedisTaskStore(
                RedisUnderTest.calls(refusingFrom(2), "here", Duration.ofSeconds(10)), Durability.MASTER_ONLY);
        List<TaskInfo> removed = refused.remove("g", List.of("b", "c", "d"));
        assertThat(removed).hasSizeBetween(1, 2).doesNotContainNull();
        assertThatThrownBy(() -> refused.remove("g", List.of("d")))
                .isExactlyInstanceOf(TaskStoreRefusalException.class)
                .hasMessageContaining("MISCONF");
        assertThat(store.find("g", List.of("b", "c", "d")))
                .filteredOn(Objects::isNull)
                .hasSameSizeAs(removed);
    }

    @Test
    void refusalBehindALostReplyShouldNotSayThatNothingWasDone() {
        LostReplies replies = new LostReplies(server.client());
        UnifiedJedis client = open.closing(replies.client());
        RedisTaskStore losing = new RedisTaskStore(
                RedisUnderTest.calls(client, "here", Duration.ofSeconds(10)), Durability.MASTER_ONLY);
        replies.loseNext(() -> {
            store.remove("g", List.of("f"));
            overwrite("other");
        });
        assertThatThrownBy(() -> losing.add("g", List.of(later("other", "f", 1))))
                .isExactlyInstanceOf(TaskStoreUnavailableException.class)
                .hasMessageContaining("WRONGTYPE");
    }
}
