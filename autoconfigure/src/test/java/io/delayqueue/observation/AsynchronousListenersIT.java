package io.delayqueue.observation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskErrorHandler;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.annotation.DelayQueueListener;
import io.micrometer.context.ContextRegistry;
import io.micrometer.context.integration.Slf4jThreadLocalAccessor;
import io.micrometer.observation.Observation;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import io.micrometer.tracing.Tracer;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;

/** Observations and MDC around a listener span its attempt until its work ends. */
class AsynchronousListenersIT {

    record Mail(@NotBlank(message = "must not be blank") String to) {}

    private final String group = "g" + UUID.randomUUID();

    private final Queue<String> events = new ConcurrentLinkedQueue<>();

    private final CompletableFuture<String> gate = new CompletableFuture<>();

    private final TracedInstance instance = TracedInstance.consuming(group, beans -> {
        beans.registerBean(Reactive.class, () -> new Reactive(events, gate));
        beans.registerBean(Delayed.class, () -> new Delayed(events, beans.getBean(Tracer.class)));
        beans.registerBean(
                TaskErrorHandler.class,
                () -> (context, payload, failure) -> events.add("handler of " + payload + ": "
                        + failure.getMessage() + ", logs " + MDC.get("delayqueue.task") + " of "
                        + MDC.get("traceId") + ", in " + traceId(beans.getBean(Tracer.class))));
    });

    @AfterEach
    void close() {
        instance.close();
    }

    record Reactive(Queue<String> events, CompletableFuture<String> gate) {

        @DelayQueueListener(group = "${traced.group}", topic = "reactive", maxAttempts = "1")
        Mono<String> on(@Valid Mail mail, TaskContext context) {
            return Mono.fromFuture(gate, true)
                    .flatMap(answer -> Mono.deferContextual(view -> {
                        Observation observation = view.get(ObservationThreadLocalAccessor.KEY);
                        events.add("observed " + observation.getContext().getName());
                        return answer.equals("fail") ? Mono.error(new IOException("no luck")) : Mono.just(answer);
                    }));
        }
    }

    record Delayed(Queue<String> events, Tracer tracer) {

        @DelayQueueListener(group = "${traced.group}", topic = "delayed")
        Mono<Void> on(TaskContext context) {
            String caller = Thread.currentThread().getName();
            return Mono.delay(Duration.ofMillis(10))
                    .doOnNext(tick -> events.add(MDC.get("delayqueue.task") + " in " + traceId(tracer) + ", elsewhere "
                            + !Thread.currentThread().getName().equals(caller)))
                    .then();
        }
    }

    private static String traceId(Tracer tracer) {
        return Objects.requireNonNull(tracer.currentSpan()).context().traceId();
    }

    private String add(String id, Mail mail) {
        return instance.request("acme", () -> instance.service()
                .addTask(Task.of(group, "reactive").id(id).payload(mail).build()));
    }

    private TaskInfo find(String id) {
        return instance.service().findTask(group, id).orElse(null);
    }

    private SpanData span() {
        await().until(() -> instance.spans("execute " + group + "/reactive").size() == 1);
        return instance.spans("execute " + group + "/reactive").get(0);
    }

    @Test
    void spanShouldEndWithTheWork() {
        String trace = add("a", new Mail("Ada"));
        await().until(() -> find("a").state() == TaskState.RESERVED);
        long begun = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
        assertThat(instance.spans("execute " + group + "/reactive")).isEmpty();
        gate.complete("done");
        await().until(() -> find("a") == null);
        assertThat(span().getTraceId()).isEqualTo(trace);
        assertThat(span().getEndEpochNanos()).isGreaterThan(begun);
        assertThat(span().getStatus().getStatusCode()).isNotEqualTo(StatusCode.ERROR);
        assertThat(events).containsExactly("observed delayqueue.execution");
    }

    @Test
    void handlerOfALateFailureShouldBeInTheContextOfItsTask() {
        String trace = add("a", new Mail("Ada"));
        gate.complete("fail");
        await().until(() -> find("a").state() == TaskState.DEAD);
        assertThat(find("a").lastError().stack()).startsWith("java.io.IOException: no luck");
        assertThat(events)
                .containsExactly(
                        "observed delayqueue.execution",
                        "handler of Mail[to=Ada]: no luck, logs a of " + trace + ", in " + trace);
        assertThat(span().getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    }

    @Test
    void invalidPayloadShouldNotBeginTheWork() {
        add("a", new Mail(" "));
        await().until(() -> find("a").state() == TaskState.DEAD);
        assertThat(find("a").lastError().message()).contains("to must not be blank");
        gate.complete("done");
        assertThat(events).noneMatch(event -> event.startsWith("observed"));
    }

    /** As documented in docs/observability.md. Spring Boot does the first for spring.reactor.context-propagation=auto. */
    @Test
    void threadsOfReactorShouldHaveTheContextIfTheApplicationWantsIt() {
        Slf4jThreadLocalAccessor keys = new Slf4jThreadLocalAccessor();
        Hooks.enableAutomaticContextPropagation();
        ContextRegistry.getInstance().registerThreadLocalAccessor(keys);
        try {
            String trace = instance.request("acme", () -> instance.service()
                    .addTask(Task.of(group, "delayed").id("a").build()));
            await().until(() -> find("a") == null);
            assertThat(events).containsExactly("a in " + trace + ", elsewhere true");
        } finally {
            ContextRegistry.getInstance().removeThreadLocalAccessor((String) keys.key());
            Hooks.disableAutomaticContextPropagation();
        }
    }
}
