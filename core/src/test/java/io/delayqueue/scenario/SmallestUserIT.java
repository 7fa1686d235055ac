package io.delayqueue.scenario;

import static io.delayqueue.store.TestTasks.task;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.delayqueue.BatchCallback;
import io.delayqueue.IfExists;
import io.delayqueue.Repeat;
import io.delayqueue.RepeatResult;
import io.delayqueue.RetryTaskException;
import io.delayqueue.Task;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskSchedule;
import io.delayqueue.TaskState;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import io.delayqueue.TopicOperations;
import io.delayqueue.callback.BatchOptions;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.history.HistoryQuery;
import io.delayqueue.history.HistoryRule;
import io.delayqueue.history.TopicHistory;
import io.delayqueue.limit.KeyOrder;
import io.delayqueue.limit.Limit;
import io.delayqueue.limit.Rate;
import io.delayqueue.limit.TopicLimits;
import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.pull.PullOptions;
import io.delayqueue.pull.PulledTask;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.redis.RedisConnections;
import io.delayqueue.redis.ScriptDigests;
import io.delayqueue.store.Backend;
import io.delayqueue.store.Change;
import io.delayqueue.testing.Commands;
import io.delayqueue.testing.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisDataException;

/** Runs everything as the user that docs/redis-setup.md says is enough, and finds that it is not more than that. */
class SmallestUserIT {

    private static final Duration HOUR = Duration.ofHours(1);

    private static final String KEYED = "keyed";

    /** Commands that create the smallest user; the lines are one command of redis-cli. */
    private static final Pattern RULES = Pattern.compile("ACL SETUSER queue ((?s).*?)```");

    /** Rights on keys and channels of one namespace. */
    private static final Pattern NAMESPACE = Pattern.compile("`(~\\{staging:\\S+) (&\\{staging:\\S+)`");

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final RedisServer server = engines.server();

    private final Jedis admin = engines.closing(server.connect());

    private final List<String> rules = rules();

    private final AtomicBoolean held = new AtomicBoolean();

    private static List<String> rules() {
        return Arrays.asList(
                documented(RULES).group(1).replace("\\\n", " ").trim().split("\\s+"));
    }

