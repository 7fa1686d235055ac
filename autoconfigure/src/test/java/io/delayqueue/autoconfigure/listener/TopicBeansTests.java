package io.delayqueue.autoconfigure.listener;

import static io.delayqueue.autoconfigure.listener.Listening.CONTEXT;
import static io.delayqueue.autoconfigure.listener.Listening.call;
import static io.delayqueue.autoconfigure.listener.Listening.callback;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.BatchCallback;
import io.delayqueue.ExponentialBackoff;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskMessage;
import io.delayqueue.annotation.Backoff;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.annotation.DelayQueueSchedule;
import io.delayqueue.callback.BatchOptions;
import io.delayqueue.callback.TopicCallbacks;
import io.delayqueue.callback.TopicOptions;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.core.annotation.AliasFor;

/** Beans of callbacks with {@link DelayQueueListener}. */
@ExtendWith(OutputCaptureExtension.class)
class TopicBeansTests {

    record Order(long number) {}

    @Test
    void annotationOnClassShouldMakeTheBeanTheCallback() {
        Listening.to(OnClass.class).run(context -> {
            assertThat(callback(context, "class").callback()).isSameAs(context.getBean(OnClass.class));
            assertThat(callback(context, "class").payloadType()).isEqualTo(Order.class);
            assertThat(callback(context, "class").options()).isEqualTo(TopicOptions.DEFAULT);
            assertThat(callback(context, "class").source())
                    .contains("topicBeansTests.OnClass", OnClass.class.getName());
        });
    }

    @Test
    void annotationOnBeanMethodShouldTakeThePayloadTypeOfTheMethod() {
        Listening.to(OnMethod.class).run(context -> {
            assertThat(callback(context, "lambda").payloadType()).isEqualTo(Order.class);
            assertThat(callback(context, "generic").payloadType())
                    .isEqualTo(typeOf(new ParameterizedTypeReference<List<Order>>() {}));
            call(context, "lambda", new Order(42));
            assertThat(context.getBean(OnMethod.class).seen).containsExactly(new Order(42), CONTEXT);
        });
    }

    @Test
    void annotationOnBeanMethodShouldNotMakeItAListenerMethod() {
        Listening.to(OnMethod.class).run(context -> {
            assertThat(context.getBean(TopicCallbacks.class).topics()).hasSize(3);
            assertThat(callback(context, "lambda").callback()).isSameAs(context.getBean("lambda"));
        });
    }

    @Test
    void batchCallbacksShouldTakeBatchesOfTheirTypeArgument() {
        Listening.to(OnMethod.class, Batch.class).run(context -> {
            for (String topic : List.of("batches", "batch")) {
                assertThat(callback(context, topic).callback()).isInstanceOf(BatchCallback.class);
                assertThat(callback(context, topic).payloadType()).isEqualTo(Order.class);
                assertThat(callback(context, topic).payloadRequired()).isTrue();
                assertThat(callback(context, topic).options().batch()).isEqualTo(new BatchOptions(10, 1, null));
            }
        });
    }

    @Test
    void batchCallbackWithoutSizeShouldFail() {
        Listening.to(BatchWithoutSize.class).run(context -> assertThat(context)
                .getFailure()
                .hasMessageContaining("@DelayQueueListener on the bean 'topicBeansTests.BatchWithoutSize'")
                .hasMessageEndingWith("batchSize must be set for a BatchCallback and no other, but is null"));
    }

    @Test
    void sizeOfBatchesShouldFailForACallbackOfOneTask() {
        Listening.to(SizeOfOne.class).run(context -> assertThat(context)
                .getFailure()
                .hasMessageContaining("batchSize must be set for a BatchCallback and no other"));
    }

    @Test
    void scheduleOnBeanMethodShouldFail() {
        Listening.to(Scheduled.class).run(context -> assertThat(context)
                .getFailure()
                .hasMessage("@DelayQueueSchedule is on the method " + Scheduled.class.getName()
                        + ".lambda of the bean 'topicBeansTests.Scheduled', which creates a bean:"
                        + " declare a bean of io.delayqueue.TaskSchedule"));
    }

    @Test
    void annotationOnSuperclassShouldCount() {
        Listening.to(OnSuperclass.class)
                .run(context -> assertThat(callback(context, "class").callback())
                        .isSameAs(context.getBean(OnSuperclass.class)));
    }

