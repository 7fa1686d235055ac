package io.delayqueue.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.BatchCallback;
import io.delayqueue.BatchFailedException;
import io.delayqueue.ExponentialBackoff;
import io.delayqueue.RejectTaskException;
import io.delayqueue.RetryTaskException;
import io.delayqueue.Task;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskErrorHandler;
import io.delayqueue.TaskInterceptor;
import io.delayqueue.TaskMessage;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import io.delayqueue.callback.BatchOptions;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.internal.drive.AttemptCaller;
import io.delayqueue.internal.drive.EngineTime;
import io.delayqueue.internal.drive.GroupContext;
import io.delayqueue.internal.run.Attempt.Reason;
import io.delayqueue.monitor.EngineObserver;
import io.delayqueue.store.Backend;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.ReservedTask;
import io.delayqueue.store.TestPorts;
import io.delayqueue.testing.Drivers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Outcomes of the tasks of a batch. */
class BatchRunTests {

    private static final TopicName TOPIC = new TopicName("g", "t");

    private static final Duration HOUR = Duration.ofHours(1);

    private static final int MAX_ATTEMPTS = 3;

    private final List<String> log = new ArrayList<>();

    private final List<TaskMessage<String>> messages = new ArrayList<>();

    private final List<TaskInterceptor> interceptors = new ArrayList<>();

    private @Nullable TaskContext called;

    private Body body = () -> {};

    private @Nullable Duration ttr;

    private final Backend refusing = TestPorts.answering(Backend.class, (method, arguments) -> {
        throw new TaskStoreException("for the test", null);
    });

    private final GroupContext context = Drivers.context(new AtomicLong(), refusing, Drivers.threads());

    private @Nullable Attempt attempt;

    private interface Body {
        void run() throws Exception;
    }

    private final class Callback implements BatchCallback<String> {

        @Override
        public void check(String payload) {
            if (payload.startsWith("-")) {
                throw new RejectTaskException("negative");
            }
        }

        @Override
        public void call(List<TaskMessage<String>> tasks, TaskContext context) throws Exception {
            log.add("call");
            messages.addAll(tasks);
            called = context;
            body.run();
        }
    }

    private static final class Recorder implements EngineObserver {

        private final List<String> log;

        Recorder(List<String> log) {
            this.log = log;
        }

        @Override
        public void started(TopicName topic, Duration lateness) {
            log.add("started " + topic);
        }

        @Override
        public void waitedForKey(TopicName topic, Duration wait) {
            log.add("waited " + wait.toMillis());
        }

        @Override
        public void batchStarted(TopicName topic, int tasks) {
            log.add("batch " + topic + " " + tasks);
        }
    }

    @AfterEach
    void clear() {
        Thread.interrupted();
    }

    private static TaskExecution task(String id) {
        return task(id, 1, "{}");
    }

    private static TaskExecution task(String id, int attempt, String options) {
        return task(id, attempt, options, System::nanoTime);
    }

    /** Makes an execution of a task that was due, and is reserved, at the epoch. The payload is the id. */
    private static TaskExecution task(String id, int attempt, String options, LongSupplier nanoTime) {
        return execution(id, attempt, 0, 0, "[0,\"t\",\"%s\",%s]".formatted(id, options), nanoTime);
    }

    private static TaskExecution execution(
            String id, int attempt, long dueAt, long requeuedAt, String detail, LongSupplier nanoTime) {
        Delivery delivery = new Delivery("t", id, 1, "i", null);
        return new TaskExecution(
                TOPIC,
                new ReservedTask(delivery, attempt, dueAt, requeuedAt, 0, detail.getBytes(StandardCharsets.UTF_8)),
                0,
                nanoTime.getAsLong(),
                Duration.ofSeconds(30),
                new EngineTime(nanoTime, Clock.systemUTC(), false));
    }

    private TaskRunner runner() {
        TopicOptions options = TopicOptions.builder()
                .concurrency(1)
                .ttr(ttr)
                .maxAttempts(MAX_ATTEMPTS)
                .retryPolicy(ExponentialBackoff.fixed(Duration.ofSeconds(1)))
                .batch(new BatchOptions(10, 1, null))
                .build();
        return TestExecutions.runner(
                TOPIC,
                new TopicCallback(TOPIC, String.class, new Callback(), options, "test"),
                options,
                context,
                interceptors);
    }

    /** Cuts a batch of a topic whose batches have up to ten tasks, into the ids of each piece. */
    private List<String> cut(TaskExecution... tasks) {
        return runner().cut(List.of(tasks)).stream()
                .map(piece -> piece.stream().map(TaskExecution::id).collect(Collectors.joining()))
                .toList();
    }

