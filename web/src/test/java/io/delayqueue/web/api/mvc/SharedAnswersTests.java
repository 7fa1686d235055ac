package io.delayqueue.web.api.mvc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.delayqueue.TaskStoreException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SharedAnswersTests {

    private static final Duration SHARED = Duration.ofSeconds(1);

    private static final int CALLS = 3;

    private final AtomicLong nanos = new AtomicLong();

    private final SharedAnswers answers = new SharedAnswers(nanos::get);

    private final AtomicInteger reads = new AtomicInteger();

    private String ask(String name) {
        return ask(name, CALLS);
    }

    private String ask(String name, int number) {
        return answers.get(List.of(name), SHARED, calls -> {
            calls.accept(number);
            return name + reads.incrementAndGet();
        });
    }

    private void passes(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Test
    void answerShouldBeSharedForItsTime() {
        assertThat(ask("a", 0)).isEqualTo("a1");
        passes(SHARED.minusNanos(1));
        assertThat(ask("a", 0)).isEqualTo("a1");
        passes(Duration.ofNanos(1));
        assertThat(ask("a", 0)).isEqualTo("a2");
    }

    @Test
    void refreshesShouldCostOneCallASecond() {
        assertThat(ask("a")).isEqualTo("a1");
        passes(SharedAnswers.TIME_OF_A_CALL.multipliedBy(CALLS).minusNanos(1));
        assertThat(ask("a")).isEqualTo("a1");
        passes(Duration.ofNanos(1));
        assertThat(ask("a")).isEqualTo("a2");
    }

    @Test
    void allAnswersShouldHaveTheirRefreshesInCommon() {
        assertThat(ask("a")).isEqualTo("a1");
        assertThat(ask("b")).as("the first request is not delayed").isEqualTo("b2");
        passes(SharedAnswers.TIME_OF_A_CALL.multipliedBy(2 * CALLS).minusNanos(1));
        assertThat(ask("a")).isEqualTo("a1");
        passes(Duration.ofNanos(1));
        assertThat(ask("a")).isEqualTo("a3");
        assertThat(ask("b")).isEqualTo("b2");
        for (int second = 0; second < 60; second++) {
            passes(SharedAnswers.TIME_OF_A_CALL);
            ask("a");
            ask("b");
        }
        assertThat(reads)
                .as("a minute later, with one read of an answer that was too old")
                .hasValue(3 + 60 / CALLS);
    }

    @Test
    void answerShouldBeReadAgainAfterItsMaximumAge() {
        IntStream.range(0, 50).forEach(i -> ask("q" + i));
        passes(SharedAnswers.MAX_AGE.minusNanos(1));
        assertThat(ask("q0")).isEqualTo("q01");
        passes(Duration.ofNanos(1));
        assertThat(ask("q0")).isEqualTo("q051");
    }

    @Test
    void changeShouldEndTheSharing() {
        ask("a");
        answers.clear();
        assertThat(ask("a")).isEqualTo("a2");
    }

    @Test
    void failureShouldNotBeKept() {
        assertThatThrownBy(() -> answers.get(List.of("a"), SHARED, calls -> {
                    throw new TaskStoreException("refused", null);
                }))
                .hasMessage("refused");
        assertThat(ask("a")).isEqualTo("a1");
    }

    @Test
    void requestDuringAReadShouldWaitForItsEnd() {
        CountDownLatch end = new CountDownLatch(1);
        List<CompletableFuture<String>> all = IntStream.range(0, 3)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> answers.get(List.of("a"), SHARED, calls -> {
                    reads.incrementAndGet();
                    await().until(() -> end.getCount() == 0);
                    return "a";
                })))
                .toList();
        await().until(() -> reads.get() == 1);
        end.countDown();
        assertThat(all).allSatisfy(answer -> assertThat(answer.join()).isEqualTo("a"));
        assertThat(reads).hasValue(1);
    }

    @Test
    void answersShouldBeBounded() {
        IntStream.range(0, 2 * SharedAnswers.MAX_ANSWERS).forEach(i -> ask("q" + i));
        int before = reads.get();
        IntStream.range(0, 2 * SharedAnswers.MAX_ANSWERS).forEach(i -> ask("q" + i));
        assertThat(reads.get() - before).isGreaterThanOrEqualTo(SharedAnswers.MAX_ANSWERS);
    }
}
