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

    private final AtomicLong nanos = new AtomicLong();

    private final SharedAnswers answers = new SharedAnswers(nanos::get);

    private final AtomicInteger reads = new AtomicInteger();

    private Duration timeOfARead = Duration.ZERO;

    private String ask(String name) {
        return answers.get(List.of(name), SHARED, () -> {
            passes(timeOfARead);
            return name + reads.incrementAndGet();
        });
    }

    private void passes(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Test
    void answerShouldBeSharedForItsTime() {
        assertThat(ask("a")).isEqualTo("a1");
        passes(SHARED.minusNanos(1));
        assertThat(ask("a")).isEqualTo("a1");
        passes(Duration.ofNanos(1));
        assertThat(ask("a")).isEqualTo("a2");
    }

    @Test
    void answerShouldBeKeptTheLongerTheLongerItsReadingHasTaken() {
        timeOfARead = Duration.ofSeconds(1);
        assertThat(ask("a")).isEqualTo("a1");
        passes(timeOfARead.multipliedBy(SharedAnswers.PAUSE_FACTOR).minusNanos(1));
        assertThat(ask("a")).isEqualTo("a1");
        passes(Duration.ofNanos(1));
        timeOfARead = Duration.ofHours(1);
        assertThat(ask("a")).isEqualTo("a2");
        passes(SharedAnswers.MAX_AGE);
        assertThat(ask("a")).isEqualTo("a3");
    }

    @Test
    void changeShouldEndTheSharing() {
        ask("a");
        answers.clear();
        assertThat(ask("a")).isEqualTo("a2");
    }

    @Test
    void failureShouldNotBeKept() {
        assertThatThrownBy(() -> answers.get(List.of("a"), SHARED, () -> {
                    throw new TaskStoreException("refused", null);
                }))
                .hasMessage("refused");
        assertThat(ask("a")).isEqualTo("a1");
    }

    @Test
    void requestDuringAReadShouldWaitForItsEnd() {
        CountDownLatch end = new CountDownLatch(1);
        List<CompletableFuture<String>> all = IntStream.range(0, 3)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> answers.get(List.of("a"), SHARED, () -> {
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