    @Test
    void optionsShouldBeHandedOver() {
        Listening.to(WithOptions.class).withPropertyValues("limit=PT2M").run(context -> assertThat(
                        callback(context, "options").options())
                .isEqualTo(TopicOptions.builder()
                        .concurrency(3)
                        .ttr(Duration.ofMinutes(2))
                        .maxAttempts(7)
                        .retryPolicy(ExponentialBackoff.fixed(Duration.ofSeconds(5)))
                        .noRetryFor(Set.of(IOException.class))
                        .build()));
    }

    @Test
    void annotationOfTheApplicationShouldCountIfItIsMadeOfOurs() {
        Listening.to(WithOwnAnnotation.class)
                .run(context -> assertThat(callback(context, "own").options().concurrency())
                        .isEqualTo(1));
    }

    @Test
    void rawBeanMethodShouldFailAndBeNamed() {
        Listening.to(RawMethod.class).run(context -> assertThat(context)
                .getFailure()
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("'raw'")
                .hasMessageContaining("payload type"));
    }

    @Test
    void callbackWithoutAnnotationShouldBeNamedAndLeftAlone(CapturedOutput output) {
        Listening.to(WithoutAnnotation.class)
                .run(context -> assertThat(context.getBean(TopicCallbacks.class).topics())
                        .isEmpty());
        assertThat(output.toString().lines())
                .filteredOn(line -> line.contains("TaskCallback is implemented by the bean"
                        + " 'topicBeansTests.WithoutAnnotation' (" + WithoutAnnotation.class.getName()
                        + "), which has no @DelayQueueListener"))
                .singleElement()
                .asString()
                .contains(" WARN ");
        Listening.to(OnClass.class).run(context -> assertThat(output).doesNotContain("topicBeansTests.OnClass"));
    }

    private static Type typeOf(ParameterizedTypeReference<?> reference) {
        return reference.getType();
    }

    @DelayQueueListener(group = "g", topic = "class")
    static class OnClass implements TaskCallback<Order> {
        @Override
        public void call(Order payload, TaskContext context) {}
    }

    static class OnSuperclass extends OnClass {}

    @DelayQueueListener(group = "g", topic = "batch", batchSize = "10")
    static class Batch extends BatchWithoutAnnotation {}

    @DelayQueueListener(group = "g", topic = "batch")
    static class BatchWithoutSize extends BatchWithoutAnnotation {}

    static class BatchWithoutAnnotation implements BatchCallback<Order> {
        @Override
        public void call(List<TaskMessage<Order>> tasks, TaskContext context) {}
    }

    @DelayQueueListener(group = "g", topic = "one", batchSize = "10")
    static class SizeOfOne extends WithoutAnnotation {}

    @Configuration(proxyBeanMethods = false)
    static class Scheduled {
        @Bean
        @DelayQueueListener(group = "g", topic = "lambda")
        @DelayQueueSchedule(cron = "@daily")
        TaskCallback<Order> lambda() {
            return (order, context) -> {};
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OnMethod {

        final List<Object> seen = new ArrayList<>();

        @Bean
        @DelayQueueListener(group = "g", topic = "lambda")
        TaskCallback<Order> lambda() {
            return (order, context) -> seen.addAll(List.of(order, context));
        }

        @Bean
        @DelayQueueListener(group = "g", topic = "batches", batchSize = "10")
        BatchCallback<Order> batches() {
            return (orders, context) -> {};
        }

        @Bean
        @DelayQueueListener(group = "g", topic = "generic")
        TaskCallback<List<Order>> generic() {
            return (orders, context) -> {};
        }
    }

    @DelayQueueListener(
            group = "g",
            topic = "options",
            concurrency = "3",
            ttr = "${limit}",
            maxAttempts = "7",
            backoff = @Backoff(fixedDelay = "5s"),
            noRetryFor = IOException.class)
    static class WithOptions extends WithoutAnnotation {}

    @Retention(RetentionPolicy.RUNTIME)
    @DelayQueueListener(group = "g", topic = "unset", concurrency = "1")
    @interface OneAtATime {
        @AliasFor(annotation = DelayQueueListener.class)
        String topic();
    }

    @OneAtATime(topic = "own")
    static class WithOwnAnnotation extends WithoutAnnotation {}

    @Configuration(proxyBeanMethods = false)
    static class RawMethod {
        @Bean
        @SuppressWarnings("rawtypes")
        @DelayQueueListener(group = "g", topic = "raw")
        TaskCallback raw() {
            return (payload, context) -> {};
        }
    }

    static class WithoutAnnotation implements TaskCallback<Order> {
        @Override
        public void call(Order payload, TaskContext context) {}
    }
}
