package io.delayqueue.web.api.mvc;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Shares answers that cost several calls of the store. The first request for something reads it at once. However many pages repeat their
 * requests, refreshing all answers costs one call a second on average: with those of the samples, five. Actions on a task clear the
 * answers, so that a page shows the result of its own. Thread-safe.
 */
public final class SharedAnswers {

    /** Maximum number of answers that are kept: requests can bring any names. */
    static final int MAX_ANSWERS = 100;

    /** Maximum age of an answer. */
    static final Duration MAX_AGE = Duration.ofMinutes(1);

    /** Time for each call that a read has made, before an answer is refreshed. */
    static final Duration TIME_OF_A_CALL = Duration.ofSeconds(1);

    private final Ticker ticker;

    private final AsyncCache<Object, Answer> answers;

    private long refreshNotBefore;

    /** No record, because those of this package are written as JSON. */
    private static final class Answer {

        private @Nullable Object value;

        private @Nullable Throwable failure;

        private long readAt;
    }

    /** Creates it empty. */
    public SharedAnswers() {
        this(Ticker.systemTicker());
    }

    SharedAnswers(Ticker ticker) {
        this.ticker = ticker;
        this.refreshNotBefore = ticker.read();
        this.answers = Caffeine.newBuilder()
                .executor(Runnable::run)
                .ticker(ticker)
                .maximumSize(MAX_ANSWERS)
                .expireAfterWrite(MAX_AGE)
                .buildAsync();
    }

    /**
     * Returns the answer to a question, which is read if it is not known, or is old and a refresh is allowed. Requests that come during a
     * read wait for its end, and get its failure too; a failure is not kept.
     *
     * @param <V> the type of the answer, always the same for the name of the question
     * @param question the name of the question, the queue, and all parameters
     * @param shared the age from which on the answer is old
     * @param read makes the calls of the store, and reports their number
     * @return the answer
     */
    public <V> V get(List<?> question, Duration shared, Function<IntConsumer, V> read) {
        CompletableFuture<Answer> mine = new CompletableFuture<>();
        Answer answer = new Answer();
        CompletableFuture<Answer> current = answers.asMap()
                .compute(question, (same, known) -> known == null || isToRefresh(known, shared) ? mine : known);
        return current == mine ? read(mine, answer, read) : value(current.join());
    }

    private boolean isToRefresh(CompletableFuture<Answer> known, Duration shared) {
        if (!known.isDone()) {
            return false;
        }
        Answer last = known.join();
        return last.failure != null || ticker.read() - last.readAt >= shared.toNanos() && mayRefresh();
    }

    private synchronized boolean mayRefresh() {
        return ticker.read() - refreshNotBefore >= 0;
    }

    private synchronized void made(int calls) {
        long now = ticker.read();
        long later = Math.max(0, refreshNotBefore - now) + calls * TIME_OF_A_CALL.toNanos();
        refreshNotBefore = now + Math.min(MAX_AGE.toNanos(), later);
    }

    /** Completes the future with an object that is there, even by a failure: those that wait must not depend on free memory. */
    private <V> V read(CompletableFuture<Answer> future, Answer answer, Function<IntConsumer, V> read) {
        try {
            AtomicInteger calls = new AtomicInteger();
            try {
                V value = read.apply(calls::addAndGet);
                answer.readAt = ticker.read();
                answer.value = value;
                return value;
            } finally {
                made(calls.get());
            }
        } catch (Throwable e) {
            answer.failure = e;
            throw e;
        } finally {
            future.complete(answer);
        }
    }

    @SuppressWarnings("unchecked")
    private static <V> V value(Answer answer) {
        Throwable failure = answer.failure;
        if (failure != null) {
            throw failure instanceof RuntimeException known ? known : new CompletionException(failure);
        }
        return (V) answer.value;
    }

    /** Forgets all answers after a change of what they contain. */
    public void clear() {
        answers.synchronous().invalidateAll();
    }
}
