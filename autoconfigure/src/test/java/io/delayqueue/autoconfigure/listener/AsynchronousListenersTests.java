package io.delayqueue.autoconfigure.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.RejectTaskException;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.annotation.DelayQueueListener;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import kotlinx.coroutines.Job;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import reactor.core.publisher.Mono;

/** A listener whose work goes on after it has returned, where nothing shows the end, would lose the task: the application does not start. */
class AsynchronousListenersTests {

    private static final String LOST =
            ": the task would be acknowledged when the method returns, and be lost if the work fails or the application"
                    + " crashes after that. ";

    private static final String BLOCK = "Wait for the result in the method, which returns when the work has ended";

    private static final String ASYNC = "Call the asynchronous method from a listener that waits for its result,"
            + " or leave it out and raise concurrency";

    static Stream<Arguments> returnTypes() {
        return Stream.of(
                Arguments.of(ReturnsFuture.class, Future.class),
                Arguments.of(JobListener.class, Job.class),
                Arguments.of(ReturnsVertxFuture.class, io.vertx.core.Future.class),
                Arguments.of(ReturnsVariable.class, Future.class));
    }

    @ParameterizedTest
    @MethodSource("returnTypes")
    void asynchronousReturnTypeShouldBeRefused(Class<?> component, Class<?> returned) {
        Class<?> declaring = component == ReturnsVariable.class ? Returning.class : component;
        assertRefused(
                component,
                "@DelayQueueListener is on " + method(declaring, component) + ", which returns " + returned.getName()
                        + LOST + BLOCK + ", or return a CompletableFuture, which is awaited");
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                AsyncMethod.class,
                AsyncStage.class,
                AsyncMono.class,
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
                "@DelayQueueListener is on the bean '" + name(component) + "' (" + component.getName()
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
                "@DelayQueueListener is on the bean 'late' (" + TaskCallback.class.getName()
                        + "), which is asynchronous by @Async" + LOST + ASYNC);
    }

    @Configuration(proxyBeanMethods = false)
    static class Lazily {

        @Bean
        @Lazy
        @DelayQueueListener(group = "g", topic = "t")
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
                        + " returned java.util.concurrent.FutureTask, which does not say whether the work has"
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
        return component == JobListener.class
                ? "jobListener"
                : "asynchronousListenersTests." + component.getSimpleName();
    }

    static class ReturnsFuture {
        @DelayQueueListener(group = "g", topic = "t")
        Future<Void> on() {
            return CompletableFuture.completedFuture(null);
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

    static class ReturnsVertxFuture {
        @DelayQueueListener(group = "g", topic = "t")
        io.vertx.core.Future<String> on() {
            return null;
        }
    }

    static class ReturnsVariable extends Returning<Future<String>> {
        @Override
        Future<String> result() {
            return CompletableFuture.completedFuture(null);
        }
    }

    static class ReturnsAnything {
        @DelayQueueListener(group = "g", topic = "t")
        Object on() {
            return new FutureTask<>(() -> 1);
        }
    }

    static class ReturnsValue {
        @DelayQueueListener(group = "g", topic = "t")
        String on() {
            return "done";
        }
    }

    /** Spring throws when it is called. */
    static class AsyncStage {
        @Async
        @DelayQueueListener(group = "g", topic = "t")
        public CompletionStage<Void> on() {
            return CompletableFuture.completedFuture(null);
        }
    }

    static class AsyncMono {
        @Async
        @DelayQueueListener(group = "g", topic = "t")
        public Mono<Void> on() {
            return Mono.empty();
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

    @DelayQueueListener(group = "g", topic = "t")
    static class AsyncCall implements TaskCallback<String> {
        @Async
        @Override
        public void call(String payload, TaskContext context) {}
    }

    @Async
    @DelayQueueListener(group = "g", topic = "t")
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
