package io.delayqueue.callback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.delayqueue.TopicName;
import org.junit.jupiter.api.Test;

class TopicCallbacksTests {

    private static final TopicName TOPIC = new TopicName("g", "t");

    private final TopicCallbacks callbacks = new TopicCallbacks();

    private static TopicCallback callback(String source) {
        return new TopicCallback(TOPIC, String.class, (payload, context) -> {}, TopicOptions.DEFAULT, source);
    }

    @Test
    void addOfASecondCallbackShouldNameTopicAndBothAndKeepTheFirst() {
        TopicCallback first = callback("mine");
        callbacks.add(first);
        assertThatExceptionOfType(DuplicateCallbackException.class)
                .isThrownBy(() -> callbacks.add(callback("yours")))
                .satisfies(failure -> {
                    assertThat(failure.topic()).isEqualTo(TOPIC);
                    assertThat(failure.firstSource()).isEqualTo("mine");
                    assertThat(failure.secondSource()).isEqualTo("yours");
                });
        assertThat(callbacks.get(TOPIC)).isSameAs(first);
    }
}