    private static TaskExecution[] tasks(int number, int attempt, String options) {
        return IntStream.range(0, number)
                .mapToObj(i -> task(String.valueOf((char) ('a' + i)), attempt, options))
                .toArray(TaskExecution[]::new);
    }

    @ParameterizedTest
    @CsvSource({"1, 10", "2, 5", "3, 3", "4, 2", "5, 1", "6, 1", "40, 1"})
    void eachAttemptShouldHalveThePiecesOfABatch(int attempt, int size) {
        String all = "abcdefghij";
        List<String> pieces = new ArrayList<>();
        for (int from = 0; from < all.length(); from += size) {
            pieces.add(all.substring(from, Math.min(all.length(), from + size)));
        }
        assertThat(cut(tasks(10, attempt, "{\"maxAttempts\":99}"))).isEqualTo(pieces);
        assertThat(cut(tasks(10, attempt, "{\"retryFor\":99}"))).isEqualTo(pieces);
    }

    @ParameterizedTest
    @CsvSource({"2, {}, abcd", "3, {}, a b c d", "4, {}, a b c d", "2, '{\"maxAttempts\":2}', a b c d"})
    void lastAttemptsShouldRunAlone(int attempt, String options, String pieces) {
        assertThat(cut(tasks(4, attempt, options))).containsExactly(pieces.split(" "));
    }

    @Test
    void onlyAttemptShouldRunWithOthers() {
        assertThat(cut(tasks(4, 1, "{\"maxAttempts\":1}"))).containsExactly("abcd");
    }

    @Test
    void tasksThatHaveFailedShouldRunBehindTheOthersAndApartFromThem() {
        assertThat(cut(
                        task("x", 3, "{}"),
                        task("a", 1, "{}"),
                        task("r", 2, "{}"),
                        execution("u", 2, 0, 0, "{", System::nanoTime),
                        task("y", 3, "{}"),
                        task("b", 1, "{}")))
                .containsExactly("ab", "ru", "x", "y");
    }

    @Test
    void taskThatWasReadToCutItsBatchShouldRun() {
        TaskExecution task = task("a", 2, "{}");
        TaskExecution unreadable = execution("u", 2, 0, 0, "{", System::nanoTime);
        assertThat(cut(task, unreadable)).containsExactly("au");
        assertThat(run(task, unreadable)).startsWith("a FINISHED").hasSize(2);
        assertThat(ids()).containsExactly("a");
    }

    private static Attempt attempt(TaskExecution... tasks) {
        return new Attempt(List.of(tasks), new ArrayDeque<>());
    }

    private List<PendingOutcome> begin(TaskExecution... tasks) {
        attempt = attempt(tasks);
        assertThat(attempt.begin(AttemptCaller.ON_THREADS)).isTrue();
        List<PendingOutcome> outcomes = runner().run(attempt);
        assertThat(outcomes).isNotNull();
        return outcomes;
    }

    /** Runs a batch and returns the outcomes in words, in the order of the tasks. */
    private List<String> run(TaskExecution... tasks) {
        return words(begin(tasks));
    }

    private static List<String> words(List<PendingOutcome> outcomes) {
        return outcomes.stream()
                .map(one -> {
                    assertThat(one.delivery()).isEqualTo(one.execution().delivery());
                    return one.execution().id() + " " + word(one.outcome());
                })
                .toList();
    }

    private static String word(Outcome outcome) {
        if (outcome instanceof Outcome.Retry retry) {
            return "RETRY " + retry.delayMillis() + " " + message(retry.error());
        }
        if (outcome instanceof Outcome.Dead dead) {
            return "DEAD " + message(dead.error());
        }
        if (outcome instanceof Outcome.Released released) {
            return released.started() ? "GIVEN BACK" : "UNBEGUN";
        }
        return outcome.kind().name();
    }

    private static String message(@Nullable String error) {
        return error == null ? "nothing" : error.replaceFirst(".*?\"message\":\"([^\"]*)\".*", "$1");
    }

    private List<String> ids() {
        return messages.stream().map(message -> message.context().id()).toList();
    }

    private static IllegalStateException failure(String message) {
        return new IllegalStateException(message);
    }

    @Test
    void returnShouldFinishAllTasks() {
        assertThat(run(task("a"), task("b", 2, "{}"), task("c")))
                .containsExactly("a FINISHED", "b FINISHED", "c FINISHED");
        assertThat(log).containsExactly("call");
        assertThat(messages).extracting(TaskMessage::payload).containsExactly("a", "b", "c");
        assertThat(messages)
                .extracting(
                        message -> message.context().id() + message.context().attempt())
                .containsExactly("a1", "b2", "c1");
        assertThat(called).isSameAs(messages.get(0).context());
    }

