package io.delayqueue.autoconfigure.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.willAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;

import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.annotation.DelayQueueListener;
import io.reactivex.rxjava3.core.BackpressureStrategy;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Single;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import kotlinx.coroutines.CompletableDeferred;
import kotlinx.coroutines.CompletableDeferredKt;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** The end of a listener that is asynchronous is that of what it returns. */
class AwaitedListenersTests {

    /** Work that a listener of the test waits for. */
    static final class Source {

        private final Sinks.Many<String> sink = Sinks.many().unicast().onBackpressureBuffer();

        private final AtomicReference<String> cancelled = new AtomicReference<>();

        Flux<String> flux() {
            return sink.asFlux().doOnCancel(() -> cancelled.set("cancelled"));
        }
    }

    private static final Class<?>[] NONE = {};

    private final AtomicReference<CompletionStage<?>> stage = new AtomicReference<>();

    private final TaskContext context = mock(TaskContext.class);

    AwaitedListenersTests() {
        given(context.id()).willReturn("a");
        given(context.headers()).willReturn(Map.of("tenant", "acme"));
        willAnswer(call -> {
                    stage.set(call.getArgument(0));
                    return null;
                })
                .given(context)
                .completeWith(any());
    }

    private void call(ApplicationContext application, String topic, Object payload) throws Exception {
        @SuppressWarnings("unchecked")
        TaskCallback<Object> callback =
                (TaskCallback<Object>) Listening.callback(application, topic).callback();
        callback.call(payload, context);
    }

    private CompletableFuture<?> begun() {
        return stage.get().toCompletableFuture();
    }

    private void run(Object source, Class<?> listener, Consumer<ApplicationContext> test) {
        runner(source, listener).run(test::accept);
    }

    @SuppressWarnings("unchecked")
    private static <T> ApplicationContextRunner runner(T source, Class<?> listener) {
        return Listening.to(NONE)
                .withBean((Class<T>) source.getClass(), () -> source)
                .withBean(listener);
    }

