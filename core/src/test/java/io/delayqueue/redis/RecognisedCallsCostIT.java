package io.delayqueue.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.TaskState;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreRefusalException;
import io.delayqueue.store.Change;
import io.delayqueue.store.DeadLetterStore;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.StoreFixture;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TestTasks;
import io.delayqueue.store.TopicStore;
import io.delayqueue.testing.Closing;
import io.delayqueue.testing.Commands;
import io.delayqueue.testing.Commands.Command;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.UnifiedJedis;

/** What it costs to recognise a call that is sent again, and that it works on a server without memory. */
class RecognisedCallsCostIT extends StoreFixture {

    @RegisterExtension
    private final Closing open = new Closing();

    private final RedisServer server = open.closing(RedisServer.start());

    private final LostReplies replies = new LostReplies(server.client());

    private final UnifiedJedis client = open.closing(replies.client());

    private final RedisCalls calls = RedisUnderTest.calls(client, "the test's server", Duration.ofSeconds(2));

    private final TaskStore store = new RedisTaskStore(calls, Durability.MASTER_ONLY);

    @Override
    protected TaskStore store() {
        return store;
    }

    @Override
    protected TopicStore topics() {
        throw new UnsupportedOperationException();
    }

    @Override
    protected DeadLetterStore deadLetters() {
        return new RedisDeadLetterStore(calls);
    }

    /** The commands on the key of the call. */
    private List<String> ofTheCall(Runnable call) {
        return Commands.during(server, call).stream()
                .filter(command -> command.inScript() && command.arguments().contains("}:CALL:"))
                .map(Command::name)
                .toList();
    }

    @Test
    void aCallThatChangesSomethingShouldTakeAReadAndAWriteMore() {
        add("a", 60_000);
        Delivery dead = reserved("dead");
        acknowledge(new Outcome.Dead(dead, "{}"));
        assertThat(ofTheCall(() -> add("a", 60_000, Priority.NORMAL, IfExists.REPLACE)))
                .containsExactly("get", "set");
        assertThat(ofTheCall(() -> store.reschedule(group, "a", 90_000, true))).containsExactly("get", "set");
        assertThat(ofTheCall(() -> deadLetters().requeue(group, List.of("dead"))))
                .containsExactly("get", "set");
        assertThat(ofTheCall(() -> store.remove(group, List.of("a", "dead")))).containsExactly("get", "set");
    }

    @Test
    void aCallThatChangesNothingShouldTakeAReadMore() {
        assertThat(ofTheCall(() -> store.reschedule(group, "a", 90_000, true))).containsExactly("get");
        assertThat(ofTheCall(() -> deadLetters().requeue(group, List.of("a")))).containsExactly("get");
        assertThat(ofTheCall(() -> store.remove(group, List.of("a")))).containsExactly("get");
    }

    @Test
    void anAddThatKeepsShouldTakeNoCommandMore() {
        assertThat(ofTheCall(() -> add("a", 60_000))).isEmpty();
        assertThat(ofTheCall(() -> add("a", 60_000, Priority.NORMAL, IfExists.FAIL)))
                .isEmpty();
    }

    /** The commands of one call, without the clock's. */
    private List<String> commands(Runnable call) {
        return Commands.during(server, call).stream()
                .filter(command -> command.inScript() && !command.name().equals("time"))
                .map(Command::name)
                .toList();
    }

    @Test
    void anAddOfATaskThatDoesNotRepeatShouldPayNothingForTheListOfThoseThatDo() {
        add("first", 3_600_000);
        assertThat(commands(() -> add("b", 3_600_000))).containsExactly("hmget", "zadd", "zadd", "hset");
        NewTask repeating = new NewTask(
                "t",
                "c",
                3_600_000,
                true,
                "\"t\",1,{\"repeat\":{\"rate\":10000}}]".getBytes(UTF_8),
                TestTasks.mode(Priority.NORMAL, IfExists.KEEP, true));
        assertThat(commands(() -> store.add(group, List.of(repeating))))
                .containsExactly("get", "hmget", "zadd", "zadd", "hset", "zadd", "set");
    }

    private List<Change.Result> apply(Change... changes) {
        return store.apply(group, List.of(changes), 4_000_000_000_000L).results();
    }

    @Test
    void changesOfOneKindShouldTakeFourCommandsMoreWhateverTheirNumber() {
        add("first", 3_600_000);
        Change[] adds = {
            new Change.Add("1", task("b", 3_600_000)),
            new Change.Add("2", task("c", 3_600_000)),
            new Change.Add("3", task("d", 3_600_000))
        };
        assertThat(commands(() -> apply(adds)))
                .containsExactly("zcard", "zmscore", "hstrlen", "hmget", "zadd", "zadd", "hset", "zadd", "pexpire");
        assertThat(commands(() -> apply(adds))).containsExactly("zcard", "zmscore");
    }

    @Test
    void changesOnceShouldBeMadeOnAServerWithoutMemoryIfTheyFreeMemory() {
        add("a", 60_000);
        Change added = new Change.Add("1", task("b", 60_000));
        Change removed = new Change.Remove("2", "a");
        Change moved = new Change.Reschedule("3", "a", 90_000, true);
        server.client().configSet("maxmemory", "1");
        for (Change refused : List.of(added, moved)) {
            assertThatThrownBy(() -> apply(refused))
                    .isInstanceOf(TaskStoreRefusalException.class)
                    .hasMessageContaining("OOM");
        }
        replies.loseNext(() -> {
            server.client().configSet("maxmemory", "0");
            add("a", 90_000);
            server.client().configSet("maxmemory", "1");
        });
        assertThat(apply(removed)).containsExactly(Change.Result.REPEATED);
        store.confirm(group, List.of("2"));
        server.client().configSet("maxmemory", "0");
        assertThat(findOrNull("a")).as("the task added meanwhile").isNotNull();
        assertThat(apply(added, removed, moved))
                .containsExactly(Change.Result.MADE, Change.Result.REPEATED, Change.Result.MADE);
    }

    @Test
    void aRemovalShouldBeRecognisedByAServerWithoutMemory() {
        add("a", 60_000);
        server.client().configSet("maxmemory", "1");
        assertThatThrownBy(() -> add("b", 0))
                .isInstanceOf(TaskStoreException.class)
                .hasMessageContaining("OOM");
        replies.loseNext(() -> {
            server.client().configSet("maxmemory", "0");
            add("a", 90_000);
            server.client().configSet("maxmemory", "1");
        });
        assertThat(store.remove(group, List.of("a", "gone")))
                .hasSize(2)
                .first()
                .extracting(task -> task.state())
                .isEqualTo(TaskState.DELAYED);
        assertThat(findOrNull("a")).as("the task added meanwhile").isNotNull();
    }
}
