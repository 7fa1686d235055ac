package io.delayqueue.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.willAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;

import io.delayqueue.AddResult;
import io.delayqueue.DelayQueueService;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.Tag;
import io.delayqueue.Task;
import io.delayqueue.TopicOperations;
import io.delayqueue.scenario.LogLines;
import java.lang.reflect.Method;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.util.ReflectionUtils;
import tools.jackson.databind.json.JsonMapper;

/** Adds in transactions. */
class TransactionalDelayQueueServiceTests extends TransactionFixture {

    private static final Set<String> RECORDED =
            Set.of("addTask", "addTasks", "addTaskAsync", "removeTask", "removeTasks", "rescheduleTask", "runTaskNow");

    private static final Map<Class<?>, Object> SAMPLES = Map.of(
            Object.class,
            "a",
            String.class,
            "a",
            Tag.class,
            new Tag("order", "42"),
            Collection.class,
            List.of("a"),
            Duration.class,
            Duration.ofDays(1),
            Instant.class,
            DUE,
            Repeat.class,
            Repeat.fixedRate(Duration.ofHours(1)));

    @Test
    void aCommitAddsEverythingInOrderInOneCall() {
        transaction.executeWithoutResult(status -> {
            add("a");
            assertThat(service.addTasks(List.of(task("b"), task("c"))))
                    .extracting(AddResult::id)
                    .containsExactly("b", "c");
            service.addTaskAsync(task("d"));
            add("e");
            assertThat(added).isEmpty();
        });
        assertThat(added).containsExactly(List.of("a", "b", "c", "d", "e"));
    }

