package io.delayqueue.internal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.delayqueue.TaskInterceptor;
import io.delayqueue.TaskInvocation;
import io.delayqueue.TopicName;
import io.delayqueue.internal.codec.TaskJson;
import io.delayqueue.internal.drive.AttemptCaller;
import io.delayqueue.internal.drive.EngineTime;
import io.delayqueue.internal.run.CallbackInvoker.Invocation;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.ReservedTask;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Interceptors of the end of an attempt whose callback is not asynchronous, and of one whose beginning fails. */
class InterceptionTests {

    private static final byte[] DETAIL = "[0,\"t\",null]".getBytes(StandardCharsets.UTF_8);

    private final TopicName topic = new TopicName("g", "t");

    private final TaskExecution execution = new TaskExecution(
            topic,
            new ReservedTask(new Delivery("t", "a", 1, "i", null), 1, 0, 0, 0, DETAIL),
            0,
            System.nanoTime(),
            Duration.ofHours(1),
            EngineTime.passing(Clock.systemUTC()));

    private final List<String> events = new ArrayList<>();

    /** Kotlin can throw it. */
    private static final class Stop extends Throwable {
        private static final long serialVersionUID = 1;
    }

    @BeforeEach
    void begin() {
        execution.attempt().begin(AttemptCaller.ON_THREADS);
    }

    private void run(Invocation callback, TaskInterceptor... interceptors) throws Exception {
        Interception.pass(
                List.of(interceptors),
                callback,
                new AttemptContext(execution, TaskJson.read(DETAIL), 1, TestExecutions.NO_RECORDS),
                false);
    }

    private static <E extends Throwable> void fail(Throwable failure) throws E {
        @SuppressWarnings("unchecked")
        E any = (E) failure;
        throw any;
    }

    private TaskInterceptor ending(TaskInterceptor... ends) {
        return invocation -> {
            for (TaskInterceptor end : ends) {
                invocation.interceptEnd(end);
            }
            invocation.proceed();
        };
    }

    private TaskInterceptor named(String name) {
        return end -> {
            events.add(name);
            try {
                end.proceed();
            } finally {
                events.add(name + " is over");
            }
        };
    }

    @Test
    void endShouldDecideOnTheFailure() {
        IOException other = new IOException("other");
        assertThat(catchThrowable(() -> run(context -> fail(new Stop()), ending(end -> fail(other)))))
                .isSameAs(other);
        assertThatCode(() -> run(context -> fail(new Stop()), ending(end -> events.add("handled"))))
                .doesNotThrowAnyException();
        assertThat(events).containsExactly("handled");
    }

    /** The interceptors inside have had their ends. */
    @Test
    void attemptShouldNotWaitForWorkThatAnEndBegins() throws Exception {
        run(context -> {}, ending(end -> {
            end.proceed();
            assertThatIllegalStateException()
                    .isThrownBy(() -> end.context().completeWith(new CompletableFuture<>()))
                    .withMessageContaining("has returned");
            events.add("refused");
        }));
        assertThat(events).containsExactly("refused");
        assertThat(execution.attempt().work()).isNull();
    }

    @Test
    void invocationShouldNotBeUsedAfterItsInterceptor() throws Exception {
        AtomicReference<TaskInvocation> kept = new AtomicReference<>();
        run(context -> events.add("callback"), invocation -> {
            kept.set(invocation);
            invocation.proceed();
        });
        assertThatIllegalStateException().isThrownBy(() -> kept.get().proceed());
        assertThatIllegalStateException().isThrownBy(() -> kept.get().interceptEnd(named("late")));
        assertThat(events).containsExactly("callback");
    }

    @Test
    void failureOfAnOuterInterceptorShouldStandWhateverTheEndsInsideMakeOfIt() {
        IOException outer = new IOException("outer");
        IllegalStateException inner = new IllegalStateException("inner");
        CompletableFuture<Object> work = new CompletableFuture<>();
        Throwable thrown = catchThrowable(() -> run(
                context -> context.completeWith(work),
                invocation -> {
                    invocation.proceed();
                    throw outer;
                },
                ending(end -> {
                    assertThat(catchThrowable(end::proceed)).isSameAs(outer);
                    throw inner;
                })));
        assertThat(work).isCancelled();
        assertThat(thrown).isSameAs(outer).hasSuppressedException(inner);
    }
}
