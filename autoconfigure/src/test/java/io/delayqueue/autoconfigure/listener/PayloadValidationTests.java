package io.delayqueue.autoconfigure.listener;

import static io.delayqueue.autoconfigure.listener.Listening.CONTEXT;
import static io.delayqueue.autoconfigure.listener.Listening.call;
import static io.delayqueue.autoconfigure.listener.Listening.callback;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.delayqueue.BatchCallback;
import io.delayqueue.RejectTaskException;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskMessage;
import io.delayqueue.annotation.DelayQueueListener;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.validation.annotation.Validated;

/** Validation of payloads. */
@ExtendWith(OutputCaptureExtension.class)
class PayloadValidationTests {

    private static final Order GOOD = new Order(42, "Ada", new Address("Turin"));

    private static final Order BAD = new Order(-1, " ", new Address(""));

    private static final String ALL_OF_IT =
            "The payload is not valid: address.city must not be blank; customer must not be blank; number must be greater than 0";

    private final ApplicationContextRunner runner = Listening.to(Checking.class, Topic.class)
            .withConfiguration(AutoConfigurations.of(ValidationAutoConfiguration.class));

    private static List<Object> seen(ApplicationContext context) {
        return context.getBean(Checking.class).seen;
    }

    @ParameterizedTest
    @ValueSource(strings = {"valid", "validated"})
    void invalidPayloadShouldBeRejectedWithAllViolationsInOrder(String topic) {
        runner.run(context -> {
            call(context, topic, GOOD);
            assertThatExceptionOfType(RejectTaskException.class)
                    .isThrownBy(() -> call(context, topic, BAD))
                    .withMessage(ALL_OF_IT);
            assertThat(seen(context)).containsExactly(GOOD);
        });
    }

    @Test
    void payloadWithoutAnnotationShouldPass() {
        runner.run(context -> {
            call(context, "unchecked", BAD);
            assertThat(seen(context)).containsExactly(BAD);
        });
    }

    @Test
    void groupsOfValidatedShouldBeTheOnesThatCount() {
        runner.run(context -> {
            call(context, "group", BAD);
            assertThatExceptionOfType(RejectTaskException.class)
                    .isThrownBy(() -> call(context, "group", new Order(1, "Ada", null)))
                    .withMessage("The payload is not valid: address must not be null");
            assertThat(seen(context)).containsExactly(BAD);
        });
    }

    @Test
    void elementsOfAListShouldBeChecked() {
        runner.run(context -> {
            call(context, "list", List.of(GOOD));
            assertThatExceptionOfType(RejectTaskException.class)
                    .isThrownBy(() -> call(context, "list", List.of(GOOD, new Order(0, "Ada", null))))
                    .withMessage("The payload is not valid: [1].number must be greater than 0");
            assertThat(seen(context)).containsExactly(List.of(GOOD));
        });
    }

    @Test
    void elementsOfOtherContainersShouldBeChecked(CapturedOutput output) {
        Order bad = new Order(0, "Ada", null);
        runner.run(context -> {
            assertRefused(context, "map", Map.of("one", GOOD, "two", bad), "[two].number must be greater than 0");
            assertRefused(context, "array", new Order[] {bad}, "[0].number must be greater than 0");
            assertRefused(context, "optional", Optional.of(bad), "number must be greater than 0");
            call(context, "optional", Optional.empty());
            call(context, "map", Map.of());
            assertThat(seen(context)).containsExactly(Optional.empty(), Map.of());
        });
        assertThat(output).doesNotContain("HV000272");
    }

    private static void assertRefused(ApplicationContext context, String topic, Object payload, String violation) {
        assertThatExceptionOfType(RejectTaskException.class)
                .isThrownBy(() -> call(context, topic, payload))
                .withMessage("The payload is not valid: " + violation);
    }

    @Test
    void payloadOfACallbackBeanShouldBeChecked() {
        runner.run(context -> {
            call(context, "topic", GOOD);
            assertThatExceptionOfType(RejectTaskException.class)
                    .isThrownBy(() -> call(context, "topic", BAD))
                    .withMessage(ALL_OF_IT);
            assertThat(context.getBean(Topic.class).seen).containsExactly(GOOD);
        });
    }

