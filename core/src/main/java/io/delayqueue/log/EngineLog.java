package io.delayqueue.log;

import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.MDC;

/**
 * Writes the lines that an engine's threads log with {@link Loggers}, on another thread and in their order: no thread of the engine waits for
 * an appender or fails because one does. Lines for which there is no room or no memory, and lines that an appender refuses, are counted, and
 * the next line is preceded by their number.
 */
public final class EngineLog {

    private static final Logger log = Loggers.of(EngineLog.class);

    /** The log of the calling thread; none on threads of the application, which write their own lines. */
    private static final ThreadLocal<@Nullable EngineLog> CURRENT = new ThreadLocal<>();

    private final Executor writer;

    private final AtomicInteger waiting = new AtomicInteger();

    private final AtomicLong lost = new AtomicLong();

    private volatile @Nullable Throwable failure;

    /**
     * Creates it.
     *
     * @param writer writes the lines, one after the other; rejects those for which there is no room
     */
    public EngineLog(Executor writer) {
        this.writer = writer;
    }

    /** {@return the same work, whose lines are written by this} */
    public Runnable of(Runnable work) {
        return () -> {
            EngineLog before = CURRENT.get();
            CURRENT.set(this);
            try {
                work.run();
            } finally {
                CURRENT.set(before);
            }
        };
    }

    /** {@return the log of the calling thread; null if the thread writes its lines itself} */
    static @Nullable EngineLog current() {
        return CURRENT.get();
    }

    /** Whether no line waits to be written. */
    public boolean isWritten() {
        return waiting.get() <= 0;
    }

    /**
     * Has a line written.
     *
     * @throws java.util.concurrent.RejectedExecutionException if there is no room
     */
    void add(Runnable line) {
        waiting.incrementAndGet();
        long before = lost.getAndSet(0);
        try {
            Map<String, String> context = MDC.getCopyOfContextMap();
            writer.execute(() -> write(line, before, context));
        } catch (Throwable e) {
            lost.addAndGet(before);
            waiting.decrementAndGet();
            throw e;
        }
    }

    /** Counts a line that cannot be written. Allocates nothing. */
    void lost(Throwable reason) {
        failure = reason;
        lost.incrementAndGet();
    }

    private void write(Runnable line, long lostBefore, @Nullable Map<String, String> context) {
        long missing = lostBefore;
        try {
            if (missing > 0) {
                log.warn(
                        "{} lines of the engine could not be written here, the last because of this", missing, failure);
                missing = 0;
            }
            if (context != null) {
                MDC.setContextMap(context);
            }
            line.run();
        } catch (Throwable e) {
            lost.addAndGet(missing);
            lost(e);
        } finally {
            waiting.decrementAndGet();
            MDC.clear();
        }
    }
}
