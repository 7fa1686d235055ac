package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Priority;
import io.delayqueue.RejectTaskException;
import io.delayqueue.Task;
import io.delayqueue.TaskCounts;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskPage;
import io.delayqueue.TaskState;
import io.delayqueue.TopicOperations;
import io.delayqueue.TopicStep;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.redis.GroupAudit;
import io.delayqueue.store.Counts;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Operations on a whole topic while engines consume it: pause, count, list, requeue, purge; and priorities. */
class TopicsIT {

    private static final Duration LATER = Duration.ofHours(1);

    private static final int UNHELD = 50;

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final RedisServer server = engines.server();

    private final Ledger ledger = new Ledger();

    private final CountDownLatch gate = new CountDownLatch(1);

    private final CountDownLatch began = new CountDownLatch(1);

    /** Holds all callbacks after the first {@link #UNHELD} until it is opened. */
    private volatile CountDownLatch brake = new CountDownLatch(0);

    private volatile boolean failing = true;

    @AfterEach
    void close() {
        gate.countDown();
        brake.countDown();
    }

    private DelayQueueEngine start(int concurrency) {
        return engines.startSubscribed(engines.consuming(
                (payload, context) -> {
                    ledger.call("", context);
                    if (ledger.size() > UNHELD) {
                        assertThat(brake.await(30, TimeUnit.SECONDS)).isTrue();
                    }
                    if (context.id().equals("hold")) {
                        began.countDown();
                        assertThat(gate.await(30, TimeUnit.SECONDS)).isTrue();
                    }
                    if (context.id().startsWith("dead") && failing) {
                        throw new RejectTaskException("no");
                    }
                },
                concurrency));
    }

    private TopicOperations topic(DelayQueueEngine engine) {
        return engine.service().topic(engines.group(), TestEngines.TOPIC);
    }

    private void add(DelayQueueEngine engine, Task task) {
        ledger.added(engine.service().addTask(task).id());
    }

    private void addDead(DelayQueueEngine engine, int number) {
        IntStream.range(0, number)
                .mapToObj(i -> engines.builder().id("dead" + i).payload(i).build())
                .forEach(task -> add(engine, task));
        await().until(() -> topic(engine).count().dead() == number);
    }

    @Test
    void aPausedTopicRestsInEveryInstanceAndResumesWithEachTaskOnce() throws InterruptedException {
        brake = new CountDownLatch(1);
        List<DelayQueueEngine> both = List.of(start(2), start(2));
        TestEngines.awaitSubscriptions(server, 2);
        TopicOperations topic = topic(both.get(0));
        add(both.get(0), engines.builder().id("hold").build());
        assertThat(began.await(30, TimeUnit.SECONDS)).isTrue();
        for (int i = 0; i < 500; i++) {
            add(both.get(i % 2), engines.task(Duration.ofMillis(i % 300)));
        }
        await().until(() -> ledger.size() > UNHELD);
        assertThat(topic.pause()).isTrue();
        assertThat(topic(both.get(1)).pause()).isFalse();
        brake.countDown();
        // The one that runs goes on; what has not begun is given back.
        await().until(() -> topic.count().reserved() == 1 && topic.count().delayed() == 0);
        int paused = ledger.size();
        assertThat(paused).isLessThan(500);
        for (int i = 0; i < 20; i++) {
            add(both.get(i % 2), engines.task(Duration.ZERO));
        }
        await().until(() -> topic.count().ready() == 521 - paused);
        await().during(Duration.ofMillis(1_500)).until(() -> ledger.size() == paused);
        gate.countDown();
        await().until(() -> topic.count().reserved() == 0);
        assertThat(both.get(0).service().findTask(engines.group(), "hold")).isEmpty();
        assertThat(topic.count().paused()).isTrue();

        assertThat(topic(both.get(1)).resume()).isTrue();
        assertThat(topic.resume()).isFalse();
        await().until(() -> topic.count().total() == 0);
        ledger.assertEachRanOnce();
        assertThat(ledger.size()).isEqualTo(521);
    }