    private void await(Class<?> listener, Consumer<Source> end, Consumer<CompletableFuture<?>> check) {
        Source source = new Source();
        runner(source, listener).run(application -> {
            call(application, "t", "p");
            CompletableFuture<?> work = begun();
            source.sink.tryEmitNext("one");
            end.accept(source);
            check.accept(work);
        });
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                OfMono.class,
                OfMonoVoid.class,
                OfFlux.class,
                OfPublisher.class,
                OfFlowPublisher.class,
                OfSingle.class,
                OfMaybe.class,
                OfCompletable.class,
                OfFlowable.class,
                OfObservable.class,
                OfObject.class,
                OfVariable.class
            })
    void endOfTheStreamShouldBeTheListeners(Class<?> listener) {
        Source source = new Source();
        runner(source, listener).run(application -> {
            call(application, "t", "p");
            CompletableFuture<?> work = begun();
            assertThat(work).isNotDone();
            source.sink.tryEmitNext("one");
            source.sink.tryEmitComplete();
            assertThat(work).isCompleted();
        });
        await(listener, failing -> failing.sink.tryEmitError(new IOException("no luck")), work -> assertThat(work)
                .failsWithin(Duration.ZERO)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(IOException.class));
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                OfMono.class,
                OfFlux.class,
                OfPublisher.class,
                OfFlowPublisher.class,
                OfSingle.class,
                OfCompletable.class,
                OfFlowable.class
            })
    void cancellationShouldReachTheStream(Class<?> listener) {
        Source source = new Source();
        runner(source, listener).run(application -> {
            call(application, "t", "p");
            assertThat(source.cancelled).hasNullValue();
            begun().cancel(true);
            assertThat(source.cancelled).hasValue("cancelled");
        });
    }

    @ParameterizedTest
    @ValueSource(classes = {OfFuture.class, OfStage.class})
    void stageShouldBeTheOneThatIsReturned(Class<?> listener) {
        CompletableFuture<String> returned = new CompletableFuture<>();
        runner(returned, listener).run(application -> {
            call(application, "t", "p");
            assertThat(stage.get()).isSameAs(returned);
        });
    }

    @Test
    void nullShouldEndTheAttempt() {
        Listening.to(ReturnsNull.class).run(application -> {
            call(application, "t", "p");
            verify(context, never()).completeWith(any());
        });
    }

    /** A listener may return a value that its record keeps. */
    static class ReturnsValue {
        @DelayQueueListener(group = "g", topic = "t")
        String listen(String payload) {
            return "done " + payload;
        }
    }

    @Test
    void returnedValueShouldReachTheContext() {
        Listening.to(ReturnsValue.class).run(application -> {
            call(application, "t", "p");
            verify(context).returned("done p");
            verify(context, never()).completeWith(any());
        });
    }

    /** Spring runs it in the background, and completes what it has returned. */
    @Test
    void asyncMethodWithAFutureShouldBeAwaited() {
        CompletableFuture<String> gate = new CompletableFuture<>();
        runner(gate, InBackground.class)
                .withUserConfiguration(Asynchronously.class)
                .run(application -> {
                    call(application, "t", "p");
                    assertThat(begun()).isNotDone();
                    gate.complete("done");
                    assertThat(begun()).succeedsWithin(Duration.ofSeconds(20)).isEqualTo("done");
                });
    }

    @Test
    void suspendFunctionShouldBeAwaited() {
        KotlinEvents events = new KotlinEvents();
        run(events, SuspendingListeners.class, application -> {
            callUnchecked(application, "suspends", new Reminder(42, "buy"));
            assertThat(events.getSeen()).containsExactly("begun 42 a acme");
            assertThat(begun()).isNotDone();
            events.getGate().complete("more");
            assertThat(begun()).succeedsWithin(Duration.ofSeconds(20));
            assertThat(events.getSeen()).containsExactly("begun 42 a acme", "went on with more");
        });
    }

    private void callUnchecked(ApplicationContext application, String topic, Object payload) {
        try {
            call(application, topic, payload);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void payloadOfASuspendFunctionShouldBeItsParameter() {
        run(new KotlinEvents(), SuspendingListeners.class, application -> {
            assertThat(Listening.callback(application, "suspends").payloadType())
                    .isEqualTo(Reminder.class);
            assertThat(Listening.callback(application, "nothing").payloadType()).isEqualTo(Object.class);
        });
    }

    @Test
    void suspendFunctionThatIsCancelledShouldKnowIt() {
        KotlinEvents events = new KotlinEvents();
        run(events, SuspendingListeners.class, application -> {
            callUnchecked(application, "suspends", new Reminder(42, "buy"));
            begun().cancel(true);
            Awaitility.await().untilAsserted(() -> assertThat(events.getSeen()).contains("cancelled"));
        });
    }

    @Test
    void failureOfASuspendFunctionShouldBeTheListeners() {
        run(new KotlinEvents(), SuspendingListeners.class, application -> {
            callUnchecked(application, "fails", "p");
            assertThat(begun())
                    .failsWithin(Duration.ofSeconds(20))
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(IOException.class)
                    .withMessageContaining("no luck with p");
        });
    }

    @Test
    void suspendFunctionThatDoesNotSuspendShouldEndAtOnce() {
        KotlinEvents events = new KotlinEvents();
        run(events, SuspendingListeners.class, application -> {
            callUnchecked(application, "nothing", "p");
            assertThat(begun()).isCompleted();
            assertThat(events.getSeen()).containsExactly("done at once");
        });
    }

    @Test
    void flowShouldBeCollectedToItsEnd() {
        KotlinEvents events = new KotlinEvents();
        run(events, FlowListener.class, application -> {
            callUnchecked(application, "flow", "p");
            assertThat(begun()).isNotDone();
            events.getGate().complete("two");
            assertThat(begun()).succeedsWithin(Duration.ofSeconds(20));
            assertThat(events.getSeen()).containsExactly("after one", "after two");
        });
    }

    @Test
    void deferredShouldBeAwaited() {
        CompletableDeferred<String> deferred = CompletableDeferredKt.CompletableDeferred(null);
        Listening.to(NONE)
                .withBean(CompletableDeferred.class, () -> deferred)
                .withBean(DeferredListener.class)
                .run(application -> {
                    call(application, "deferred", "p");
                    assertThat(begun()).isNotDone();
                    deferred.complete("done");
                    assertThat(begun()).succeedsWithin(Duration.ofSeconds(20));
                });
    }

    record OfMono(Source source) {
        @DelayQueueListener(group = "g", topic = "t")
        Mono<String> on() {
            return source.flux().last();
        }
    }

    record OfMonoVoid(Source source) {
        @DelayQueueListener(group = "g", topic = "t")
        Mono<Void> on() {
            return source.flux().then();
        }
    }

    record OfFlux(Source source) {
        @DelayQueueListener(group = "g", topic = "t")
        Flux<String> on() {
            return source.flux();
        }
    }

    record OfPublisher(Source source) {
        @DelayQueueListener(group = "g", topic = "t")
        Publisher<String> on() {
            return subscriber -> source.flux().subscribe(subscriber);
        }
    }

    record OfFlowPublisher(Source source) {
        @DelayQueueListener(group = "g", topic = "t")
        Flow.Publisher<String> on() {
            return FlowAdapters.toFlowPublisher(source.flux());
        }
    }

    record OfSingle(Source source) {
        @DelayQueueListener(group = "g", topic = "t")
        Single<String> on() {
            return Single.fromPublisher(source.flux());
        }
    }

    record OfMaybe(Source source) {
        @DelayQueueListener(group = "g", topic = "t")
        Maybe<String> on() {
            return Maybe.fromPublisher(source.flux().last());
        }
    }

    record OfCompletable(Source source) {
        @DelayQueueListener(group = "g", topic = "t")
        Completable on() {
            return Completable.fromPublisher(source.flux());
        }
    }

    record OfFlowable(Source source) {
        @DelayQueueListener(group = "g", topic = "t")
        Flowable<String> on() {
            return Flowable.fromPublisher(source.flux());
        }
    }

    record OfObservable(Source source) {
        @DelayQueueListener(group = "g", topic = "t")
        Observable<String> on() {
            return Flowable.fromPublisher(source.flux())
                    .toObservable()
                    .toFlowable(BackpressureStrategy.BUFFER)
                    .toObservable();
        }
    }

    /** The declared type says nothing. */
    record OfObject(Source source) {
        @DelayQueueListener(group = "g", topic = "t")
        Object on() {
            return source.flux();
        }
    }

    abstract static class Returning<R> {
        @DelayQueueListener(group = "g", topic = "t")
        R on() {
            return result();
        }

        abstract R result();
    }

    static class OfVariable extends Returning<Mono<String>> {
        private final Source source;

        OfVariable(Source source) {
            this.source = source;
        }

        @Override
        Mono<String> result() {
            return source.flux().last();
        }
    }

    record OfFuture(CompletableFuture<String> source) {
        @DelayQueueListener(group = "g", topic = "t")
        CompletableFuture<String> on() {
            return source;
        }
    }

    record OfStage(CompletableFuture<String> source) {
        @DelayQueueListener(group = "g", topic = "t")
        CompletionStage<String> on(String payload) {
            return source;
        }
    }

    static class ReturnsNull {
        @DelayQueueListener(group = "g", topic = "t")
        Mono<String> on() {
            return null;
        }
    }

    @EnableAsync(proxyTargetClass = true)
    static class Asynchronously {}

    static class InBackground {
        private final CompletableFuture<String> source;

        InBackground(CompletableFuture<String> source) {
            this.source = source;
        }

        @Async
        @DelayQueueListener(group = "g", topic = "t")
        public CompletableFuture<String> on() {
            return CompletableFuture.completedFuture(source.join());
        }
    }
}
