package io.delayqueue.web.api.mvc;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * Shares answers that cost many calls of the store: requests for the same, however many, cost one read in a while. Actions on a task
 * clear them, so that a page shows the result of its own. Thread-safe.
 */
public final class SharedAnswers {

    /** Maximum number of answers that are kept: requests can bring any names. */
    static final int MAX_ANSWERS = 100;

    private final AsyncCache<Object, Answer> answers;

    /** No record, because those of this package are written as JSON. */
    private static final class Answer {

        private final Object value;

        private final Duration shared;

        Answer(Object value, Duration shared) {
            this.value = value;
            this.shared = shared;
        }
    }

    /** Creates it empty. */
    public SharedAnswers() {
        this(Ticker.systemTicker());
    }

    SharedAnswers(Ticker ticker) {
        answers = Caffeine.newBuilder()
                .executor(Runnable::run)
                .ticker(ticker)
                .maximumSize(MAX_ANSWERS)
                .expireAfter(Expiry.creating((Object question, Answer answer) -> answer.shared))
                .buildAsync();
    }

    /**
     * Returns the answer to a question, which is read unless it is shared. Requests that come during a read wait for its end, and get its
     * failure too; a failure is not kept.
     *
     * @param <V> the type of the answer, always the same for the name of the question
     * @param question the name of the question, the queue, and all parameters
     * @param shared how long the answer is shared after the read
     * @param read makes the calls of the store
     * @return the answer
     */
    @SuppressWarnings("unchecked")
    public <V> V get(List<?> question, Duration shared, Supplier<V> read) {
        CompletableFuture<Answer> mine = new CompletableFuture<>();
        CompletableFuture<Answer> known = answers.asMap().putIfAbsent(question, mine);
        if (known == null) {
            return read(mine, shared, read);
        }
        try {
            return (V) known.join().value;
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : e;
        }
    }

    private static <V> V read(CompletableFuture<Answer> answer, Duration shared, Supplier<V> read) {
        try {
            V value = read.get();
            answer.complete(new Answer(value, shared));
            return value;
        } catch (Throwable e) {
            answer.completeExceptionally(e);
            throw e;
        }
    }

    /** Forgets all answers after a change of what they contain. */
    public void clear() {
        answers.synchronous().invalidateAll();
    }
}
