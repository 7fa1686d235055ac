package io.delayqueue.autoconfigure.listener;

import static io.delayqueue.autoconfigure.listener.Listening.callback;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.annotation.History;
import io.delayqueue.history.HistoryRule;
import io.delayqueue.history.RecordedOutcome;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Histories from annotations. */
class ListenerHistoriesTests {

    private static final HistoryRule WEEK = HistoryRule.of(Duration.ofDays(7), 64 << 20);

    @Test
    void historiesOfTopicsShouldBeHandedOver() {
        Listening.to(Listener.class, Topic.class).withPropertyValues("age=1h").run(context -> {
            assertThat(callback(context, "cancel").options().history()).isEqualTo(WEEK);
            assertThat(callback(context, "remind").options().history())
                    .isEqualTo(HistoryRule.of(Duration.ofHours(1), 2 << 20)
                            .payload(true)
                            .outcomes(RecordedOutcome.DEAD, RecordedOutcome.FAILED));
            assertThat(callback(context, "notify").options().history()).isNull();
            assertThat(callback(context, "refund").options().history()).isEqualTo(WEEK.result(true));
        });
    }

    static Stream<Arguments> wrong() {
        return Stream.of(
                Arguments.of(NoAge.class, "history maxAge must be set"),
                Arguments.of(NoSize.class, "history maxSize must be set"),
                Arguments.of(Payload.class, "history maxAge must be set"),
                Arguments.of(NoDuration.class, "history.maxAge must be a duration such as 30s or PT5M, but is 'week'"),
                Arguments.of(NoDataSize.class, "history.maxSize must be a size such as 64MB, but is '64 MiB'"),
                Arguments.of(
                        Unit.class,
                        "history.maxAge must be at least 1 second, but is '7' without a unit, which is milliseconds:"
                                + " write 7s for seconds"),
                Arguments.of(Small.class, "history maxSize must be at least 2 MB (2,097,152 bytes), but is 64"));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void wrongHistoryShouldFailWithTheAttribute(Class<?> listener, String reason) {
        Listening.to(listener).run(context -> assertThat(context)
                .getFailure()
                .isInstanceOf(InvalidListenerException.class)
                .hasMessageStartingWith("@DelayQueueListener on the ")
                .hasMessageEndingWith(" is wrong: " + reason));
    }

    static class Listener {

        @DelayQueueListener(group = "g", topic = "cancel", history = @History(maxAge = "7d", maxSize = "64MB"))
        void cancel() {}

        @DelayQueueListener(
                group = "g",
                topic = "remind",
                history =
                        @History(
                                maxAge = "${age}",
                                maxSize = "#{2 * 1024}KB",
                                payload = true,
                                outcomes = {RecordedOutcome.DEAD, RecordedOutcome.FAILED}))
        void remind() {}

        @DelayQueueListener(group = "g", topic = "notify")
        void inform() {}
    }

    @DelayQueueListener(
            group = "g",
            topic = "refund",
            history = @History(maxAge = "7d", maxSize = "64MB", result = true))
    static class Topic implements TaskCallback<String> {

        @Override
        public void call(String payload, TaskContext context) {}
    }

    static class NoAge {
        @DelayQueueListener(group = "g", topic = "t", history = @History(maxSize = "64MB"))
        void call() {}
    }

    static class NoSize {
        @DelayQueueListener(group = "g", topic = "t", history = @History(maxAge = "7d"))
        void call() {}
    }

    static class Payload {
        @DelayQueueListener(group = "g", topic = "t", history = @History(payload = true))
        void call() {}
    }

    static class NoDuration {
        @DelayQueueListener(group = "g", topic = "t", history = @History(maxAge = "week", maxSize = "64MB"))
        void call() {}
    }

    static class NoDataSize {
        @DelayQueueListener(group = "g", topic = "t", history = @History(maxAge = "7d", maxSize = "64 MiB"))
        void call() {}
    }

    static class Unit {
        @DelayQueueListener(group = "g", topic = "t", history = @History(maxAge = "7", maxSize = "64MB"))
        void call() {}
    }

    static class Small {
        @DelayQueueListener(group = "g", topic = "t", history = @History(maxAge = "7d", maxSize = "64"))
        void call() {}
    }
}
