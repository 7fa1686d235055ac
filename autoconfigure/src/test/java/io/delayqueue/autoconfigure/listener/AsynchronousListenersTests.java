package io.delayqueue.autoconfigure.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.RejectTaskException;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.annotation.DelayQueueTopic;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import kotlin.coroutines.Continuation;
import kotlinx.coroutines.Deferred;
import kotlinx.coroutines.Job;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Publisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A listener whose work goes on after it has returned would lose the task, so the application does not start. */
class AsynchronousListenersTests {

    private static final String LOST =
            ": the task would be acknowledged when the method returns, and be lost if the work fails or the application"
                    + " crashes after that. ";

    private static final String BLOCK = "Wait for the result in the method, which returns when the work has ended";

    private static final String ASYNC = "Call the asynchronous method from a listener that waits for its result,"
            + " or leave it out and raise concurrency";

    static Stream<Arguments> returnTypes() {
        return Stream.of(
                Arguments.of(ReturnsCompletableFuture.class, CompletableFuture.class),
                Arguments.of(ReturnsStage.class, CompletionStage.class),
                Arguments.of(ReturnsFuture.class, Future.class),
                Arguments.of(ReturnsMono.class, Mono.class),
                Arguments.of(ReturnsFlux.class, Flux.class),
                Arguments.of(ReturnsPublisher.class, Publisher.class),
                Arguments.of(ReturnsFlow.class, Flow.Publisher.class),
                Arguments.of(ReturnsKotlinFlow.class, kotlinx.coroutines.flow.Flow.class),
                Arguments.of(ReturnsJob.class, Job.class),
                Arguments.of(ReturnsDeferred.class, Deferred.class),
                Arguments.of(ReturnsVariable.class, Mono.class));
    }

    @ParameterizedTest
    @MethodSource("returnTypes")
    void asynchronousReturnTypeShouldBeRefused(Class<?> component, Class<?> returned) {
        Class<?> declaring = component == ReturnsVariable.class ? Returning.class : component;
        assertRefused(
                component,
                "@DelayQueueListener is on " + method(declaring, component) + ", which returns " + returned.getName()
                        + LOST + BLOCK);
    }

