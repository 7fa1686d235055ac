package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DeadLetter;
import io.delayqueue.DeadLetterListener;
import io.delayqueue.DeadReason;
import io.delayqueue.RejectTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.internal.drive.TaskEventLog;
import io.delayqueue.testing.OwnThread;
import io.delayqueue.testing.RedisServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import redis.clients.jedis.params.ZAddParams;

/** Listeners of tasks that fail for good. */
class DeadLettersIT {

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final RedisServer server = engines.server();

    private final Queue<DeadLetter> letters = new ConcurrentLinkedQueue<>();

    private final CountDownLatch gate = engines.gate();

    private DelayQueueEngine engine;

    private void start(TaskCallback<?> callback, DeadLetterListener... listeners) {
        TopicOptions options = TopicOptions.builder()
                .concurrency(4)
                .maxAttempts(2)
                .retryPolicy(attempts -> Duration.ofMillis(10))
                .build();
        Consumer<DelayQueueEngineBuilder> listening =
                builder -> builder.extend(extensions -> List.of(listeners).forEach(extensions::addDeadLetterListener));
        engine = engines.start(engines.consuming(callback, options).andThen(listening));
    }

    private static TaskCallback<Object> rejecting() {
        return (payload, context) -> {
            throw new RejectTaskException("no " + context.id());
        };
    }

    private void add(String id) {
        engines.add(engine, engines.builder().id(id));
    }

    private long dead() {
        return engines.topic(engine).count().dead();
    }

