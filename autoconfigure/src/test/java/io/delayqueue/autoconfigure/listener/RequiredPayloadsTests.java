package io.delayqueue.autoconfigure.listener;

import static io.delayqueue.autoconfigure.listener.Listening.callback;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.annotation.DelayQueueListener;
import org.jspecify.annotations.NonNull;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;

/** Callbacks that require a payload, by the kind of their parameter. */
class RequiredPayloadsTests {

    record Order(long number) {}

    @NullUnmarked
    static class Methods {

        @DelayQueueListener(group = "g", topic = "record")
        void ofRecord(Order order) {}

        @DelayQueueListener(group = "g", topic = "nullable-record")
        void ofNullableRecord(@Nullable Order order) {}

        @DelayQueueListener(group = "g", topic = "primitive")
        void ofPrimitive(long number) {}

        @DelayQueueListener(group = "g", topic = "boxed")
        void ofBoxed(Long number) {}

        @DelayQueueListener(group = "g", topic = "text")
        void ofText(String text) {}

        @DelayQueueListener(group = "g", topic = "non-null-text")
        void ofNonNullText(@NonNull String text) {}

        @DelayQueueListener(group = "g", topic = "none")
        void none(TaskContext context) {}
    }

    @NullMarked
    static class Marked {

        @DelayQueueListener(group = "g", topic = "marked-text")
        void ofText(String text) {}

        @DelayQueueListener(group = "g", topic = "marked-nullable-text")
        void ofNullableText(@Nullable String text) {}

        @DelayQueueListener(group = "g", topic = "marked-none")
        void none() {}
    }

    @DelayQueueListener(group = "g", topic = "record-callback")
    @NullUnmarked
    static class RecordCallback implements TaskCallback<Order> {

        @Override
        public void call(Order order, TaskContext context) {}
    }

    @DelayQueueListener(group = "g", topic = "nullable-record-callback")
    static class NullableRecordCallback implements TaskCallback<@Nullable Order> {

        @Override
        public void call(@Nullable Order order, TaskContext context) {}
    }

    @DelayQueueListener(group = "g", topic = "text-callback")
    @NullUnmarked
    static class TextCallback implements TaskCallback<String> {

        @Override
        public void call(String text, TaskContext context) {}
    }

    static class Lambdas {

        @Bean
        @DelayQueueListener(group = "g", topic = "lambda")
        TaskCallback<Order> lambda() {
            return (order, context) -> {};
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"record", "primitive", "non-null-text", "marked-text", "record-callback", "lambda"})
    void payloadThatCannotBeNullShouldBeRequired(String topic) {
        assertThat(isRequired(topic)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nullable-record",
                "boxed",
                "text",
                "none",
                "marked-nullable-text",
                "marked-none",
                "nullable-record-callback",
                "text-callback"
            })
    void payloadThatCanBeNullShouldNotBeRequired(String topic) {
        assertThat(isRequired(topic)).isFalse();
    }

    @Test
    void typesOfKotlinShouldSayWhetherAPayloadIsRequired() {
        Listening.to(KotlinEvents.class, SuspendingListeners.class, FlowListener.class)
                .run(context -> {
                    assertThat(callback(context, "suspends").payloadRequired()).isTrue();
                    assertThat(callback(context, "fails").payloadRequired()).isFalse();
                    assertThat(callback(context, "nothing").payloadRequired()).isFalse();
                    assertThat(callback(context, "flow").payloadRequired()).isTrue();
                });
    }

    private static boolean isRequired(String topic) {
        boolean[] required = new boolean[1];
        Listening.to(
                        Methods.class,
                        Marked.class,
                        RecordCallback.class,
                        NullableRecordCallback.class,
                        TextCallback.class,
                        Lambdas.class)
                .run(context -> required[0] = callback(context, topic).payloadRequired());
        return required[0];
    }
}
