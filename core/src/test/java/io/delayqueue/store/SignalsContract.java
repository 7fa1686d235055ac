package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TopicName;
import io.delayqueue.testing.OwnThread;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How consumers of every store wait for work. */
public abstract class SignalsContract extends BackendFixture {

    private static final Duration LONG = Duration.ofMinutes(1);

    protected SignalsContract(Backend backend) {
        super(backend);
    }

    private List<TopicName> of(String... topics) {
        return Stream.of(topics).map(topic -> new TopicName(group, topic)).toList();
    }

    private @Nullable String topic(@Nullable TopicName signalled) {
        if (signalled == null) {
            return null;
        }
        assertThat(signalled.group()).isEqualTo(group);
        return signalled.topic();
    }

    private @Nullable String now(String... topics) {
        return topic(backend.signals().await(of(topics), "i", Duration.ZERO));
    }

    private CompletableFuture<@Nullable String> waiting(String instance, String... topics) {
        return CompletableFuture.supplyAsync(
                () -> topic(backend.signals().await(of(topics), instance, LONG)), OwnThread::start);
    }

    private void ready(String topicName, String id) {
        store().add(group, List.of(TestTasks.task(topicName, id, 0, true, detail(topicName, id))));
        pushAll();
    }

    @Test
    void aTopicWithReadyTasksHasOneSignal() {
        assertThat(now("t")).isNull();
        ready("t", "a");
        ready("t", "b");
        assertThat(now("u")).isNull();
        assertThat(now("t")).isEqualTo("t");
        assertThat(now("t")).isNull();
    }

    @Test
    void ofSeveralTopicsTheFirstInTheListIsServed() {
        ready("u", "a");
        ready("t", "b");
        assertThat(now("v", "t", "u")).isEqualTo("t");
        assertThat(now("v", "t", "u")).isEqualTo("u");
        assertThat(now("v", "t", "u")).isNull();
    }

    @Test
    void aWaitEndsWithTheSignalAndOneWaitOnly() throws Exception {
        CompletableFuture<@Nullable String> one = waiting("i", "t", "u");
        CompletableFuture<@Nullable String> other = waiting("j", "t");
        ready("t", "a");
        assertThat(CompletableFuture.anyOf(one, other).get(10, TimeUnit.SECONDS))
                .isEqualTo("t");
        backend.signals().interruptWait(group, "i");
        backend.signals().interruptWait(group, "j");
        assertThat(List.of(
                        String.valueOf(one.get(10, TimeUnit.SECONDS)), String.valueOf(other.get(10, TimeUnit.SECONDS))))
                .containsExactlyInAnyOrder("t", "null");
    }

    @Test
    void aWaitEndsByItself() {
        assertThat(waiting("i", "t")).succeedsWithin(Duration.ofSeconds(30)).isNull();
    }

    @Test
    void interruptedWaitShouldEndForItsInstanceOnly() throws Exception {
        ready("t", "a");
        backend.signals().interruptWait(group, "i");
        backend.signals().interruptWait(group, "i");
        assertThat(waiting("i", "t").get(10, TimeUnit.SECONDS))
                .as("the next wait")
                .isNull();
        assertThat(now("t")).as("the one behind it").isEqualTo("t");
        CompletableFuture<@Nullable String> other = waiting("j", "t");
        backend.signals().interruptWait(group, "i");
        ready("t", "b");
        assertThat(other.get(10, TimeUnit.SECONDS)).as("another's").isEqualTo("t");
    }

    @Test
    void aReserveThatLeavesTasksLeavesTheSignal() {
        ready("t", "a");
        ready("t", "b");
        ready("t", "c");
        assertThat(now("t")).isEqualTo("t");
        reserve(1);
        assertThat(now("t")).isEqualTo("t");
        reserve(1);
        reserve(1);
        assertThat(now("t")).isNull();
    }

    @Test
    void whatIsGivenBackIsSignalled() {
        Delivery delivery = reserved("a");
        assertThat(now("t")).isNull();
        acknowledge(new Outcome.Released(delivery, false));
        assertThat(now("t")).isEqualTo("t");
        store().reclaim(topic, "i", 0, List.of());
        reserve(1);
        store().reclaim(topic, "i", 0, List.of());
        assertThat(now("t")).isEqualTo("t");
        acknowledge(new Outcome.Dead(reserve(1).get(0).delivery(), "{}"));
        deadLetters().requeue(group, List.of("a"));
        assertThat(now("t")).isEqualTo("t");
    }

    @Test
    void aPushLeavesASignalThatIsMissing() {
        ready("t", "a");
        assertThat(now("t")).isEqualTo("t");
        store().push(group, "i", List.of("u"), ExpectedTime.NONE);
        assertThat(now("t")).isNull();
        store().push(group, "i", List.of("t"), ExpectedTime.NONE);
        assertThat(now("t")).isEqualTo("t");
    }

    @Test
    void aPausedTopicIsSignalledWhenItGoesOn() {
        topics().pause(topic);
        ready("t", "a");
        store().push(group, "i", List.of("t"), ExpectedTime.NONE);
        assertThat(now("t")).isNull();
        topics().resume(topic);
        assertThat(now("t")).isEqualTo("t");
        topics().resume(new TopicName(group, "u"));
        assertThat(now("u")).isNull();
    }
}
