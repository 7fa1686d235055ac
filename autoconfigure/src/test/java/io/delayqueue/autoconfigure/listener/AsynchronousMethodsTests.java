package io.delayqueue.autoconfigure.listener;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import kotlinx.coroutines.Deferred;
import kotlinx.coroutines.Job;
import kotlinx.coroutines.flow.Flow;
import kotlinx.coroutines.flow.StateFlow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AsynchronousMethodsTests {

    @ParameterizedTest
    @ValueSource(
            classes = {
                Job.class,
                Deferred.class,
                LazyDeferred.class,
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

    /** Spring knows the types of Reactive Streams only where Reactor is. */
    @Test
    void publisherShouldBeAsynchronousWithoutReactor() throws Exception {
        URL[] classPath = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains("reactor-core"))
                .map(AsynchronousMethodsTests::url)
                .toArray(URL[]::new);
        try (URLClassLoader loader = new URLClassLoader(classPath, ClassLoader.getPlatformClassLoader())) {
            assertThat(loader.getResource("reactor/core/publisher/Mono.class")).isNull();
            var isAsynchronous = loader.loadClass(AsynchronousMethods.class.getName())
                    .getDeclaredMethod("isAsynchronous", Class.class);
            isAsynchronous.setAccessible(true);
            for (String name : List.of("org.reactivestreams.Publisher", "org.reactivestreams.Processor")) {
                assertThat(isAsynchronous.invoke(null, loader.loadClass(name)))
                        .as(name)
                        .isEqualTo(true);
            }
        }
    }

    private static URL url(String entry) {
        try {
            return Path.of(entry).toUri().toURL();
        } catch (java.net.MalformedURLException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private abstract static class LazyDeferred implements Deferred<String> {}
}
