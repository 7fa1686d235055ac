package io.delayqueue.autoconfigure.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Single;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.SubmissionPublisher;
import java.util.stream.Stream;
import kotlinx.coroutines.CompletableDeferred;
import kotlinx.coroutines.Deferred;
import kotlinx.coroutines.Job;
import kotlinx.coroutines.flow.Flow;
import kotlinx.coroutines.flow.StateFlow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

class AsynchronousMethodsTests {

    @ParameterizedTest
    @ValueSource(
            classes = {
                Job.class,
                Deferred.class,
                CompletableDeferred.class,
                Flow.class,
                StateFlow.class,
                io.vertx.core.Future.class
            })
    void typeKnownByNameShouldBeAsynchronousWithWhateverExtendsIt(Class<?> type) {
        assertThat(AsynchronousMethods.isAsynchronous(type)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(classes = {void.class, int.class, String[].class, Object.class, List.class, Comparable.class})
    void otherTypeShouldNotBeAsynchronous(Class<?> type) {
        assertThat(AsynchronousMethods.isAsynchronous(type)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            classes = {Deferred.class, Flow.class, StateFlow.class, CompletableFuture.class, Mono.class, Single.class})
    void typeWhoseEndShowsShouldBeAwaited(Class<?> type) {
        assertThat(AsynchronousMethods.isAwaited(type)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(classes = {Job.class, Future.class, io.vertx.core.Future.class, Object.class, void.class})
    void otherTypeShouldNotBeAwaited(Class<?> type) {
        assertThat(AsynchronousMethods.isAwaited(type)).isFalse();
    }

    private static URLClassLoader without(String... names) {
        URL[] classPath = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> Stream.of(names).noneMatch(entry::contains))
                .map(AsynchronousMethodsTests::url)
                .toArray(URL[]::new);
        return new URLClassLoader(classPath, ClassLoader.getPlatformClassLoader());
    }

    private static Object call(ClassLoader loader, Class<?> type, String name, Class<?> parameter, Object argument)
            throws Exception {
        var method = loader.loadClass(type.getName()).getDeclaredMethod(name, parameter);
        method.setAccessible(true);
        return method.invoke(null, argument);
    }

    /** Spring knows the types of Reactive Streams only where Reactor is. */
    @Test
    void publisherShouldBeAwaitedWithoutReactor() throws Exception {
        try (URLClassLoader loader = without("reactor-core")) {
            assertThat(loader.getResource("reactor/core/publisher/Mono.class")).isNull();
            for (String name : List.of("org.reactivestreams.Publisher", "org.reactivestreams.Processor")) {
                assertThat(call(loader, AsynchronousMethods.class, "isAwaited", Class.class, loader.loadClass(name)))
                        .as(name)
                        .isEqualTo(true);
            }
            Class<?> flowable = loader.loadClass(Flowable.class.getName());
            Object stream = flowable.getMethod("fromArray", Object[].class).invoke(null, (Object) new Object[] {1, 2});
            assertThat(stage(loader, stream)).isCompleted();
            Class<?> single = loader.loadClass(Single.class.getName());
            Object failed = single.getMethod("error", Throwable.class).invoke(null, new IOException("no luck"));
            assertThat(stage(loader, failed)).isCompletedExceptionally();
        }
    }

    private static CompletableFuture<?> stage(ClassLoader loader, Object result) throws Exception {
        return (CompletableFuture<?>) call(loader, AsynchronousResults.class, "stage", Object.class, result);
    }

    @Test
    void typesOfJavaShouldBeAwaitedWithoutReactiveStreamsAndKotlin() throws Exception {
        try (URLClassLoader loader = without("reactor-core", "reactive-streams", "kotlin", "rxjava")) {
            assertThat(loader.getResource("org/reactivestreams/Publisher.class"))
                    .isNull();
            assertThat(loader.getResource("kotlin/Unit.class")).isNull();
            CompletableFuture<String> future = new CompletableFuture<>();
            assertThat(stage(loader, future)).isSameAs(future);
            CompletableFuture<?> end;
            try (SubmissionPublisher<String> publisher = new SubmissionPublisher<>(Runnable::run, 1)) {
                end = stage(loader, publisher);
                publisher.submit("one");
                assertThat(end).isNotDone();
            }
            assertThat(end).isCompleted();
            assertThat(call(loader, AsynchronousMethods.class, "isAsynchronous", Class.class, String.class))
                    .isEqualTo(false);
        }
    }

    /** A suspend function in a library whose application has no coroutines for Reactor. */
    @Test
    void suspendFunctionShouldNeedCoroutinesForReactor() throws Exception {
        try (URLClassLoader loader = without("kotlinx-coroutines-reactor")) {
            Class<?> listeners = loader.loadClass(SuspendingListeners.class.getName());
            Method suspends = Stream.of(listeners.getDeclaredMethods())
                    .filter(method -> method.getName().equals("fails"))
                    .findFirst()
                    .orElseThrow();
            var refuse = loader.loadClass(AsynchronousMethods.class.getName())
                    .getDeclaredMethod("refuse", Object.class, Method.class, Class.class, String.class);
            refuse.setAccessible(true);
            assertThatThrownBy(() -> refuse.invoke(null, new Object(), suspends, listeners, "It"))
                    .rootCause()
                    .hasMessageStartingWith("It, which is a suspend function: that needs")
                    .hasMessageContaining("kotlinx-coroutines-reactor");
        }
    }

    private static URL url(String entry) {
        try {
            return Path.of(entry).toUri().toURL();
        } catch (java.net.MalformedURLException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