    private void pass(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void listenersHearOfATaskWhenTheStoreHasBuriedIt() {
        Queue<TaskState> states = new ConcurrentLinkedQueue<>();
        Queue<String> threads = new ConcurrentLinkedQueue<>();
        start(
                (payload, context) -> {
                    throw new java.io.IOException("failure " + context.attempt());
                },
                letter -> {
                    threads.add(Thread.currentThread().getName());
                    states.add(engine.service()
                            .findTask(letter.topic().group(), letter.id())
                            .map(TaskInfo::state)
                            .orElseThrow());
                    letters.add(letter);
                });
        engines.add(engine, engines.builder().id("a").payload(List.of(1, 2)).headers(Map.of("k", "v")));
        await().until(() -> letters.size() == 1);
        DeadLetter letter = letters.element();
        assertThat(letter.topic()).isEqualTo(new TopicName(engines.group(), TestEngines.TOPIC));
        assertThat(letter.id()).isEqualTo("a");
        assertThat(letter.attempts()).isEqualTo(2);
        assertThat(letter.payload()).isEqualTo("[1,2]");
        assertThat(letter.headers()).isEqualTo(Map.of("k", "v"));
        assertThat(letter.error()).isInstanceOf(java.io.IOException.class).hasMessage("failure 2");
        assertThat(states).containsExactly(TaskState.DEAD);
        assertThat(threads).singleElement().asString().startsWith("delayqueue-dead-letter-");
    }

    @ParameterizedTest
    @CsvSource({"0, ATTEMPTS_EXHAUSTED, 2", "1, REJECTED, 1", "2, REJECTED, 1", "text, UNREADABLE, 1"})
    void deadLetterShouldSayWhyItDied(String payload, DeadReason reason, int attempts) {
        TopicOptions options = TopicOptions.builder()
                .concurrency(4)
                .maxAttempts(2)
                .retryPolicy(retry -> Duration.ofMillis(10))
                .noRetryFor(Set.of(IllegalStateException.class))
                .build();
        TopicName topic = new TopicName(engines.group(), TestEngines.TOPIC);
        engine = engines.start(
                builder -> builder.callback(new TopicCallback(topic, Integer.class, failing(), options, "test")));
        boolean isText = payload.equals("text");
        engines.add(engine, engines.builder().id("a").payload(isText ? payload : Integer.valueOf(payload)));
        await().until(() -> dead() == 1);
        TaskInfo dead = engine.service().findTask(topic.group(), "a").orElseThrow();
        assertThat(dead.lastError().deadReason()).isEqualTo(reason);
        assertThat(dead.attempts()).isEqualTo(attempts);
    }

    private static TaskCallback<Integer> failing() {
        return (payload, context) -> {
            throw switch (payload) {
                case 0 -> new IOException("no luck");
                case 1 ->
                    new RejectTaskException("card declined") {
                        private static final long serialVersionUID = 1L;
                    };
                default -> new IllegalStateException("not retried");
            };
        };
    }

    @Test
    void eachListenerHearsOfEachTaskOnceWhateverTheOthersThrow() {
        Queue<String> calls = new ConcurrentLinkedQueue<>();
        start(
                rejecting(),
                letter -> {
                    calls.add("first " + letter.id());
                    throw new StackOverflowError();
                },
                letter -> calls.add("second " + letter.id()));
        for (int i = 0; i < 10; i++) {
            add("a" + i);
        }
        await().until(() -> calls.size() == 20);
        assertThat(calls).doesNotHaveDuplicates();
        assertThat(calls.stream().filter(call -> call.endsWith(" a7"))).containsExactly("first a7", "second a7");
        assertThat(dead()).isEqualTo(10);
    }

    @Test
    void listenersHearOfTasksThatCannotBeRead() {
        engine = engines.build(builder -> builder.callback(new TopicCallback(
                        new TopicName(engines.group(), TestEngines.TOPIC),
                        Integer.class,
                        rejecting(),
                        TopicOptions.DEFAULT,
                        "test"))
                .extend(extensions -> extensions.addDeadLetterListener(letters::add)));
        engines.add(engine, engines.builder().id("a-payload").payload("text").headers(Map.of("k", "v")));
        add("b-json");
        server.client().hset(engines.key("DETAIL"), "b-json", "[1,\"t\",");
        engine.start();
        await().until(() -> letters.size() == 2);
        assertThat(letters).anySatisfy(letter -> {
            assertThat(letter.id()).isEqualTo("a-payload");
            assertThat(letter.payload()).isEqualTo("\"text\"");
            assertThat(letter.headers()).isEqualTo(Map.of("k", "v"));
            assertThat(letter.error()).hasMessageContaining("The payload does not fit");
        });
        assertThat(letters).anySatisfy(letter -> {
            assertThat(letter.id()).isEqualTo("b-json");
            assertThat(letter.attempts()).isEqualTo(1);
            assertThat(letter.payload()).isNull();
            assertThat(letter.headers()).isEmpty();
            assertThat(letter.error()).hasMessageContaining("The task's JSON cannot be read");
        });
    }

    @Test
    void aRepeatingTaskIsNoDeadLetterUntilItIsRejected() {
        start(
                (payload, context) -> {
                    if (dueSince(context.dueAt()) > 3) {
                        throw new RejectTaskException("enough");
                    }
                    throw new IllegalStateException("again");
                },
                letters::add);
        engines.add(engine, engines.builder().id("a").repeat(Repeat.fixedRate(Duration.ofMillis(50))));
        await().until(() -> dead() == 1);
        await().until(() -> !letters.isEmpty());
        assertThat(letters).singleElement().satisfies(letter -> assertThat(letter.error())
                .hasMessage("enough"));
    }

    private final Queue<Object> dues = new ConcurrentLinkedQueue<>();

    /** How many runs were due, this one included. */
    private long dueSince(Object due) {
        dues.add(due);
        return dues.stream().distinct().count();
    }

    @Test
    void nobodyHearsOfATaskThatWasRemovedWhileItFailed() {
        CountDownLatch began = new CountDownLatch(1);
        start(
                (payload, context) -> {
                    if (context.id().equals("removed")) {
                        began.countDown();
                        pass(gate);
                    }
                    throw new RejectTaskException("no");
                },
                letters::add);
        add("removed");
        pass(began);
        assertThat(engine.service().removeTask(engines.group(), "removed").task())
                .isNotNull();
        gate.countDown();
        // Dead letters are reported in the order in which the store has taken them.
        await().until(() -> {
            add("a" + System.nanoTime());
            return letters.size() >= 3;
        });
        engine.stop();
        assertThat(letters).extracting(DeadLetter::id).doesNotContain("removed");
    }

    @Test
    void nobodyHearsOfATaskThatFailedWhenItsLeaseHadEnded() {
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch again = new CountDownLatch(1);
        start(
                (payload, context) -> {
                    if (context.attempt() > 1) {
                        again.countDown();
                        return;
                    }
                    began.countDown();
                    pass(gate);
                    throw new RejectTaskException("no");
                },
                letters::add);
        add("a");
        pass(began);
        await().until(() -> {
            server.client()
                    .zadd(
                            engines.key("RESERVED:" + TestEngines.TOPIC),
                            1,
                            "a",
                            ZAddParams.zAddParams().xx());
            return again.getCount() == 0;
        });
        try (LogLines log = new LogLines(TaskEventLog.class)) {
            gate.countDown();
            await().until(() -> log.with("came too late").size() == 1);
        }
        engine.stop();
        assertThat(letters).isEmpty();
        assertThat(dead()).isZero();
    }

    @Test
    void listenersThatHangHoldNothingUp() {
        start(rejecting(), letter -> {
            letters.add(letter);
            pass(gate);
        });
        for (int i = 0; i < 50; i++) {
            add("a" + i);
        }
        await().until(() -> dead() == 50);
        assertThat(letters).hasSizeLessThan(50);
        gate.countDown();
        await().until(() -> letters.size() == 50);
    }

    @Test
    void aStopLetsListenersHearOfTheLastDeaths() {
        CountDownLatch began = new CountDownLatch(1);
        start(rejecting(), letter -> {
            began.countDown();
            pass(gate);
            letters.add(letter);
        });
        for (int i = 0; i < 10; i++) {
            add("a" + i);
        }
        await().until(() -> dead() == 10);
        pass(began);
        CompletableFuture<Void> stop = CompletableFuture.runAsync(
                () -> {
                    engine.stop();
                    letters.add(new DeadLetter(
                            new TopicName("g", "t"), "stopped", 1, null, Map.of(), new IllegalStateException()));
                },
                OwnThread::start);
        await().until(() -> engines.find(engine, "a0")
                .map(task -> task.state() == TaskState.DEAD)
                .orElseThrow());
        gate.countDown();
        stop.join();
        assertThat(letters).hasSize(11);
        assertThat(letters.stream().skip(10)).extracting(DeadLetter::id).containsExactly("stopped");
    }
}