    @Test
    void aRollbackAddsNothing() {
        transaction.executeWithoutResult(status -> {
            add("a");
            status.setRollbackOnly();
        });
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> transaction.executeWithoutResult(status -> {
                    add("b");
                    throw new IllegalStateException("no");
                }));
        assertThat(added).isEmpty();
        addAtOnce("c");
    }

    @Test
    void theResultEstimatesWhenTheTaskIsDue() {
        transaction.executeWithoutResult(status -> {
            Instant before = Instant.now().truncatedTo(ChronoUnit.MILLIS);
            Task delayed = Task.of("g", "t").delay(Duration.ofHours(1)).build();
            AddResult result = service.addTask(delayed);
            assertThat(result.id()).isEqualTo(delayed.id());
            assertThat(result.dueAt())
                    .isBetween(
                            before.plus(Duration.ofHours(1)),
                            Instant.now().plus(Duration.ofHours(1)).plusMillis(1));
            Task given = Task.of("g", "t").at(DUE.plusNanos(1)).build();
            assertThat(service.addTask(given).dueAt()).isEqualTo(DUE.plusMillis(1));
        });
    }

    @Test
    void outsideATransactionEverythingIsThePlainServices() {
        addAtOnce("a");
        service.addTasks(List.of(task("b")));
        CompletableFuture<AddResult> future = new CompletableFuture<>();
        Task task = task("c");
        given(queue.addTaskAsync(task)).willReturn(future);
        assertThat(service.addTaskAsync(task)).isSameAs(future);
        assertThat(added).containsExactly(List.of("at once", "a"), List.of("b"));
    }

    @Test
    void anEmptyTransactionIsNone() {
        with(TransactionDefinition.PROPAGATION_SUPPORTS).executeWithoutResult(status -> addAtOnce("a"));
        transaction.executeWithoutResult(outer -> {
            with(TransactionDefinition.PROPAGATION_NOT_SUPPORTED).executeWithoutResult(status -> addAtOnce("b"));
            outer.setRollbackOnly();
        });
        assertThat(added).containsExactly(List.of("at once", "a"), List.of("at once", "b"));
    }

    @Test
    void aReadOnlyTransactionAddsAfterItsCommitToo() {
        transaction.setReadOnly(true);
        transaction.executeWithoutResult(status -> add("a"));
        assertThat(added).containsExactly(List.of("a"));
    }

    @Test
    void aTransactionOfItsOwnHasTasksOfItsOwn() {
        TransactionTemplate own = with(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        transaction.executeWithoutResult(outer -> {
            add("a");
            own.executeWithoutResult(status -> add("b"));
            assertThat(added).containsExactly(List.of("b"));
            own.executeWithoutResult(status -> {
                add("c");
                status.setRollbackOnly();
            });
            add("d");
        });
        assertThat(added).containsExactly(List.of("b"), List.of("a", "d"));
    }

    @Test
    void theOuterRollbackDoesNotUndoATransactionOfItsOwn() {
        transaction.executeWithoutResult(outer -> {
            add("a");
            with(TransactionDefinition.PROPAGATION_REQUIRES_NEW).executeWithoutResult(status -> add("b"));
            outer.setRollbackOnly();
        });
        assertThat(added).containsExactly(List.of("b"));
    }

    @Test
    void aJoinedTransactionAddsWithTheOuterOne() {
        transaction.executeWithoutResult(outer -> {
            transaction.executeWithoutResult(inner -> add("a"));
            assertThat(added).isEmpty();
            add("b");
        });
        assertThat(added).containsExactly(List.of("a", "b"));
    }

    @Test
    void whatCameSinceASavepointIsDroppedWithIt() {
        TransactionTemplate nested = with(TransactionDefinition.PROPAGATION_NESTED);
        transaction.executeWithoutResult(outer -> {
            nested.executeWithoutResult(status -> {
                add("a");
                status.setRollbackOnly();
            });
            add("b");
            nested.executeWithoutResult(status -> add("c"));
            CompletableFuture<AddResult> dropped = new CompletableFuture<>();
            nested.executeWithoutResult(status -> {
                add("d");
                service.addTaskAsync(task("e"))
                        .whenComplete((result, failure) -> dropped.completeExceptionally(failure));
                status.setRollbackOnly();
            });
            assertThat(dropped)
                    .failsWithin(Duration.ZERO)
                    .withThrowableThat()
                    .withMessageContaining("its transaction was rolled back to a savepoint");
            add("f");
        });
        assertThat(added).containsExactly(List.of("b", "c", "f"));
    }

    @Test
    void thePayloadIsWrittenWhenTheTaskIsGiven() {
        List<String> payload = new ArrayList<>(List.of("then"));
        List<Object> given = new ArrayList<>();
        willAnswer(call -> {
                    Collection<Task> tasks = call.getArgument(0);
                    tasks.forEach(task -> given.add(task.payload()));
                    return List.of();
                })
                .given(queue)
                .addTasks(any());
        transaction.executeWithoutResult(status -> {
            service.addTask(Task.of("g", "t").payload(payload).build());
            payload.set(0, "later");
        });
        assertThat(JsonMapper.shared().writeValueAsString(given)).isEqualTo("[[\"then\"]]");
    }

    @Test
    void aTaskThatIsNotValidIsRefusedAtTheCallAndTheOthersStay() {
        Task invalid = Task.of("g", "t").payload("x".repeat(2 << 20)).build();
        transaction.executeWithoutResult(status -> {
            add("a");
            assertThatExceptionOfType(InvalidTaskException.class).isThrownBy(() -> service.addTask(invalid));
            assertThatExceptionOfType(InvalidTaskException.class)
                    .isThrownBy(() -> service.addTasks(List.of(task("b"), invalid)));
            assertThat(service.addTaskAsync(invalid))
                    .failsWithin(Duration.ZERO)
                    .withThrowableThat()
                    .withCauseInstanceOf(InvalidTaskException.class);
            Task noCron =
                    Task.of("g", "t").repeat(Repeat.cron("x", ZoneOffset.UTC)).build();
            assertThatExceptionOfType(InvalidTaskException.class).isThrownBy(() -> service.addTask(noCron));
            add("c");
        });
        assertThat(added).containsExactly(List.of("a", "c"));
    }

    @Test
    void everyOtherMethodPassesThroughAtOnce() {
        List<Method> others = Arrays.stream(DelayQueueService.class.getMethods())
                .filter(method -> !RECORDED.contains(method.getName()))
                .toList();
        assertThat(others).hasSizeGreaterThan(5);
        transaction.executeWithoutResult(status -> others.forEach(method -> {
            Object[] arguments =
                    Arrays.stream(method.getParameterTypes()).map(SAMPLES::get).toArray();
            assertThat(arguments).as("samples for " + method).doesNotContainNull();
            ReflectionUtils.invokeMethod(method, service, arguments);
            ReflectionUtils.invokeMethod(method, verify(queue), arguments);
        }));
        verify(queue, never()).addTasks(any());
    }

    @Test
    void aCallThatInterruptsInATransactionIsWarnedOfOnce() {
        try (LogLines log = new LogLines(TransactionalDelayQueueService.class)) {
            service.interruptTask("g", "a");
            assertThat(log.with("")).isEmpty();
            transaction.executeWithoutResult(status -> {
                service.interruptTask("g", "a");
                service.interruptTask("g", "a", DUE);
            });
            assertThat(log.with("interruptTask")).hasSize(1);
        }
    }

    @Test
    void theOperationsOfATopicEqualThemselvesOnly() {
        given(queue.topic("g", "t")).willReturn(mock(TopicOperations.class));
        TopicOperations operations = service.topic("g", "t");
        assertThat(operations).isEqualTo(operations).isNotEqualTo(service.topic("g", "t"));
    }
}