    @Test
    void aTopicThatIsPausedBeforeTheStartRestsToo() {
        DelayQueueEngine engine = engines.build();
        topic(engine).pause();
        add(engine, engines.task(Duration.ZERO));
        start(1);
        await().during(Duration.ofMillis(1_500)).until(() -> ledger.size() == 0);
        topic(engine).resume();
        await().until(() -> ledger.size() == 1);
    }

    @Test
    void tasksAreCountedAndListedByTheirState() throws InterruptedException {
        DelayQueueEngine engine = start(1);
        DelayQueueService service = engine.service();
        addDead(engine, 3);
        add(engine, engines.builder().id("hold").build());
        assertThat(began.await(30, TimeUnit.SECONDS)).isTrue();
        TopicOperations topic = topic(engine);
        topic.pause();
        for (int i = 0; i < 7; i++) {
            add(engine, engines.builder().id("ready" + i).build());
            add(engine, engines.builder().id("later" + i).delay(LATER).build());
        }
        await().until(() -> topic.count().ready() == 7);
        TaskCounts counts = new TaskCounts(topic.name(), 7, 7, 1, 3, true, Duration.ZERO);
        assertThat(Counts.still(topic.count())).isEqualTo(counts);
        assertThat(service.countTasks(engines.group())).map(Counts::still).containsExactly(counts);
        assertThat(ids(topic, TaskState.DELAYED)).containsExactlyElementsOf(named("later", 7));
        assertThat(ids(topic, TaskState.READY)).containsExactlyElementsOf(named("ready", 7));
        assertThat(ids(topic, TaskState.RESERVED)).containsExactly("hold");
        assertThat(ids(topic, TaskState.DEAD)).containsExactlyInAnyOrderElementsOf(named("dead", 3));
        topic.resume();
    }

    private static List<String> named(String name, int number) {
        return IntStream.range(0, number).mapToObj(i -> name + i).toList();
    }

    /** All pages, three tasks each. */
    private static List<String> ids(TopicOperations topic, TaskState state) {
        List<String> ids = new ArrayList<>();
        String cursor = null;
        do {
            TaskPage page = topic.list(state, cursor, 3);
            page.tasks().stream().map(TaskInfo::id).forEach(ids::add);
            cursor = page.cursor();
        } while (cursor != null);
        return ids;
    }

    @Test
    void aDeadLetterThatIsRequeuedRunsWithItsAttemptsCountedAnew() {
        DelayQueueEngine engine = start(2);
        addDead(engine, 3);
        failing = false;
        assertThat(engine.service().requeueDeadLetter(engines.group(), "dead1")).isTrue();
        await().until(() -> ledger.runsOf("dead1").size() == 2);
        assertThat(ledger.runsOf("dead1")).extracting(Ledger.Run::attempt).containsExactly(1, 1);
        await().until(() -> engine.service().findTask(engines.group(), "dead1").isEmpty());
        assertThat(engine.service().requeueDeadLetter(engines.group(), "dead1")).isFalse();
        assertThat(topic(engine).count().dead()).isEqualTo(2);
    }

    @Test
    void allDeadLettersAreRequeuedAndThoseThatDieAgainStay() {
        DelayQueueEngine engine = start(4);
        addDead(engine, 600);
        assertThat(topic(engine).requeueDeadLetters()).isEqualTo(600);
        await().until(() -> ledger.size() == 1_200 && topic(engine).count().dead() == 600);
        failing = false;
        assertThat(topic(engine).requeueDeadLetters()).isEqualTo(600);
        await().atMost(Duration.ofSeconds(20)).until(() -> topic(engine).count().total() == 0);
        assertThat(ledger.size()).isEqualTo(1_800);
        engine.stop();
        new GroupAudit(server.client(), engines.group()).checkNothingLeft();
    }

    @Test
    void deadLettersArePurgedAndNothingElse() {
        DelayQueueEngine engine = start(4);
        addDead(engine, 600);
        add(engine, engines.builder().id("later").delay(LATER).build());
        assertThat(topic(engine).purgeDeadLetters()).isEqualTo(600);
        assertThat(topic(engine).purgeDeadLetters()).isZero();
        assertThat(Counts.still(topic(engine).count()))
                .isEqualTo(new TaskCounts(topic(engine).name(), 1, 0, 0, 0, false, Duration.ZERO));
        engine.stop();
        new GroupAudit(server.client(), engines.group()).check();
    }