    @Test
    void suspendFunctionShouldBeRefused() {
        assertRefused(
                Suspends.class,
                "@DelayQueueListener is on " + method(Suspends.class, Suspends.class)
                        + ", which is a suspend function" + LOST
                        + "Make it a function that does not suspend, with runBlocking for instance");
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                AsyncMethod.class,
                AsyncClass.class,
                AsyncMeta.class,
                AsyncOfInterface.class,
                AsyncClassOfInterface.class
            })
    void asyncListenerShouldBeRefused(Class<?> component) {
        assertRefused(
                component,
                "@DelayQueueListener is on " + method(component, component) + ", which is asynchronous by @Async" + LOST
                        + ASYNC);
    }

    /** Spring runs it in the background too. */
    @ParameterizedTest
    @ValueSource(classes = {AsynchronousOfBeans.class, AsynchronousOfConcurrency.class})
    void listenerThatIsAsynchronousByAnAnnotationOfJakartaShouldBeRefused(Class<?> component) {
        assertRefused(
                component,
                "@DelayQueueListener is on " + method(component, component) + ", which is asynchronous by @Asynchronous"
                        + LOST + ASYNC);
    }

    @ParameterizedTest
    @ValueSource(classes = {AsyncCall.class, AsyncCallback.class})
    void asyncCallbackShouldBeRefused(Class<?> component) {
        assertRefused(
                component,
                "@DelayQueueTopic is on the bean '" + name(component) + "' (" + component.getName()
                        + "), which is asynchronous by @Async" + LOST + ASYNC);
    }

    /** Spring takes an annotation of the application's own for it, on a proxy that hides the class. */
    @Test
    void annotationThatTheApplicationMadeAsynchronousShouldBeRefused() {
        assertRefused(
                OwnAnnotation.class,
                "@DelayQueueListener is on the method " + OwnListener.class.getName()
                        + ".on of the bean 'own', which is asynchronous by its proxy" + LOST + ASYNC);
    }

    /** Until it is made, only the type is known that its method declares. */
    @Test
    void lazyBeanShouldBeJudgedByItsClass() {
        assertRefused(
                Lazily.class,
                "@DelayQueueTopic is on the bean 'late' (" + TaskCallback.class.getName()
                        + "), which is asynchronous by @Async" + LOST + ASYNC);
    }

    @Configuration(proxyBeanMethods = false)
    static class Lazily {

        @Bean
        @Lazy
        @DelayQueueTopic(group = "g", topic = "t")
        TaskCallback<String> late() {
            return new AsyncCall();
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {ReturnsValue.class, AsyncNeighbour.class})
    void listenerThatWaitsShouldBeTaken(Class<?> component) {
        Listening.to(component).run(context -> assertThat(context).hasNotFailed());
    }

    /** A declared type such as Object says nothing; what is returned does. */
    @Test
    void asynchronousValueOfAnyTypeShouldRejectTheTask() {
        Listening.to(ReturnsAnything.class).run(context -> assertThatThrownBy(() -> Listening.call(context, "t", ""))
                .isInstanceOf(RejectTaskException.class)
                .hasMessage(method(ReturnsAnything.class, ReturnsAnything.class)
                        + " returned reactor.core.publisher.MonoJust, which does not say whether the work has"
                        + " ended. " + BLOCK));
    }

    private static void assertRefused(Class<?> component, String message) {
        Listening.to(component).run(context -> assertThat(context)
                .getFailure()
                .isInstanceOf(InvalidListenerException.class)
                .hasMessage(message));
    }

    private static String method(Class<?> declaring, Class<?> component) {
        return "the method " + declaring.getName() + ".on of the bean '" + name(component) + "'";
    }

    private static String name(Class<?> component) {
        return "asynchronousListenersTests." + component.getSimpleName();
    }

    static class ReturnsCompletableFuture {
        @DelayQueueListener(group = "g", topic = "t")
        CompletableFuture<Void> on() {
            return CompletableFuture.completedFuture(null);
        }
    }

    static class ReturnsStage {
        @DelayQueueListener(group = "g", topic = "t")
        CompletionStage<Void> on(String payload) {
            return CompletableFuture.completedFuture(null);
        }
    }

    static class ReturnsFuture {
        @DelayQueueListener(group = "g", topic = "t")
        Future<Void> on() {
            return CompletableFuture.completedFuture(null);
        }
    }

    static class ReturnsMono {
        @DelayQueueListener(group = "g", topic = "t")
        Mono<Void> on() {
            return Mono.empty();
        }
    }

    static class ReturnsFlux {
        @DelayQueueListener(group = "g", topic = "t")
        Flux<String> on() {
            return Flux.empty();
        }
    }

    static class ReturnsPublisher {
        @DelayQueueListener(group = "g", topic = "t")
        Publisher<String> on() {
            return Flux.empty();
        }
    }

    static class ReturnsFlow {
        @DelayQueueListener(group = "g", topic = "t")
        Flow.Publisher<String> on() {
            return subscriber -> {};
        }
    }

    static class ReturnsKotlinFlow {
        @DelayQueueListener(group = "g", topic = "t")
        kotlinx.coroutines.flow.Flow<String> on() {
            return new kotlinx.coroutines.flow.Flow<>() {};
        }
    }

    static class ReturnsJob {
        @DelayQueueListener(group = "g", topic = "t")
        Job on() {
            return new Job() {};
        }
    }

    static class ReturnsDeferred {
        @DelayQueueListener(group = "g", topic = "t")
        Deferred<String> on() {
            return new Deferred<>() {};
        }
    }

    static class AsynchronousOfBeans {
        @jakarta.ejb.Asynchronous
        @DelayQueueListener(group = "g", topic = "t")
        public void on() {}
    }

    static class AsynchronousOfConcurrency {
        @jakarta.enterprise.concurrent.Asynchronous
        @DelayQueueListener(group = "g", topic = "t")
        public void on() {}
    }

    abstract static class Returning<R> {
        @DelayQueueListener(group = "g", topic = "t")
        R on() {
            return result();
        }

        abstract R result();
    }

    static class ReturnsVariable extends Returning<Mono<String>> {
        @Override
        Mono<String> result() {
            return Mono.empty();
        }
    }

    static class ReturnsAnything {
        @DelayQueueListener(group = "g", topic = "t")
        Object on() {
            return Mono.just(1);
        }
    }

    static class ReturnsValue {
        @DelayQueueListener(group = "g", topic = "t")
        String on() {
            return "done";
        }
    }

    static class Suspends {
        @DelayQueueListener(group = "g", topic = "t")
        Object on(String payload, Continuation<? super String> continuation) {
            return payload;
        }
    }

    static class AsyncMethod {
        @Async
        @DelayQueueListener(group = "g", topic = "t")
        public void on() {}
    }

    @Async
    static class AsyncClass {
        @DelayQueueListener(group = "g", topic = "t")
        public void on() {}
    }

    @Async
    @Retention(RetentionPolicy.RUNTIME)
    @interface Background {}

    static class AsyncMeta {
        @Background
        @DelayQueueListener(group = "g", topic = "t")
        public void on() {}
    }

    interface Listens {
        @Async
        void on();
    }

    static class AsyncOfInterface implements Listens {
        @Override
        @DelayQueueListener(group = "g", topic = "t")
        public void on() {}
    }

    @Background
    interface ListensInBackground {
        void on();
    }

    static class AsyncClassOfInterface implements ListensInBackground {
        @Override
        @DelayQueueListener(group = "g", topic = "t")
        public void on() {}
    }

    static class AsyncNeighbour {
        @DelayQueueListener(group = "g", topic = "t")
        public void on() {}

        @Async
        public void other() {}
    }

    @DelayQueueTopic(group = "g", topic = "t")
    static class AsyncCall implements TaskCallback<String> {
        @Async
        @Override
        public void call(String payload, TaskContext context) {}
    }

    @Async
    @DelayQueueTopic(group = "g", topic = "t")
    static class AsyncCallback implements TaskCallback<String> {
        @Override
        public void call(String payload, TaskContext context) {}
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface InBackground {}

    static class OwnListener {
        @InBackground
        @DelayQueueListener(group = "g", topic = "t")
        public void on() {}
    }

    @EnableAsync(annotation = InBackground.class, proxyTargetClass = true)
    @Configuration(proxyBeanMethods = false)
    static class OwnAnnotation {
        @Bean
        OwnListener own() {
            return new OwnListener();
        }
    }
}
