package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DeadReason;
import io.delayqueue.DelayQueueService;
import io.delayqueue.FailedAttempt;
import io.delayqueue.FailedAttempt.Outcome;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.RejectTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.RetryTaskException;
import io.delayqueue.Tag;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.pull.PullOptions;
import io.delayqueue.pull.PulledTask;
import io.delayqueue.pull.StaleTaskException;
import io.delayqueue.pull.TaskLease;
import io.delayqueue.redis.GroupAudit;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.core.type.TypeReference;

/** Outcomes of pulled tasks. */
class PullIT {

    private static final Duration SHORT = Duration.ofSeconds(1);

    private static final Duration LATER = Duration.ofHours(1);

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final RedisServer server = engines.server();

    private final DelayQueueEngine engine = engines.start(builder -> {});

    private final DelayQueueService service = engine.service();

    private final Pulls pulls = Pulls.from(engine, engines);

    private void add(String id) {
        service.addTask(engines.builder().id(id).build());
    }

    private TaskInfo find(String id) {
        return engines.find(service, id).orElseThrow();
    }

    private static void assertStale(Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOf(StaleTaskException.class)
                .hasMessageContaining("is stale: its lease has ended");
    }

    @Test
    void aTaskThatIsFinishedIsGone() {
        service.addTask(engines.builder()
                .id("a")
                .payload(List.of(1, 2))
                .headers(Map.of("h", "v"))
                .description("d")
                .maxAttempts(7)
                .build());
        PulledTask task = pulls.next(Duration.ofSeconds(20));
        assertThat(task.topic()).hasToString(engines.group() + "/" + TestEngines.TOPIC);
        assertThat(task.id()).isEqualTo("a");
        assertThat(task.attempt()).isEqualTo(1);
        assertThat(task.maxAttempts()).isEqualTo(7);
        assertThat(task.dueAt()).isEqualTo(find("a").dueAt());
        assertThat(task.occurrence()).isEqualTo(task.dueAt());
        assertThat(task.payload()).isEqualTo("[1,2]");
        assertThat(task.payload(long[].class)).containsExactly(1, 2);
        assertThat(task.payload(new TypeReference<List<Integer>>() {})).containsExactly(1, 2);
        assertThat(task.headers()).isEqualTo(Map.of("h", "v"));
        assertThat(task.description()).isEqualTo("d");
        assertThat(task.ttr()).isEqualTo(Duration.ofSeconds(20));
        assertThat(task.leaseLeft()).isPositive().isLessThanOrEqualTo(task.ttr());
        assertThat(find("a").state()).isEqualTo(TaskState.RESERVED);
        task.finish();
        assertThat(task.leaseLeft()).isZero();
        new GroupAudit(server.client(), engines.group()).checkNothingLeft();
        assertStale(task::finish);
    }

    /** Callbacks get such a task too. */
    @Test
    void aTagThatAnotherProgramHasWrittenWithoutAValueDoesNotKeepTasksFromTheCaller() {
        String start = "{" + engines.group() + "}:";
        add("a");
        String label = "\"t:\\torder\\tcustomer=7\"";
        server.client().hset(start + "DETAIL", "b", "[1795000000000," + label + ",null]");
        server.client().zadd(start + "CONSUMING:t", 1_795_000_000_000D, "b");
        server.client().zadd(start + "TAGS", Map.of("order\0b", 0D, "customer=7\0b", 0D));
        List<PulledTask> tasks = List.of(pulls.next(), pulls.next());
        assertThat(tasks).extracting(PulledTask::id).containsExactlyInAnyOrder("a", "b");
        PulledTask b = tasks.get(tasks.get(0).id().equals("b") ? 0 : 1);
        assertThat(b.options().tags()).containsExactly(new Tag("customer", "7"));
        b.touch();
        engine.puller().lease(b.receipt()).finish();
        assertThat(engines.find(service, "b")).isEmpty();
        assertThat(server.client().zrange(start + "TAGS", 0, -1)).containsExactly("order\0b");
    }

    @Test
    void manyTasksShouldBeFinishedInOneCallButForStaleOnes() {
        List<String> ids = IntStream.range(0, 400).mapToObj(i -> "t" + i).toList();
        service.addTasks(
                ids.stream().map(id -> engines.builder().id(id).build()).toList());
        await().until(() -> service.countTasks(engines.group()).get(0).ready() == 400);
        List<TaskLease> leases = new ArrayList<>(pulls.look());
        assertThat(leases).hasSize(400);
        String receipt = ((PulledTask) leases.get(3)).receipt();
        leases.set(3, engine.puller().lease(receipt));
        leases.get(5).release();
        // The same lease twice is finished once.
        leases.add(leases.get(0));
        assertThat(engine.puller().finish(leases)).containsExactly(leases.get(5));
        assertThat(service.countTasks(engines.group()).get(0).total()).isEqualTo(1);
        assertThat(engine.puller().finish(List.of())).isEmpty();
        pulls.next().finish();
    }