    @Test
    void namedTasksShouldFailByTheirOwnPoliciesAndTheRestBeFinished() {
        body = () -> {
            throw new BatchFailedException(Map.of(
                    1, failure("one"),
                    2, failure("two"),
                    3, new RejectTaskException("three"),
                    4, new RetryTaskException(HOUR, "four"),
                    5, failure("five")));
        };
        assertThat(run(
                        task("a"),
                        task("b", 2, "{}"),
                        task("c", MAX_ATTEMPTS, "{}"),
                        task("d"),
                        task("e"),
                        task("f", 1, "{\"maxAttempts\":1}"),
                        task("g", MAX_ATTEMPTS, "{}")))
                .containsExactly(
                        "a FINISHED",
                        "b RETRY 1000 one",
                        "c DEAD two",
                        "d DEAD three",
                        "e RETRY 3600000 four",
                        "f DEAD five",
                        "g FINISHED");
    }

    @Test
    void stopShouldFinishThoseBeforeAndGiveThoseBehindBackUnbegun() {
        body = () -> {
            throw BatchFailedException.stoppedAt(1, failure("one"));
        };
        assertThat(run(task("a"), task("b"), task("c"), task("d")))
                .containsExactly("a FINISHED", "b RETRY 1000 one", "c UNBEGUN", "d UNBEGUN");
    }

    @Test
    void anyOtherExceptionShouldFailAll() {
        body = () -> {
            throw failure("all");
        };
        assertThat(run(task("a"), task("b", MAX_ATTEMPTS, "{}"))).containsExactly("a RETRY 1000 all", "b DEAD all");
    }

    @Test
    void positionBeyondTheListShouldFailAll() {
        body = () -> {
            throw new BatchFailedException(Map.of(0, failure("none"), 2, failure("none")));
        };
        String failed = " RETRY 1000 position must be below 2, the size of the batch, but is 2";
        assertThat(run(task("a"), task("b"))).containsExactly("a" + failed, "b" + failed);
    }

    @Test
    void lastPositionShouldNameTheLastTask() {
        body = () -> {
            throw new BatchFailedException(Map.of(1, failure("last")));
        };
        assertThat(run(task("a"), task("b"))).containsExactly("a FINISHED", "b RETRY 1000 last");
    }

    @Test
    void tasksThatDoNotBeginShouldHaveNoPosition() {
        body = () -> {
            throw new BatchFailedException(Map.of(1, failure("one")));
        };
        TaskExecution unreadable = execution("x", 4, 0, 0, "[0", System::nanoTime);
        assertThat(run(unreadable, task("a"), task("-1"), task("late", 1, "{\"notAfter\":-1}"), task("b"), task("c")))
                .satisfies(outcomes -> assertThat(outcomes.get(0)).startsWith("x DEAD "))
                .satisfies(outcomes -> assertThat(outcomes.get(3)).startsWith("late DEAD "))
                .contains("a FINISHED", "-1 DEAD negative", "b RETRY 1000 one", "c FINISHED")
                .hasSize(6);
        assertThat(ids()).containsExactly("a", "b", "c");
    }

    @Test
    void tasksWhoseLeaseHasEndedShouldBeLeftOut() {
        TaskExecution removed = task("a");
        TaskExecution lost = task("c");
        removed.cancel();
        lost.lost();
        assertThat(run(removed, task("b"), lost, task("d")))
                .containsExactly("a UNBEGUN", "b FINISHED", "c UNBEGUN", "d FINISHED");
        assertThat(ids()).containsExactly("b", "d");
        assertThat(called).isSameAs(messages.get(0).context());
    }

    @Test
    void batchWithoutATaskThatBeginsShouldNotBeCalled() {
        interceptors.add(invocation -> log.add("intercepted"));
        context.observers().add(new Recorder(log));
        TaskExecution removed = task("b");
        removed.cancel();
        assertThat(run(task("-1"), removed)).containsExactly("-1 DEAD negative", "b UNBEGUN");
        // The check of the payload comes last.
        assertThat(log).containsExactly("started g/t");
    }

