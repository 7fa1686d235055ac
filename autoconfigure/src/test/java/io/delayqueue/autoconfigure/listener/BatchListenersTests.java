package io.delayqueue.autoconfigure.listener;

import static io.delayqueue.autoconfigure.listener.Listening.callback;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;

import io.delayqueue.BatchCallback;
import io.delayqueue.BatchFailedException;
import io.delayqueue.RejectTaskException;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskMessage;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.annotation.DelayQueueSchedule;
import io.delayqueue.callback.BatchOptions;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Positive;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;
import org.springframework.context.ApplicationContext;

/** Listener methods that take batches. */
class BatchListenersTests {

    private static final String LIST =
            ", which has batchSize and must take a List of payloads, or of TaskMessage, and nothing else";

    private static final String VOID = ": a batch listener returns void, or a CompletionStage of Void";

    static final List<Arguments> BAD = List.of(
            Arguments.of(OnePayload.class, LIST),
            Arguments.of(NoPayload.class, LIST),
            Arguments.of(WithContext.class, LIST),
            Arguments.of(AnyCollection.class, LIST),
            Arguments.of(RawList.class, LIST),
            Arguments.of(Returning.class, ", which returns int" + VOID),
            Arguments.of(ReturningStage.class, "CompletionStage<java.lang.String>" + VOID),
            Arguments.of(NoSize.class, ", which takes a list of TaskMessage and needs batchSize"),
            Arguments.of(LeastAlone.class, "batchLeast must not be set without batchSize, but is 2"),
            Arguments.of(WaitAlone.class, "batchWait must not be set without batchSize, but is 2s"),
            Arguments.of(LeastWithoutWait.class, "batchLeast needs batchWait, but is 2"),
            Arguments.of(TooMany.class, "batchSize must be from 2 to 500, but is 501"),
            Arguments.of(WithOrder.class, "batchSize must not be set beside keyConcurrency or onRetry, but is 10"),
            Arguments.of(Scheduled.class, ", which takes a payload, and the task has none"));

    private final ApplicationContextRunner runner =
            Listening.to(Batches.class).withConfiguration(AutoConfigurations.of(ValidationAutoConfiguration.class));

    record Order(
            @Positive(message = "must be greater than 0") int number) {}

    private static List<TaskMessage<Order>> messages(int... numbers) {
        List<TaskMessage<Order>> messages = new ArrayList<>();
        for (int number : numbers) {
            messages.add(new TaskMessage<>(new Order(number), mock(TaskContext.class)));
        }
        return messages;
    }

    @SuppressWarnings("unchecked")
    private static BatchCallback<Order> batch(ApplicationContext context, String topic) {
        return (BatchCallback<Order>) callback(context, topic).callback();
    }

    private static void call(ApplicationContext context, String topic, List<TaskMessage<Order>> messages)
            throws Exception {
        batch(context, topic).call(messages, messages.get(0).context());
    }

    @Test
    void methodShouldGetPayloadsOrMessages() {
        runner.run(context -> {
            List<TaskMessage<Order>> messages = messages(1, 2);
            call(context, "payloads", messages);
            call(context, "messages", messages);
            assertThat(context.getBean(Batches.class).seen)
                    .containsExactly(List.of(new Order(1), new Order(2)), messages);
            for (String topic : List.of("payloads", "messages")) {
                assertThat(callback(context, topic).payloadType()).isEqualTo(Order.class);
                assertThat(callback(context, topic).payloadRequired()).isTrue();
            }
        });
    }

    @Test
    void sizesShouldBeHandedOverWithTheirPlaceholders() {
        runner.withPropertyValues("sync.size=100").run(context -> {
            assertThat(callback(context, "payloads").options().batch())
                    .isEqualTo(new BatchOptions(100, 50, Duration.ofSeconds(2)));
            assertThat(callback(context, "messages").options().batch()).isEqualTo(new BatchOptions(10, 1, null));
        });
    }

    @Test
    void listWithoutASizeShouldBeThePayloadOfOneTask() {
        runner.run(context -> {
            Listening.call(context, "one", List.of(new Order(3)));
            assertThat(callback(context, "one").callback()).isNotInstanceOf(BatchCallback.class);
            assertThat(context.getBean(Batches.class).seen).containsExactly(List.of(new Order(3)));
        });
    }

    @Test
    void eachPayloadShouldBeValidatedAlone() {
        runner.run(context -> {
            for (String topic : List.of("payloads", "messages")) {
                batch(context, topic).check(new Order(1));
                assertThatExceptionOfType(RejectTaskException.class)
                        .isThrownBy(() -> batch(context, topic).check(new Order(0)))
                        .withMessage("The payload is not valid: number must be greater than 0");
            }
        });
    }