    @Test
    void repeatingTasksShouldGoOnAfterAFinishOfMany() {
        service.addTask(engines.builder()
                .id("repeats")
                .repeat(Repeat.fixedDelay(Duration.ofHours(1)))
                .build());
        add("once");
        List<PulledTask> tasks = List.of(pulls.next(), pulls.next());
        assertThat(engine.puller().finish(tasks)).isEmpty();
        assertThat(find("repeats").state()).isEqualTo(TaskState.DELAYED);
        assertThat(engines.find(service, "once")).isEmpty();
    }

    @Test
    void aPayloadThatDoesNotFitIsSaidToTheCaller() {
        service.addTask(engines.builder().id("a").payload("text").build());
        add("b");
        List<PulledTask> tasks = List.of(pulls.next(), pulls.next());
        assertThatThrownBy(() -> tasks.get(0).payload(Integer.class))
                .isInstanceOf(InvalidTaskException.class)
                .hasMessageStartingWith("payload must fit java.lang.Integer, but does not at line 1, column 1:");
        assertThat(tasks.get(1).payload()).isNull();
        assertThat(tasks.get(1).payload(Integer.class)).isNull();
        tasks.forEach(PulledTask::finish);
    }

    @Test
    void tasksComeInOrderAndUpToTheLimit() {
        List.of("a", "b", "c").forEach(this::add);
        // A reserve does not wait for those that are due a millisecond later.
        await().until(() -> service.countTasks(engines.group()).get(0).ready() == 3);
        List<PulledTask> tasks = pulls.reserve(PullOptions.upTo(2), Pulls.LONG);
        assertThat(tasks).extracting(PulledTask::id).containsExactly("a", "b");
        assertThat(pulls.look()).extracting(PulledTask::id).containsExactly("c");
    }

    @Test
    void aWaitEndsWhenATaskIsDueAndNotBefore() {
        service.addTask(engines.task(Duration.ofMillis(700)));
        PulledTask task = pulls.next();
        assertThat(Instant.now()).isAfterOrEqualTo(task.dueAt());
        task.finish();
    }

    @Test
    void aWaitEndsWhenAnotherInstanceMakesATaskReady() {
        assertThat(pulls.look()).isEmpty();
        DelayQueueEngine other = engines.start(builder -> builder.group(engines.group()));
        CompletableFuture<PulledTask> waited = pulls.await();
        other.service().addTask(engines.builder().id("a").build());
        await().until(waited::isDone);
        assertThat(waited.join().id()).isEqualTo("a");
        waited.join().finish();
    }

    @Test
    void aWaitWithoutTasksEndsWithNone() {
        assertThat(pulls.look()).isEmpty();
        Duration wait = Duration.ofMillis(50);
        long began = System.nanoTime();
        for (int i = 0; i < 10; i++) {
            assertThat(pulls.reserve(PullOptions.DEFAULT, wait)).isEmpty();
        }
        // Each alone would take two seconds if it lasted as long as the store's own wait.
        assertThat(Duration.ofNanos(System.nanoTime() - began))
                .isBetween(wait.multipliedBy(10), Duration.ofSeconds(15));
    }

    @Test
    void aTaskWhoseLeaseEndsGoesToTheNextAndIsNoLongerTheFirsts() {
        add("a");
        PulledTask first = pulls.next(SHORT);
        PulledTask second = pulls.next();
        assertThat(second.id()).isEqualTo("a");
        assertThat(second.attempt()).isEqualTo(2);
        assertThat(first.leaseLeft()).isZero();
        assertStale(first::finish);
        assertStale(first::touch);
        assertStale(first::release);
        assertStale(() -> first.retry(Duration.ZERO, "no"));
        assertStale(() -> first.bury("no"));
        assertThat(find("a").state()).isEqualTo(TaskState.RESERVED);
        assertThat(find("a").lastError()).isNull();
        second.finish();
        new GroupAudit(server.client(), engines.group()).checkNothingLeft();
    }

    private void assertFailed(FailedAttempt attempt, int number, Class<?> type, String message) {
        assertThat(attempt)
                .isEqualTo(new FailedAttempt(
                        number, attempt.at(), attempt.instance(), Outcome.FAILED, type.getName(), message));
        assertThat(attempt.instance()).startsWith(ProcessHandle.current().pid() + "-");
    }

