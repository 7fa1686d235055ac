package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Callback;
import io.delayqueue.ExponentialBackoff;
import io.delayqueue.RejectTaskException;
import io.delayqueue.Task;
import io.delayqueue.TaskErrorHandler;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskInterceptor;
import io.delayqueue.TaskState;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.engine.TestEngines;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Interceptors of callbacks. */
class InterceptorsIT {

    private static final Queue<String> CARRIED = new ConcurrentLinkedQueue<>();

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final Queue<String> events = new ConcurrentLinkedQueue<>();

    @AfterEach
    void close() {
        engines.close();
        CARRIED.clear();
    }

    private DelayQueueEngine start(Consumer<DelayQueueEngineBuilder> options) {
        TopicOptions twice = TopicOptions.builder()
                .concurrency(1)
                .maxAttempts(2)
                .retryPolicy(ExponentialBackoff.fixed(Duration.ofMillis(1)))
                .build();
        return engines.start(engines.consuming((payload, context) -> events.add("callback of " + payload), twice)
                .andThen(options));
    }

    private TaskInterceptor named(String name) {
        return invocation -> {
            events.add(name + " before " + invocation.payload());
            invocation.proceed();
            events.add(name + " after " + invocation.context().id());
        };
    }

    @Test
    void firstInterceptorIsOutermost() {
        DelayQueueEngine engine = start(builder -> builder.extend(extensions -> extensions.addInterceptor(named("one")))
                .extend(extensions -> extensions.addInterceptor(named("two"))));
        engines.add(engine, engines.builder().id("a").payload("p"));
        await().until(() -> events.size() == 5);
        assertThat(events)
                .containsExactly("one before p", "two before p", "callback of p", "two after a", "one after a");
    }

    @Test
    void errorHandlerShouldDecideOnWhatIsThrownInsideIt() {
        TaskErrorHandler handler = (context, payload, failure) -> {
            events.add("handler of " + payload + " and " + failure.getMessage());
            throw new RejectTaskException("never", failure);
        };
        DelayQueueEngine engine =
                start(builder -> builder.extend(extensions -> extensions.addInterceptor(handler.asInterceptor()))
                        .extend(extensions -> extensions.addInterceptor(invocation -> {
                            throw new IOException("no luck");
                        })));
        engines.add(engine, engines.builder().id("a").payload("p"));
        await().until(() -> find(engine, "a").state() == TaskState.DEAD);
        assertThat(find(engine, "a").attempts()).isEqualTo(1);
        assertThat(find(engine, "a").lastError().stack()).contains("never").contains("no luck");
        assertThat(events).containsExactly("handler of p and no luck");
    }

    @Test
    void interceptorsAddedLaterAreInsideThoseOfTheBuilder() {
        DelayQueueEngine engine = engines.build(engines.consuming((payload, context) -> events.add("callback"), 1)
                .andThen(builder -> builder.extend(extensions -> extensions.addInterceptor(named("one")))));
        engine.extensions().addInterceptor(named("two"));
        engine.start();
        assertThatThrownBy(() -> engine.extensions().addInterceptor(named("three")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("What extends an engine must be added before the engine starts");
        engines.add(engine, engines.builder().id("a").payload("p"));
        await().until(() -> events.size() == 5);
        assertThat(events).startsWith("one before p", "two before p", "callback");
    }

    @Test
    void whatAnInterceptorThrowsFailsTheAttempt() {
        DelayQueueEngine engine =
                start(builder -> builder.extend(extensions -> extensions.addInterceptor(invocation -> {
                    if (invocation.context().attempt() == 1) {
                        throw new IOException("not yet");
                    }
                    invocation.proceed();
                })));
        engines.add(engine, engines.builder().payload("p"));
        await().until(() -> events.size() == 1);
        assertThat(events).containsExactly("callback of p");
    }

    private TaskInfo find(DelayQueueEngine engine, String id) {
        return engines.find(engine, id).orElseThrow();
    }

    @Test
    void taskIsFinishedIfAnInterceptorHandlesItItself() {
        DelayQueueEngine engine = start(builder ->
                builder.extend(extensions -> extensions.addInterceptor(invocation -> events.add("handled"))));
        engines.add(engine, engines.builder().id("a"));
        await().until(() -> engines.find(engine, "a").isEmpty());
        assertThat(events).containsExactly("handled");
    }

    @Test
    void taskThatCannotBeReadPassesNoInterceptor() {
        DelayQueueEngine engine = engines.start(builder -> builder.callback(
                        engines.group(), TestEngines.TOPIC, Integer.class, (number, context) -> events.add("callback"))
                .extend(extensions -> extensions.addInterceptor(named("one"))));
        engines.add(engine, engines.builder().id("a").payload("no number"));
        await().until(() -> find(engine, "a").state() == TaskState.DEAD);
        assertThat(events).isEmpty();
    }

    /** Callback carried by its task. */
    public static final class Mail implements Callback {

        private final String to;

        /** Creates it. */
        public Mail(String to) {
            this.to = to;
        }

        @Override
        public void call() {
            CARRIED.add(to);
        }
    }

    @Test
    void callbackCarriedByItsTaskIsInterceptedToo() {
        DelayQueueEngine engine = start(builder -> builder.allowCallbacks(List.of(Mail.class.getName()))
                .extend(extensions -> extensions.addInterceptor(named("one"))));
        Task task = engines.builder().id("a").callback(Mail.class, "me").build();
        engine.service().addTask(task);
        await().until(() -> events.size() == 2);
        assertThat(events).containsExactly("one before null", "one after a");
        assertThat(CARRIED).containsExactly("me");
    }

    @Test
    void interceptorIsCutOffWithTheTimeToRun() {
        DelayQueueEngine engine =
                start(builder -> builder.extend(extensions -> extensions.addInterceptor(invocation -> {
                    if (invocation.context().attempt() == 1) {
                        try {
                            Thread.currentThread().join();
                        } catch (InterruptedException e) {
                            events.add("interrupted");
                        }
                    } else {
                        invocation.proceed();
                    }
                })));
        engines.add(engine, engines.builder().payload("p").ttr(Duration.ofSeconds(1)));
        await().until(() -> events.size() == 2);
        assertThat(events).containsExactly("interrupted", "callback of p");
    }
}