    @Test
    void stepsGoOnWhereTheLastOneEnded() {
        DelayQueueEngine engine = start(4);
        addDead(engine, 600);
        topic(engine).pause();
        TopicStep first = topic(engine).requeueDeadLetters(null);
        assertThat(first.tasks()).isEqualTo(500);
        assertThat(first.next()).isNotNull();
        assertThat(topic(engine).count().ready()).isEqualTo(500);
        assertThat(topic(engine).purgeDeadLetters(null)).isEqualTo(new TopicStep(100, null));
        assertThat(topic(engine).requeueDeadLetters(first.next())).isEqualTo(new TopicStep(0, null));
        int removed = 0;
        String next = null;
        do {
            TopicStep step = topic(engine).removeTasks(next);
            removed += step.tasks();
            next = step.next();
        } while (next != null);
        assertThat(removed).isEqualTo(500);
        assertThat(topic(engine).count().total()).isZero();
    }

    @Test
    void someTopicsAreCountedInTheOrderGiven() {
        DelayQueueEngine engine = start(1);
        addDead(engine, 1);
        DelayQueueService service = engine.service();
        List<String> topics = new ArrayList<>(named("none", 250));
        topics.add(TestEngines.TOPIC);
        List<TaskCounts> counts = service.countTasks(engines.group(), topics);
        assertThat(counts).extracting(count -> count.topic().topic()).containsExactlyElementsOf(topics);
        assertThat(counts.get(250).dead()).isEqualTo(1);
        assertThat(counts.subList(0, 250)).allMatch(count -> count.total() == 0);
        assertThat(service.countTasks(engines.group(), List.of())).isEmpty();
    }

    /** Of 16 turns the low ones have one and the normal ones three, so the order of levels is no strict one. */
    @Test
    void tasksOfHighPriorityGoFirstAndThoseOfOneLevelInTheirOrder() {
        DelayQueueEngine engine = start(1);
        topic(engine).pause();
        Instant due = Instant.now().plusSeconds(3);
        for (int i = 100; i < 130; i++) {
            for (Priority priority : List.of(Priority.LOW, Priority.NORMAL, Priority.HIGH)) {
                add(
                        engine,
                        engines.builder()
                                .id(priority.name() + i)
                                .priority(priority)
                                .at(due)
                                .build());
            }
        }
        await().until(() -> topic(engine).count().ready() == 90);
        topic(engine).resume();
        await().atMost(Duration.ofSeconds(20)).until(() -> ledger.size() == 90);
        List<String> order = ledger.runs().stream().map(Ledger.Run::id).toList();
        for (Priority priority : Priority.values()) {
            assertThat(order.stream().filter(id -> id.startsWith(priority.name())))
                    .containsExactlyElementsOf(IntStream.range(100, 130)
                            .mapToObj(i -> priority.name() + i)
                            .toList());
        }
        assertThat(order.subList(0, 36)).filteredOn(id -> id.startsWith("HIGH")).hasSizeGreaterThanOrEqualTo(24);
        assertThat(order.subList(0, 60)).filteredOn(id -> id.startsWith("LOW")).hasSizeLessThanOrEqualTo(10);
        assertThat(order.indexOf("HIGH129")).isLessThan(order.indexOf("NORMAL129"));
        assertThat(order.indexOf("NORMAL129")).isLessThan(order.indexOf("LOW129"));
    }

    @Test
    void priorityDoesNotBringATaskForwardInTime() {
        DelayQueueEngine engine = start(1);
        add(
                engine,
                engines.builder()
                        .id("high")
                        .priority(Priority.HIGH)
                        .delay(Duration.ofMillis(600))
                        .build());
        add(engine, engines.builder().id("low").priority(Priority.LOW).build());
        await().until(() -> ledger.size() == 2);
        assertThat(ledger.runs()).extracting(Ledger.Run::id).containsExactly("low", "high");
        ledger.assertEachRanOnce();
    }
}