    @Test
    void touchKeepsATask() {
        add("a");
        PulledTask task = pulls.next(Duration.ofSeconds(3));
        long began = System.nanoTime();
        while (System.nanoTime() - began < Duration.ofSeconds(5).toNanos()) {
            assertThat(pulls.reserve(PullOptions.DEFAULT, Duration.ofMillis(500)))
                    .isEmpty();
            task.touch();
        }
        assertThat(task.leaseLeft()).isPositive();
        task.finish();
    }

    @Test
    void aTaskThatIsBuriedIsADeadLetterWithTheReason() {
        add("a");
        PulledTask task = pulls.next();
        task.bury("the reason");
        assertThat(find("a").state()).isEqualTo(TaskState.DEAD);
        assertThat(find("a").lastError().message()).isEqualTo("the reason");
        assertThat(find("a").lastError().stack()).isNull();
        assertThat(find("a").lastError().deadReason()).isEqualTo(DeadReason.REJECTED);
        assertFailed(find("a").failedAttempts().get(0), 1, RejectTaskException.class, "the reason");
        assertStale(task::finish);
        assertThat(service.requeueDeadLetter(engines.group(), "a")).isTrue();
        PulledTask again = pulls.next();
        assertThat(again.attempt()).isEqualTo(1);
        again.finish();
    }

    @Test
    void aTaskThatIsRetriedComesAgainAfterItsDelayWithTheNextAttempt() {
        add("a");
        Instant before = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        PulledTask first = pulls.next();
        first.retry(LATER, "not yet");
        TaskInfo waiting = find("a");
        assertThat(waiting.state()).isEqualTo(TaskState.DELAYED);
        assertThat(waiting.stateUntil()).isAfterOrEqualTo(before.plus(LATER));
        assertThat(waiting.lastError().message()).contains("not yet");
        assertThat(waiting.lastError().stack()).isNull();
        assertFailed(waiting.failedAttempts().get(0), 1, RetryTaskException.class, "not yet");
        service.runTaskNow(engines.group(), "a");
        PulledTask again = pulls.next();
        assertThat(again.attempt()).isEqualTo(2);
        assertThat(again.delivery()).isGreaterThan(first.delivery());
        assertThat(again.occurrence()).isEqualTo(first.occurrence());
        assertThat(again.group()).isEqualTo(engines.group());
        assertThatThrownBy(() -> again.retry(Duration.ofMillis(-1), "no")).isInstanceOf(InvalidTaskException.class);
        before = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        again.retry(SHORT, "not yet");
        PulledTask last = pulls.next();
        assertThat(Instant.now()).isAfterOrEqualTo(before.plus(SHORT));
        assertThat(last.attempt()).isEqualTo(3);
        last.finish();
    }

    @Test
    void aTaskThatIsReleasedIsReadyAsIfItHadNotBeenTaken() {
        Instant due = Instant.now();
        service.addTask(engines.builder().id("a").at(due).build());
        service.addTask(engines.builder().id("b").at(due.plusMillis(1)).build());
        PulledTask task = pulls.next();
        task.release();
        assertThat(find("a").state()).isEqualTo(TaskState.READY);
        assertStale(task::finish);
        PulledTask again = pulls.next();
        assertThat(again.id()).isEqualTo("a");
        assertThat(again.attempt()).isEqualTo(1);
    }

    @Test
    void nothingOfAPausedTopicIsGiven() {
        add("a");
        pulls.next().release();
        engines.topic(service).pause();
        assertThat(pulls.reserve(PullOptions.DEFAULT, Duration.ofMillis(1_500))).isEmpty();
        assertThat(find("a").state()).isEqualTo(TaskState.READY);
        CompletableFuture<PulledTask> waited = pulls.await();
        engines.topic(service).resume();
        await().until(waited::isDone);
        assertThat(waited.join().id()).isEqualTo("a");
    }

    @Test
    void aRepeatingTaskThatIsFinishedGoesOnWithItsNextRun() {
        service.addTask(engines.builder()
                .id("a")
                .repeat(Repeat.fixedRate(Duration.ofMillis(300)))
                .build());
        PulledTask first = pulls.next();
        first.retry(Duration.ZERO, "not yet");
        PulledTask second = pulls.next();
        assertThat(second.attempt()).isEqualTo(2);
        second.finish();
        assertThat(find("a").state()).isNotEqualTo(TaskState.RESERVED);
        PulledTask third = pulls.next();
        assertThat(third.attempt()).isEqualTo(1);
        assertThat(Duration.between(first.dueAt(), third.dueAt()).toMillis() % 300)
                .isZero();
        assertThat(third.dueAt()).isAfter(first.dueAt());
        third.bury("enough");
        assertThat(find("a").state()).isEqualTo(TaskState.DEAD);
    }
}
