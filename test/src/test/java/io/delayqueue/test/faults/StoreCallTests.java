package io.delayqueue.test.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.store.Backend;
import io.delayqueue.store.DeadLetterStore;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.Outcome.NextOccurrence.Timing;
import io.delayqueue.store.RegistryStore;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TopicStore;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A new method of a port is a call that can fail or never fails. The decision is recorded here. */
class StoreCallTests {

    /**
     * Ends a claim that also expires; an engine calls it at its stop and ignores failures. Checks take the place of pushes on threads only. Records of unregistered topics and of declared
     * schedules follow adds, and a confirmation follows an interruption or changes, whose failures a test plans. A store in memory knows its
     * data layout without a call.
     */
    private static final List<String> NEVER_FAIL = List.of(
            "TaskStore.resign",
            "TaskStore.findBusy",
            "TaskStore.isInterruptRequested",
            "TaskStore.confirm",
            "RegistryStore.recordDeclared",
            "RegistryStore.undeclared",
            "DeadLetterStore.dead",
            "DeadLetterStore.retrying",
            "RegistryStore.recordUnregistered",
            "RegistryStore.unregistered",
            "RegistryStore.forgetUnregistered",
            "RegistryStore.layout",
            "RegistryStore.writeLayout",
            "RegistryStore.unreadableKey");

    /** Messages and waits, which virtual time does not use, operators' work, rules, and what a store in memory knows without a call. */
    private static final List<String> WITHOUT_FAULTS = List.of(
            "audit",
            "limits",
            "history",
            "instances",
            "signals",
            "wakeUps",
            "addsWaitForReplicas",
            "callTimeout",
            "node",
            "findNodes",
            "maxCalls",
            "check",
            "namespace",
            "inNamespace",
            "runsOnThreads",
            "address",
            "identity",
            "close");

    static Stream<Method> methods() {
        return Stream.of(TaskStore.class, TopicStore.class, DeadLetterStore.class, RegistryStore.class)
                .flatMap(port -> Arrays.stream(port.getMethods()))
                .filter(method -> !Modifier.isStatic(method.getModifiers()));
    }

    @ParameterizedTest
    @MethodSource("methods")
    void eachMethodShouldBeACallOrNeverFail(Method method) {
        String name = method.getDeclaringClass().getSimpleName() + "." + method.getName();
        assertThat(calls(method).allMatch(Objects::nonNull)).as(name).isNotEqualTo(NEVER_FAIL.contains(name));
    }

    @Test
    void acknowledgingNothingShouldBeNoCall() throws NoSuchMethodException {
        Method acknowledge = TaskStore.class.getMethod("acknowledge", String.class, List.class);
        assertThat(StoreCall.of(acknowledge, "g", List.of())).isNull();
    }

    @Test
    void eachCallShouldHaveAMethod() {
        assertThat(methods().flatMap(StoreCallTests::calls).filter(Objects::nonNull))
                .contains(StoreCall.values());
    }

    private static Stream<@Nullable StoreCall> calls(Method method) {
        Delivery delivery = new Delivery("t", "a", 1, "i", null);
        return method.getName().equals("acknowledge")
                ? Stream.of(
                                new Outcome.Finished(delivery),
                                new Outcome.Retry(delivery, 0, null, true),
                                new Outcome.NextOccurrence(delivery, Timing.DELAY, 0, null),
                                new Outcome.Dead(delivery, "{}"),
                                new Outcome.Released(delivery, true))
                        .map(outcome -> StoreCall.of(method, "g", List.of(outcome)))
                : Stream.of(StoreCall.of(method));
    }

    @Test
    void eachPartOfTheStoreShouldFailOrBeNamed() {
        assertThat(Arrays.stream(Backend.class.getMethods()).map(Method::getName))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(Stream.of("tasks", "topics", "deadLetters", "registry"), WITHOUT_FAULTS.stream())
                                .toList());
    }
}