    @Test
    void interceptorsShouldBeCalledOnceForABatchAndItsEnd() {
        interceptors.add(invocation -> {
            log.add("before " + invocation.context().id() + " " + ((List<?>) invocation.payload()).size());
            invocation.interceptEnd(end -> {
                try {
                    end.proceed();
                } catch (BatchFailedException e) {
                    log.add("end " + e.failures().keySet());
                    throw e;
                }
            });
            invocation.proceed();
        });
        body = () -> {
            throw new BatchFailedException(Map.of(2, failure("two")));
        };
        assertThat(run(task("-1"), task("a"), task("b"), task("c")))
                .containsExactly("-1 DEAD negative", "a FINISHED", "b FINISHED", "c RETRY 1000 two");
        assertThat(log).containsExactly("before a 3", "call", "end [2]");
    }

    /** Returns the time until the deadline of a batch, in minutes; -1 without a deadline. */
    private long minutesToRun(@Nullable Duration ofTopic, TaskExecution... tasks) {
        ttr = ofTopic;
        List<Long> minutes = new ArrayList<>();
        messages.clear();
        body = () -> {
            for (TaskMessage<String> message : messages) {
                Instant deadline = message.context().deadline();
                minutes.add(
                        deadline == null
                                ? -1
                                : Math.round(Duration.between(Instant.now(), deadline)
                                                .toMillis()
                                        / (double) TimeUnit.MINUTES.toMillis(1)));
            }
        };
        run(tasks);
        assertThat(minutes).hasSize(tasks.length).containsOnly(minutes.get(0));
        return minutes.get(0);
    }

    @Test
    void shortestTimeToRunShouldBeThatOfTheBatch() {
        String ten = "{\"ttr\":600000}";
        String forty = "{\"ttr\":2400000}";
        assertThat(minutesToRun(null, task("a"), task("b"))).isEqualTo(-1);
        assertThat(minutesToRun(null, task("a"), task("b", 1, ten), task("c"))).isEqualTo(10);
        assertThat(minutesToRun(null, task("a", 1, ten), task("b", 1, forty))).isEqualTo(10);
        assertThat(minutesToRun(null, task("a", 1, forty), task("b", 1, ten))).isEqualTo(10);
        assertThat(minutesToRun(Duration.ofMinutes(20), task("a", 1, forty), task("b")))
                .isEqualTo(20);
    }

    @Test
    void endOfTheTimeToRunShouldFailAllWhateverTheBatchThrows() {
        ttr = HOUR;
        String over = " RETRY 1000 The callback did not end within its time to run and was interrupted";
        for (BatchFailedException named : List.of(
                new BatchFailedException(Map.of(0, new RejectTaskException("a"))),
                BatchFailedException.stoppedAt(0, failure("a")))) {
            body = () -> {
                assertThat(attempt.interruptIfTimedOut(System.nanoTime() + TimeUnit.HOURS.toNanos(2)))
                        .isTrue();
                throw named;
            };
            assertThat(run(task("a"), task("b"))).containsExactly("a" + over, "b" + over);
        }
    }

    @Test
    void callbackThatIgnoresTheEndOfItsTimeShouldFailAllButThoseThatDidNotBegin() {
        ttr = HOUR;
        List<String> outcomes = new ArrayList<>();
        body = () -> {
            attempt.interruptIfTimedOut(System.nanoTime() + TimeUnit.HOURS.toNanos(2));
            outcomes.addAll(words(runner().overrun(attempt)));
        };
        run(task("a"), task("-1"), task("b", MAX_ATTEMPTS, "{}"));
        String over = " The callback did not end within its time to run and was interrupted";
        assertThat(outcomes).containsExactly("a RETRY 1000" + over, "-1 DEAD negative", "b DEAD" + over);
    }

    @Test
    void touchOfAnyTaskShouldRestartTheTimeOfTheBatch() {
        ttr = HOUR;
        long start = System.nanoTime();
        AtomicLong now = new AtomicLong(start);
        List<Boolean> isOver = new ArrayList<>();
        body = () -> {
            now.set(start + TimeUnit.MINUTES.toNanos(50));
            messages.get(1).context().touch();
            isOver.add(attempt.interruptIfTimedOut(start + TimeUnit.MINUTES.toNanos(70)));
            isOver.add(attempt.interruptIfTimedOut(start + TimeUnit.MINUTES.toNanos(111)));
        };
        run(task("a", 1, "{}", now::get), task("b", 1, "{}", now::get));
        assertThat(isOver).containsExactly(false, true);
    }

    @Test
    void workOfAnyTaskShouldBeThatOfTheBatch() {
        CompletableFuture<Void> work = new CompletableFuture<>();
        body = () -> messages.get(1).context().completeWith(work);
        attempt = attempt(task("a"), task("b"));
        attempt.begin(AttemptCaller.ON_THREADS);
        TaskRunner runner = runner();
        assertThat(runner.run(attempt)).isNull();
        work.completeExceptionally(new BatchFailedException(Map.of(1, failure("one"))));
        assertThat(words(runner.end(attempt))).containsExactly("a FINISHED", "b RETRY 1000 one");
    }