    @Test
    void eachPayloadOfABatchCallbackShouldBeCheckedBeforeItsOwnCheck() {
        runner.withUserConfiguration(Batch.class).run(context -> {
            @SuppressWarnings("unchecked")
            BatchCallback<Order> callback =
                    (BatchCallback<Order>) callback(context, "batch").callback();
            callback.check(GOOD);
            assertThatExceptionOfType(RejectTaskException.class)
                    .isThrownBy(() -> callback.check(BAD))
                    .withMessage(ALL_OF_IT);
            List<TaskMessage<Order>> tasks = List.of(new TaskMessage<>(GOOD, CONTEXT));
            callback.call(tasks, CONTEXT);
            assertThat(context.getBean(Batch.class).seen).containsExactly(GOOD, tasks);
        });
    }

    @Test
    void payloadThatIsMissingShouldPass() {
        runner.run(context -> {
            call(context, "valid", null);
            assertThat(seen(context)).hasSize(1);
        });
    }

    @Test
    void validWithoutAValidatorShouldFailAndSayWhatIsMissing() {
        String message = "@Valid on the payload needs a bean of jakarta.validation.Validator, a single or"
                + " primary one: add spring-boot-starter-validation";
        Listening.to(OnlyListener.class).run(context -> assertThat(context)
                .getFailure()
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("The parameter 'order' of the method " + OnlyListener.class.getName()
                        + ".on of the bean 'payloadValidationTests.OnlyListener' is wrong: " + message));
        Listening.to(Topic.class).run(context -> assertThat(context)
                .getFailure()
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("The payload of the bean 'payloadValidationTests.Topic' (" + Topic.class.getName()
                        + ") is wrong: " + message));
    }

    @Test
    void applicationShouldDoWithoutBeanValidation() {
        ApplicationContextRunner without = Listening.to(Plain.class)
                .withClassLoader(new FilteredClassLoader("jakarta.validation", "org.hibernate.validator"));
        without.run(context -> call(context, "plain", BAD));
        without.withUserConfiguration(OnlyListener.class)
                .run(context ->
                        assertThat(context).getFailure().hasMessageEndingWith("add spring-boot-starter-validation"));
    }

    record Address(@NotBlank(message = "must not be blank") String city) {}

    record Order(
            @Positive(message = "must be greater than 0") long number,
            @NotBlank(message = "must not be blank") String customer,

            @Valid @NotNull(groups = Shipping.class, message = "must not be null")
            Address address) {}

    interface Shipping {}

    static class Checking {

        final List<Object> seen = new ArrayList<>();

        @DelayQueueListener(group = "g", topic = "valid")
        void valid(TaskContext context, @Valid Order order) {
            seen.add(String.valueOf(order).equals("null") ? "null" : order);
        }

        @DelayQueueListener(group = "g", topic = "validated")
        void validated(@Validated Order order) {
            seen.add(order);
        }

        @DelayQueueListener(group = "g", topic = "group")
        void group(@Validated(Shipping.class) Order order) {
            seen.add(order);
        }

        @DelayQueueListener(group = "g", topic = "list")
        void list(@Valid List<Order> orders) {
            seen.add(orders);
        }

        @DelayQueueListener(group = "g", topic = "map")
        void map(@Valid Map<String, Order> orders) {
            seen.add(orders);
        }

        @DelayQueueListener(group = "g", topic = "array")
        void array(@Valid Order[] orders) {
            seen.add(orders);
        }

        @DelayQueueListener(group = "g", topic = "optional")
        void optional(@Valid Optional<Order> order) {
            seen.add(order);
        }

        @DelayQueueListener(group = "g", topic = "unchecked")
        void unchecked(Order order) {
            seen.add(order);
        }
    }

    @DelayQueueListener(group = "g", topic = "topic")
    static class Topic implements TaskCallback<Order> {

        final List<Order> seen = new ArrayList<>();

        @Override
        public void call(@Valid Order order, TaskContext context) {
            seen.add(order);
        }
    }

    @DelayQueueListener(group = "g", topic = "batch", batchSize = "10")
    static class Batch implements BatchCallback<Order> {

        final List<Object> seen = new ArrayList<>();

        @Override
        public void check(Order order) {
            seen.add(order);
        }

        @Override
        public void call(@Valid List<TaskMessage<Order>> tasks, TaskContext context) {
            seen.add(tasks);
        }
    }

    static class OnlyListener {
        @DelayQueueListener(group = "g", topic = "only")
        void on(@Valid Order order) {}
    }

    static class Plain {
        @DelayQueueListener(group = "g", topic = "plain")
        void on(Order order) {}
    }
}
