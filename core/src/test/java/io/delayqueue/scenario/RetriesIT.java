package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.FailedAttempt;
import io.delayqueue.RetryPolicy;
import io.delayqueue.Task;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.EngineSettings;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.testing.RedisServer;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Outcomes of tasks whose callbacks throw. */
class RetriesIT {

    private static final RetryPolicy SOON = new ExponentialBackoff(Duration.ofMillis(40), 2, Duration.ofSeconds(1), 0);

    private record Call(TaskContext context, Instant at) {}

    /** Failure of a callback. */
    private interface Failing {
        void call(TaskContext context) throws Exception;
    }

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final RedisServer server = engines.server();

    private final Queue<Call> calls = new ConcurrentLinkedQueue<>();

    private DelayQueueEngine engine;

    private void start(RetryPolicy policy, Failing failing) {
        start(TopicOptions.builder().concurrency(1).retryPolicy(policy).build(), TopicOptions.DEFAULT, failing);
    }

    private void start(TopicOptions topic, TopicOptions defaults, Failing failing) {
        EngineSettings usual = EngineSettings.DEFAULT;
        engine = engines.start(engines.consuming(
                        (payload, context) -> {
                            calls.add(new Call(context, Instant.now()));
                            failing.call(context);
                        },
                        topic)
                .andThen(builder -> builder.settings(
                        new EngineSettings(usual.lease(), usual.shutdownTimeout(), usual.maxPayloadSize(), defaults))));
    }

    private static TopicOptions soon(Class<? extends Throwable> noRetryFor) {
        return TopicOptions.builder()
                .concurrency(1)
                .retryPolicy(SOON)
                .noRetryFor(Set.of(noRetryFor))
                .build();
    }

    private void add(Task task) {
        engine.service().addTask(task);
    }

    private TaskInfo awaitDead(String id) {
        engines.awaitState(engine, id, TaskState.DEAD);
        return engines.find(engine, id).orElseThrow();
    }

    @Test
    void aTaskIsRetriedWithGrowingDelaysUntilItSucceeds() {
        start(SOON, context -> {
            if (context.attempt() < 4) {
                throw new IllegalStateException("not yet");
            }
        });
        add(engines.builder().id("a").build());
        await().until(() -> calls.size() == 4);
        await().until(() -> engines.find(engine, "a").isEmpty());
        List<Call> all = new ArrayList<>(calls);
        assertThat(all).extracting(call -> call.context().attempt()).containsExactly(1, 2, 3, 4);
        assertThat(all).extracting(call -> call.context().maxAttempts()).containsOnly(5);
        assertThat(all)
                .extracting(call -> call.context().dueAt())
                .containsOnly(all.get(0).context().dueAt());
        for (int i = 1; i < 4; i++) {
            assertThat(Duration.between(all.get(i - 1).at(), all.get(i).at())).isGreaterThan(SOON.delayAfter(i));
        }
        assertThat(server.client().exists(engines.key("ERRORS"))).isFalse();
    }

    @Test
    void aTaskWhoseAttemptsAreSpentDiesWithItsLastError() {
        start(SOON, context -> {
            throw new IOException("failure " + context.attempt());
        });
        add(engines.builder().id("a").payload(List.of(1, 2)).build());
        TaskInfo dead = awaitDead("a");
        assertThat(calls).hasSize(5);
        assertThat(dead.attempts()).isEqualTo(5);
        assertThat(dead.payload()).isEqualTo("[1,2]");
        assertThat(dead.lastError().attempt()).isEqualTo(5);
        assertThat(dead.lastError().type()).isEqualTo("java.io.IOException");
        assertThat(dead.lastError().message()).isEqualTo("failure 5");
        assertThat(dead.lastError().stack()).contains("RetriesIT");
        Instant at = dead.lastError().at();
        assertThat(at).isAfter(dead.dueAt());
        assertThat(dead.failedAttempts())
                .extracting(FailedAttempt::message)
                .containsExactly("failure 5", "failure 4", "failure 3", "failure 2", "failure 1");
        assertThat(dead.failedAttempts().get(0))
                .isEqualTo(new FailedAttempt(
                        5, at, dead.instance(), FailedAttempt.Outcome.FAILED, "java.io.IOException", "failure 5"));
    }

    @Test
    void aTasksOwnNumberOfAttemptsGoesBeforeTheTopics() {
        start(SOON, context -> {
            throw new IllegalStateException("no");
        });
        add(engines.builder().id("a").maxAttempts(2).build());
        assertThat(awaitDead("a").attempts()).isEqualTo(2);
        assertThat(calls).hasSize(2);
        assertThat(calls.peek().context()).hasToString(engines.group() + "/t a, attempt 1 of 2");
    }

    @Test
    void exceptionsTheTopicOrTheEngineDoesNotRetryEndTheTaskAtOnce() {
        start(soon(IllegalArgumentException.class), soon(IOException.class), context -> {
            switch (context.id()) {
                case "itself" -> throw new IllegalArgumentException("no such order");
                case "subclass" -> throw new NumberFormatException("x");
                default -> throw new FileNotFoundException("gone");
            }
        });
        for (String id : List.of("itself", "subclass", "engine")) {
            add(engines.builder().id(id).build());
        }
        assertThat(awaitDead("itself").lastError().message()).isEqualTo("no such order");
        assertThat(awaitDead("subclass").lastError().type()).isEqualTo("java.lang.NumberFormatException");
        assertThat(awaitDead("engine").lastError().type()).isEqualTo("java.io.FileNotFoundException");
        assertThat(calls).extracting(call -> call.context().attempt()).containsExactly(1, 1, 1);
    }

    @Test
    void otherExceptionsAreRetriedWhateverCausedThem() {
        start(soon(IllegalArgumentException.class), TopicOptions.DEFAULT, context -> {
            throw new IllegalStateException(new IllegalArgumentException("the cause"));
        });
        add(engines.builder().id("a").maxAttempts(3).build());
        assertThat(awaitDead("a").attempts()).isEqualTo(3);
        assertThat(calls).hasSize(3);
    }

    @Test
    void anExceptionWithoutAUsableMessageDoesNotStopTheTopic() {
        start(SOON, context -> {
            throw new IllegalStateException() {
                private static final long serialVersionUID = 1L;

                @Override
                public String getMessage() {
                    throw new UnsupportedOperationException();
                }
            };
        });
        add(engines.builder().id("a").maxAttempts(1).build());
        add(engines.builder().id("b").maxAttempts(1).build());
        assertThat(awaitDead("a").lastError().message())
                .isEqualTo("its message cannot be read: java.lang.UnsupportedOperationException");
        awaitDead("b");
    }

    @Test
    @SuppressWarnings("NullAway")
    void aRetryPolicyThatFailsDoesNotStopTheTopic() {
        start(attempts -> null, context -> {
            if (context.attempt() == 1) {
                throw new IllegalStateException("once");
            }
        });
        add(engines.builder().id("a").build());
        await().until(() -> calls.size() == 2);
    }
}
