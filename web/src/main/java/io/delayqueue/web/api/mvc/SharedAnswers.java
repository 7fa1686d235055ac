package io.delayqueue.web.api.mvc;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Shares answers that cost several calls of the store. An answer is kept the longer, the longer its reading has taken, so that the cost is
 * bounded however many viewers repeat their requests. Actions on a task clear the answers, so that a page shows the result of its own.
 * Thread-safe.
 */
public final class SharedAnswers {

    /** Maximum number of answers that are kept: requests can bring any names. */
    static final int MAX_ANSWERS = 100;

    /** Maximum age of an answer. */
    static final Duration MAX_AGE = Duration.ofMinutes(1);

    /** Least age of an answer that is read again, as a multiple of the time that its reading has taken. */
    static final int PAUSE_FACTOR = 10;

    private final LongSupplier clock;

    /** Answers, the longest unused first. */
    private final Map<List<?>, Answer<?>> answers = new LinkedHashMap<>(16, 0.75f, true) {

        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<List<?>, Answer<?>> eldest) {
            return size() > MAX_ANSWERS;
        }
    };

    /** Creates it empty. */
    public SharedAnswers() {
        this(System::nanoTime);
    }

    SharedAnswers(LongSupplier clock) {
        this.clock = clock;
    }

    /** Answer that is read by the first who asks, and awaited by others. */
    private final class Answer<V> extends FutureTask<V> {

        private final Duration shared;

        private final long begun = clock.getAsLong();

        /** Time until which the answer is kept; a failure is not kept. */
        private volatile long keptUntil = begun;

        Answer(Supplier<V> read, Duration shared) {
            super(read::get);
            this.shared = shared;
        }

        @Override
        protected void set(V value) {
            long now = clock.getAsLong();
            long kept = Math.max(shared.toNanos(), PAUSE_FACTOR * (now - begun));
            keptUntil = now + Math.min(MAX_AGE.toNanos(), kept);
            super.set(value);
        }

        boolean isOver() {
            return isDone() && clock.getAsLong() - keptUntil >= 0;
        }
    }

    /**
     * Returns the answer to a question, which is read if it is not known or too old. Requests that come during a read wait for its end, and
     * get its failure too; a failure is not kept.
     *
     * @param <V> the type of the answer, always the same for the name of the question
     * @param question the name of the question, the queue, and all parameters
     * @param shared the least age at which the answer is read again, at most a minute
     * @param read makes the calls of the store
     * @return the answer
     */
    @SuppressWarnings("unchecked")
    public <V> V get(List<?> question, Duration shared, Supplier<V> read) {
        Answer<V> mine = new Answer<>(read, shared);
        Answer<?> current;
        synchronized (answers) {
            current = answers.get(question);
            if (current == null || current.isOver()) {
                answers.put(question, mine);
                current = mine;
            }
        }
        if (current == mine) {
            mine.run();
        }
        return (V) value(current);
    }

    private static <V> V value(FutureTask<V> answer) {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException known ? known : new CompletionException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CompletionException(e);
        }
    }

    /** Forgets all answers after a change of what they contain. */
    public void clear() {
        synchronized (answers) {
            answers.clear();
        }
    }
}