    @Test
    void stageShouldBeTheWorkOfTheBatchAndExceptionsPass() {
        runner.run(context -> {
            List<TaskMessage<Order>> messages = messages(1);
            call(context, "stage", messages);
            verify(messages.get(0).context()).completeWith(context.getBean(Batches.class).work);
            assertThatExceptionOfType(BatchFailedException.class)
                    .isThrownBy(() -> call(context, "failing", messages))
                    .satisfies(failed -> assertThat(failed.failures()).containsOnlyKeys(0));
        });
    }

    @ParameterizedTest
    @FieldSource("BAD")
    void badListenerShouldStopTheStart(Class<?> listener, String reason) {
        Listening.to(listener).run(context -> assertThat(context)
                .getFailure()
                .isInstanceOf(InvalidListenerException.class)
                .hasMessageContaining(listener.getName())
                .hasMessageContaining(reason));
    }

    static class Batches {

        final List<Object> seen = new ArrayList<>();

        final CompletableFuture<Void> work = new CompletableFuture<>();

        @DelayQueueListener(
                group = "g",
                topic = "payloads",
                batchSize = "${sync.size:60}",
                batchLeast = "50",
                batchWait = "2s")
        void payloads(@Valid List<Order> orders) {
            seen.add(orders);
        }

        @DelayQueueListener(group = "g", topic = "messages", batchSize = "10")
        void messages(@Valid List<TaskMessage<Order>> orders) {
            seen.add(orders);
        }

        @DelayQueueListener(group = "g", topic = "one")
        void one(List<Order> orders) {
            seen.add(orders);
        }

        @DelayQueueListener(group = "g", topic = "stage", batchSize = "10")
        CompletionStage<Void> stage(List<Order> orders) {
            return work;
        }

        @DelayQueueListener(group = "g", topic = "failing", batchSize = "10")
        void failing(List<? extends Order> orders) {
            throw new BatchFailedException(Map.of(0, new IllegalStateException("for the test")));
        }
    }

    static class OnePayload {

        @DelayQueueListener(group = "g", topic = "t", batchSize = "10")
        void on(Order order) {}
    }

    static class NoPayload {

        @DelayQueueListener(group = "g", topic = "t", batchSize = "10")
        void on() {}
    }

    static class WithContext {

        @DelayQueueListener(group = "g", topic = "t", batchSize = "10")
        void on(List<Order> orders, TaskContext context) {}
    }

    static class AnyCollection {

        @DelayQueueListener(group = "g", topic = "t", batchSize = "10")
        void on(Collection<Order> orders) {}
    }

    @SuppressWarnings("rawtypes")
    static class RawList {

        @DelayQueueListener(group = "g", topic = "t", batchSize = "10")
        void on(List orders) {}
    }

    static class Returning {

        @DelayQueueListener(group = "g", topic = "t", batchSize = "10")
        int on(List<Order> orders) {
            return orders.size();
        }
    }

    static class ReturningStage {

        @DelayQueueListener(group = "g", topic = "t", batchSize = "10")
        CompletionStage<String> on(List<Order> orders) {
            return CompletableFuture.completedFuture("done");
        }
    }

    static class NoSize {

        @DelayQueueListener(group = "g", topic = "t")
        void on(List<TaskMessage<Order>> orders) {}
    }

    static class LeastAlone {

        @DelayQueueListener(group = "g", topic = "t", batchLeast = "2")
        void on(List<Order> orders) {}
    }

    static class WaitAlone {

        @DelayQueueListener(group = "g", topic = "t", batchWait = "2s")
        void on(List<Order> orders) {}
    }

    static class LeastWithoutWait {

        @DelayQueueListener(group = "g", topic = "t", batchSize = "10", batchLeast = "2")
        void on(List<Order> orders) {}
    }

    static class TooMany {

        @DelayQueueListener(group = "g", topic = "t", batchSize = "501")
        void on(List<Order> orders) {}
    }

    static class WithOrder {

        @DelayQueueListener(group = "g", topic = "t", batchSize = "10", keyConcurrency = "1")
        void on(List<Order> orders) {}
    }

    static class Scheduled {

        @DelayQueueListener(group = "g", topic = "t", batchSize = "10")
        @DelayQueueSchedule(id = "daily", cron = "0 0 0 * * *")
        void on(List<Order> orders) {}
    }
}
