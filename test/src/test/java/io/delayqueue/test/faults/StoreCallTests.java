package io.delayqueue.test.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.store.Backend;
import io.delayqueue.store.RegistryStore;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TopicStore;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A new method of a port is a new call that can fail, or never fails: decide it here. */
class StoreCallTests {

    /** Ends a claim that ends by itself; an engine does it when it stops and goes on if it fails. */
    private static final List<String> NEVER_FAIL = List.of("TaskStore.resign");

    /** Messages and waiting, which virtual time has no use for, and chores for operators. */
    private static final List<String> WITHOUT_FAULTS =
            List.of("audit", "instances", "signals", "wakeUps", "addsWaitForReplicas", "checks", "address", "close");

    static Stream<Method> methods() {
        return Stream.of(TaskStore.class, TopicStore.class, RegistryStore.class)
                .flatMap(port -> Arrays.stream(port.getMethods()));
    }

    @ParameterizedTest
    @MethodSource("methods")
    void eachMethodShouldBeACallOrNeverFail(Method method) {
        String name = method.getDeclaringClass().getSimpleName() + "." + method.getName();
        assertThat(StoreCall.of(method) == null).as(name).isEqualTo(NEVER_FAIL.contains(name));
    }

    @Test
    void eachCallShouldHaveAMethod() {
        assertThat(methods().map(StoreCall::of).filter(Objects::nonNull)).contains(StoreCall.values());
    }

    @Test
    void eachPartOfTheStoreShouldFailOrBeNamed() {
        assertThat(Arrays.stream(Backend.class.getMethods()).map(Method::getName))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(Stream.of("tasks", "topics", "registry"), WITHOUT_FAULTS.stream())
                                .toList());
    }
}