    private static MatchResult documented(Pattern rights) {
        try {
            String docs = Files.readString(Path.of("..", "docs", "redis-setup.md"));
            return rights.matcher(docs).results().findFirst().orElseThrow();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeEach
    void makeUser() {
        admin.aclSetUser("queue", rules.toArray(String[]::new));
        admin.aclSetUser("queue", "+info", "+config|get");
        sayName();
        admin.configResetStat();
    }

    /** The right to CLIENT SETINFO: what the page says of servers other than Redis 7.0. */
    private void sayName() {
        try {
            admin.aclSetUser("queue", "+client|setinfo");
        } catch (JedisDataException e) {
            assertThat(server.client().info("server")).contains("redis_version:7.0.");
        }
    }

    private RedisBackend store() {
        return new RedisBackend(new RedisConnections(client(), client(), server.address(), Duration.ofSeconds(2)));
    }

    private UnifiedJedis client() {
        return server.client(DefaultJedisClientConfig.builder().user("queue").password("secret"));
    }

    @Test
    void everythingWorksAndEveryRightIsUsed() throws InterruptedException {
        DelayQueueEngine engine = engines.start(store(), this::consuming);
        useEverything(engine, "");
        DelayQueueEngine other = engines.start(
                store(),
                engines.consuming(this::call, 1)
                        .andThen(builder -> builder.schedule(TaskSchedule.of(engines.builder()
                                .id("nightly")
                                .repeat(Repeat.fixedRate(Duration.ofDays(1)))
                                .build()))));
        await().until(() -> commandsUsed().containsAll(Set.of("pttl", "smismember")));
        await().untilAsserted(() -> assertThat(ScriptDigests.neverRun(admin)).isSubsetOf("RESIGN"));
        engine.close();
        other.close();
        assertThat(admin.aclLog()).as("what was denied").isEmpty();
        assertThat(ScriptDigests.neverRun(admin)).isEmpty();
        assertThat(commandsUsed()).containsExactlyInAnyOrderElementsOf(commandsAllowed());
    }

    @Test
    void userOfANamespaceShouldHaveAllRightsInItAndNoneOutside() throws InterruptedException {
        MatchResult namespace = documented(NAMESPACE);
        admin.aclSetUser("queue", "resetkeys", "resetchannels", namespace.group(1), namespace.group(2));
        RedisBackend staging = store().inNamespace("staging");
        DelayQueueEngine engine = engines.start(staging, this::consuming);
        useEverything(engine, "staging:");
        engine.close();
        assertThat(admin.aclLog()).as("what was denied").isEmpty();
        for (RedisBackend other : List.of(store(), store().inNamespace("stage"))) {
            DelayQueueEngine outside = engines.build(other, engines.consuming(this::call, 1));
            assertThatThrownBy(outside::start)
                    .isInstanceOf(TaskStoreException.class)
                    .hasMessageContaining("NOPERM");
        }
    }

    private void consuming(DelayQueueEngineBuilder builder) {
        BatchCallback<Object> batch = (tasks, context) -> {};
        TopicLimits limits = new TopicLimits(2, Rate.valueOf("1000/s"), Set.of("shared"));
        builder.callback(engines.callback(
                        TestEngines.TOPIC,
                        this::call,
                        TopicOptions.builder()
                                .concurrency(2)
                                .maxAttempts(2)
                                .history(HistoryRule.of(Duration.ofDays(1), HistoryRule.MIN_SIZE))
                                .build()))
                .callback(engines.callback(
                        KEYED,
                        this::call,
                        TopicOptions.builder().keyOrder(KeyOrder.DEFAULT).build()))
                .callback(engines.callback(
                        "limited",
                        this::call,
                        TopicOptions.builder().limits(limits).build()))
                .callback(engines.callback(
                        "batches",
                        batch,
                        TopicOptions.builder()
                                .batch(new BatchOptions(10, 2, Duration.ofMillis(1)))
                                .build()))
                .limit(Limit.of(engines.group(), "shared").concurrency(1).rate(1_000, TimeUnit.SECONDS));
    }

    private void call(Object payload, TaskContext context) {
        switch (context.id()) {
            case "fails" -> throw new RetryTaskException(Duration.ZERO, "not now");
            case "holds" -> {
                if (context.attempt() == 1 && !held.getAndSet(true)) {
                    throw RetryTaskException.hold("shared", Duration.ofMillis(1), "not now");
                }
            }
            default -> {}
        }
    }

    private void useEverything(DelayQueueEngine engine, String prefix) throws InterruptedException {
        String group = engines.group();
        engine.register().registerTopic(group, "other");
        engine.register().isTopicRegistered(group, "other");
        add(engine, "finishes", Duration.ZERO);
        add(engine, "fails", Duration.ZERO);
        await().until(() -> engine.service()
                .findTask(group, "fails")
                .filter(task -> task.state() == TaskState.DEAD)
                .isPresent());
        TopicOperations topic = engine.service().topic(group, TestEngines.TOPIC);
        assertThat(engine.service().requeueDeadLetter(group, "fails")).isTrue();
        await().until(() -> topic.count().dead() == 1);
        assertThat(engine.inspector()
                        .groupDeadLetters(group, TestEngines.TOPIC, null, 10)
                        .groups())
                .hasSize(1);
        assertThat(engine.service().requeueDeadLetter(group, "fails", "mended")).isTrue();
        await().until(() -> topic.count().dead() == 1);
        assertThat(topic.requeueDeadLetters()).isEqualTo(1);
        await().until(() -> topic.count().dead() == 1);
        assertThat(topic.purgeDeadLetters()).isEqualTo(1);
        assertThat(engine.inspector()
                        .retrying(new TopicName(group, TestEngines.TOPIC), null, 10)
                        .tasks())
                .isEmpty();
        assertThat(topic.pause()).isTrue();
        add(engine, "waits", Duration.ZERO);
        await().until(() -> topic.count().ready() == 1);
        engine.service().rescheduleTask(group, "waits", Duration.ofMinutes(1));
        engines.add(
                engine, engines.builder().id("waits").ifExists(IfExists.REPLACE).delay(Duration.ofMinutes(2)));
        // Before one that waits: its place has to be asked for.
        add(engine, "sooner", Duration.ofMinutes(1));
        // Of several tasks the size of the first is asked for.
        assertThat(topic.list(TaskState.DELAYED, null, 10).tasks()).hasSize(2);
        assertThat(engine.service().removeTask(group, "sooner").task()).isNotNull();
        String cursor = topic.list(TaskState.DELAYED, null, 1).cursor();
        assertThat(topic.list(TaskState.DELAYED, cursor, 1).tasks()).isEmpty();
        assertThat(engine.service().removeTask(group, "waits").task()).isNotNull();
        assertThat(topic.list(TaskState.DELAYED, cursor, 1).tasks()).isEmpty();
        assertThat(topic.resume()).isTrue();
        assertThat(engine.service().countTasks(group)).isNotEmpty();
        assertThat(engine.inspector().forecast(group, TopicForecast.DEFAULT_WINDOWS))
                .isNotEmpty();
        engines.add(engine, engines.builder().id("repeats").repeat(Repeat.fixedRate(Duration.ofMillis(50))));
        await().until(() -> engine.service()
                .findTask(group, "repeats")
                .filter(task -> task.state() == TaskState.DELAYED)
                .isPresent());
        assertThat(topic.removeTasks()).isLessThanOrEqualTo(1);
        // The task may have changed its state between the steps of the removal.
        engine.service().removeTask(group, "repeats");
        changeOnce(engine.backend());
        pull(engine);
        addToAMistakenTopic(engine);
        repeat(engine);
        order(engine, prefix);
        limit(engine);
        history(engine, prefix);
        repair(engine, prefix);
        assertThat(engine.inspector().instances(group)).isNotEmpty();
        assertThat(engine.inspector().recordWork(group)).isTrue();
        assertThat(engine.inspector().pastWork(group)).isEmpty();
        engine.register().cancelTopic(group, "other");
        assertThat(engine.register().cancelGroup(group)).isTrue();
    }

    private void repeat(DelayQueueEngine engine) {
        String group = engines.group();
        Repeat daily = Repeat.fixedRate(Duration.ofDays(1));
        engines.add(engine, engines.builder().id("daily").delay(HOUR).repeat(daily));
        assertThat(engine.inspector().repeatingTasks(group, null, 10).tasks()).hasSize(1);
        assertThat(engine.service().pauseRepeat(group, "daily").outcome()).isEqualTo(RepeatResult.Outcome.CHANGED);
        assertThat(engine.service().resumeRepeat(group, "daily").outcome()).isEqualTo(RepeatResult.Outcome.CHANGED);
        engine.service().removeTask(group, "daily");
    }

    private void order(DelayQueueEngine engine, String prefix) {
        String group = engines.group();
        TopicName name = new TopicName(group, KEYED);
        TopicOperations topic = engine.service().topic(group, KEYED);
        topic.pause();
        Stream.of("a", "b", "c").forEach(id -> addWithKey(engine, KEYED, id));
        await().until(() -> topic.count().ready() == 3);
        assertThat(engine.inspector().keys(name, 10).hottest()).hasSize(1);
        assertThat(engine.inspector().tasksOfKey(name, "k", 10)).hasSize(3);
        assertThat(engine.inspector().whyWaiting(group, "b")).isNotEmpty();
        assertThat(topic.removeTasks()).isEqualTo(3);
        Stream.of("a", "b", "c").forEach(id -> addWithKey(engine, KEYED, id));
        topic.resume();
        Stream.of("d", "e")
                .forEach(id -> engines.add(engine, Task.of(group, "batches").id(id)));
        await().until(() -> engine.service().countTasks(group, List.of(KEYED, "batches")).stream()
                .allMatch(counts -> counts.total() == 0));
        String places = "{" + prefix + group + "}:KEYS:" + KEYED;
        admin.set(places, "of another program");
        engines.add(engine, Task.of(group, KEYED).key("k").id("foreign").delay(Duration.ofMillis(1)));
        await().untilAsserted(() -> assertThat(ScriptDigests.neverRun(admin)).doesNotContain("FIND_FOREIGN"));
        admin.del(places);
        await().until(() -> engine.service().findTask(group, "foreign").isEmpty());
    }

    private void addWithKey(DelayQueueEngine engine, String topic, String id) {
        engines.add(engine, Task.of(engines.group(), topic).id(id).key("k"));
    }

    private void limit(DelayQueueEngine engine) {
        String group = engines.group();
        engines.add(engine, Task.of(group, "limited").id("holds"));
        await().until(() -> engine.service().findTask(group, "holds").isEmpty());
        assertThat(engine.inspector().limits(group)).hasSize(2);
        assertThat(engine.inspector().holdLimit(group, "shared", Instant.now().plus(HOUR)))
                .isTrue();
        engine.inspector().setLimit(Limit.of(group, "shared").concurrency(5));
        assertThat(engine.inspector().resetLimit(group, "shared")).isTrue();
        assertThat(engine.inspector().removeLimit(group, "shared")).isTrue();
        assertThat(engine.service().topic(group, "limited").hold(Instant.now().plus(HOUR)))
                .isTrue();
        assertThat(engine.service().topic(group, "limited").resume()).isTrue();
    }

    private void history(DelayQueueEngine engine, String prefix) {
        TopicHistory history = engine.inspector().history(new TopicName(engines.group(), "other"));
        String key = "{" + prefix + engines.group() + "}:";
        admin.hset(key + "RECORDED", "#other", "1:70:1:1:FINISHED=1");
        admin.rpush(key + "HISTORY:other:1", "a", "[1,0]");
        assertThat(history.list(HistoryQuery.ALL).records()).hasSize(1);
        assertThat(history.find("a")).isPresent();
        assertThat(history.forget("a")).isEqualTo(1);
        assertThat(history.counts().records()).isEqualTo(1);
        history.clear();
    }

    /** As the module of relational databases does. */
    private void changeOnce(Backend backend) {
        List<Change> changes = List.of(
                new Change.Add("1", task("other", "once", 60_000, true, "\"other\",1]".getBytes(UTF_8))),
                new Change.Reschedule("2", "once", 120_000, true),
                new Change.Remove("3", "once"));
        assertThat(backend.tasks()
                        .apply(engines.group(), changes, Long.MAX_VALUE)
                        .results())
                .containsOnly(Change.Result.MADE);
        backend.tasks().confirm(engines.group(), List.of("1", "2", "3"));
        assertThat(backend.identity()).isNotNull();
    }

    private void pull(DelayQueueEngine engine) throws InterruptedException {
        engine.register().registerTopic(engines.group(), "other");
        engines.add(engine, Task.of(engines.group(), "other"));
        PulledTask task = engine.puller()
                .reserve(engines.group(), "other", PullOptions.DEFAULT, Duration.ofSeconds(10))
                .get(0);
        task.touch();
        assertThat(engine.service().interruptTask(engines.group(), task.id())).isTrue();
        task.release();
        engine.puller()
                .reserve(engines.group(), "other", PullOptions.DEFAULT, Duration.ofSeconds(10))
                .get(0)
                .finish();
        // After a reply that was lost.
        assertThat(engine.backend().tasks().reclaim(task.topic(), "another", 0, List.of()))
                .isZero();
    }

    private void addToAMistakenTopic(DelayQueueEngine engine) {
        TopicName mistaken = new TopicName(engines.group(), "othr");
        engines.add(engine, Task.of(mistaken.group(), "othr").id("lost"));
        await().until(() -> engine.status().unregistered().contains(mistaken));
        assertThat(engine.inspector().unregisteredTopics()).contains(mistaken);
        engine.service().removeTask(mistaken.group(), "lost");
    }

    private void repair(DelayQueueEngine engine, String prefix) {
        admin.hset("{" + prefix + engines.group() + "}:ERRORS", "nobody", "{}");
        assertThat(engine.inspector().repair(engines.group()).findings()).isNotEmpty();
        assertThat(engine.inspector().audit(engines.group()).findings()).isEmpty();
    }

    private void add(DelayQueueEngine engine, String id, Duration delay) {
        engines.add(engine, Task.of(engines.group(), TestEngines.TOPIC).id(id).delay(delay));
    }

    private Set<String> commandsAllowed() {
        return rules.stream()
                .filter(rule -> rule.startsWith("+"))
                .map(rule -> rule.substring(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Beside those of the test itself. */
    private Set<String> commandsUsed() {
        Set<String> used = new TreeSet<>();
        Commands.counts(server).keySet().forEach(command -> used.add(command.replaceAll("\\|.*", "")));
        used.removeAll(Set.of("acl", "config", "info", "command", "script", "auth", "hello", "client"));
        return used;
    }
}