    @Test
    void errorHandlerShouldDecideForEachTaskThatIsNamedAndLeaveTheOthers() {
        TaskErrorHandler handler = (context, payload, failure) -> {
            log.add(context.id() + " " + payload + " " + failure.getMessage());
            if (payload.equals("b")) {
                throw new RejectTaskException("by the handler");
            }
        };
        interceptors.add(handler.asInterceptor());
        body = () -> {
            throw BatchFailedException.stoppedAt(1, failure("one"));
        };
        assertThat(run(task("a"), task("b"), task("c")))
                .containsExactly("a FINISHED", "b DEAD by the handler", "c UNBEGUN");
        assertThat(log).containsExactly("call", "b b one");
        body = () -> {
            throw failure("all");
        };
        assertThat(run(task("a"), task("b"))).containsExactly("a RETRY 1000 all", "b DEAD by the handler");
        assertThat(log).containsExactly("call", "b b one", "call", "a a all", "b b all");
    }

    @Test
    void taskThatFollowsShouldHaveNoAttemptOfItsOwn() {
        TaskExecution first = task("a");
        TaskExecution second = task("b");
        Attempt batch = attempt(first, second);
        assertThat(first.attempt()).isSameAs(batch);
        assertThat(second.attempt()).isSameAs(batch);
        batch.begin(AttemptCaller.ON_THREADS);
        assertThat(second.isLeased()).isTrue();
        assertThat(batch.abandon(false)).isTrue();
        assertThat(first.isLeased()).isFalse();
        assertThat(second.isLeased()).isFalse();
    }

    @Test
    void attemptShouldBeThatOfEachTaskOfItsBatch() throws Exception {
        TaskExecution first = task("a");
        TaskExecution second = task("b");
        Attempts attempts = new Attempts(List.of());
        attempts.during(attempt(first, second), () -> {
            assertThat(attempts.ownOnce(Task.of("g", "t").id("b").build())).isSameAs(second);
            assertThat(attempts.ownOnce(Task.of("g", "t").id("c").build())).isNull();
            assertThat(attempts.ownOnce(Task.of("g", "u").id("b").build())).isNull();
        });
    }

    /** A loop that leaves at the interruption names no task behind it. */
    @Test
    void batchThatAStopInterruptsShouldFinishNoTask() {
        body = () -> {
            attempt.interrupt(Reason.SHUTDOWN);
            throw new BatchFailedException(Map.of(1, failure("one")));
        };
        assertThat(run(task("a"), task("b"), task("c")))
                .containsExactly("a GIVEN BACK", "b GIVEN BACK", "c GIVEN BACK");
    }

    /** The message may be false, and the callback has seen it. */
    @Test
    void taskWhoseRemovalIsAnnouncedShouldBeGivenBackThoughItsBatchHasFailedForOthers() {
        TaskExecution announced = task("b");
        body = () -> {
            announced.cancel();
            throw new BatchFailedException(Map.of(2, failure("two")));
        };
        assertThat(run(task("a"), announced, task("c")))
                .containsExactly("a FINISHED", "b GIVEN BACK", "c RETRY 1000 two");
    }

    @Test
    void observersShouldSeeEachTaskAndTheSizeOfTheBatch() {
        context.observers().add(new Recorder(log));
        TaskExecution removed = task("c");
        removed.cancel();
        run(task("a"), task("b"), removed);
        assertThat(log).containsExactly("started g/t", "started g/t", "batch g/t 2", "call");
    }

    private static TaskExecution keyed(int attempt, long dueAt, long requeuedAt) {
        return execution("a", attempt, dueAt, requeuedAt, "[1000,\"t:k\",\"a\"]", System::nanoTime);
    }

    @Test
    void waitForAKeyShouldBeThatOfTheFirstAttemptSinceTheTaskWasDueOrRequeued() {
        context.observers().add(new Recorder(log));
        run(keyed(1, 1_000, 0), keyed(1, 4_000, 0), keyed(2, 7_000, 0), keyed(1, 9_000, 8_000), keyed(1, 500, 0));
        assertThat(log)
                .filteredOn(line -> line.startsWith("waited"))
                .containsExactly("waited 0", "waited 3000", "waited 1000", "waited 0");
        run(task("a"));
        assertThat(log).filteredOn(line -> line.startsWith("waited")).hasSize(4);
    }
}
