package io.delayqueue.log;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.AbstractLogger;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.spi.CallerBoundaryAware;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Creates the library's loggers. Their messages pass {@link LogText#line}, so that text from outside stays within the line; stacks are
 * written by the layout. On threads of an engine the loggers neither block nor throw: see {@link EngineLog}.
 */
public final class Loggers {

    private Loggers() {}

    /** {@return the logger of a class} */
    public static Logger of(Class<?> owner) {
        return of(owner.getName());
    }

    /** {@return the logger of a name} */
    public static Logger of(String name) {
        return new LineLogger(LoggerFactory.getLogger(name));
    }

    /** Passes lines on to another logger. */
    static final class LineLogger extends LegacyAbstractLogger {

        private static final long serialVersionUID = 1L;

        private final transient Logger target;

        LineLogger(Logger target) {
            this.name = target.getName();
            this.target = target;
        }

        @Override
        protected void handleNormalizedLoggingCall(
                Level level,
                @Nullable Marker marker,
                @Nullable String message,
                @Nullable Object @Nullable [] arguments,
                @Nullable Throwable failure) {
            EngineLog engine = EngineLog.CURRENT.get();
            if (engine == null) {
                line(level, marker, message, arguments, failure).run();
                return;
            }
            try {
                engine.add(line(level, marker, message, arguments, failure));
            } catch (Throwable e) {
                engine.lost(e);
            }
        }

        /** Reads the arguments now, because they may change, and writes when it is run. */
        private Runnable line(
                Level level,
                @Nullable Marker marker,
                @Nullable String message,
                @Nullable Object @Nullable [] arguments,
                @Nullable Throwable failure) {
            String line = message == null ? null : LogText.line(message);
            Object[] texts = arguments == null
                    ? new Object[0]
                    : Arrays.stream(arguments).map(LineLogger::text).toArray();
            Consumer<@Nullable Throwable> writer = cause -> {
                LoggingEventBuilder event =
                        target.makeLoggingEventBuilder(level).setCause(cause);
                if (event instanceof CallerBoundaryAware aware) {
                    aware.setCallerBoundary(getFullyQualifiedCallerName());
                }
                (marker == null ? event : event.addMarker(marker)).log(line, texts);
            };
            return () -> {
                try {
                    writer.accept(failure);
                } catch (RuntimeException e) {
                    // The methods of an application's exception can fail too.
                    if (failure == null) {
                        throw e;
                    }
                    writer.accept(null);
                }
            };
        }

        /** As SLF4J writes it: elements of arrays, and objects whose toString fails. */
        private static @Nullable Object text(@Nullable Object argument) {
            return argument == null
                    ? null
                    : LogText.line(MessageFormatter.format("{}", argument).getMessage());
        }

        /** The class behind whose frames appenders find the line that logs. */
        @Override
        protected String getFullyQualifiedCallerName() {
            return AbstractLogger.class.getName();
        }

        @Override
        public boolean isTraceEnabled() {
            return target.isTraceEnabled();
        }

        @Override
        public boolean isDebugEnabled() {
            return target.isDebugEnabled();
        }

        @Override
        public boolean isInfoEnabled() {
            return target.isInfoEnabled();
        }

        @Override
        public boolean isWarnEnabled() {
            return target.isWarnEnabled();
        }

        @Override
        public boolean isErrorEnabled() {
            return target.isErrorEnabled();
        }
    }

    /**
     * Writes the lines that an engine's threads log with these loggers, on another thread and in their order: no thread of the engine waits for
     * an appender or fails because one does. Lines for which there is no room or no memory, and lines that an appender refuses, are counted, and
     * the next line is preceded by their number.
     */
    public static final class EngineLog {

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

        /** Whether no line waits to be written. */
        public boolean isWritten() {
            return waiting.get() <= 0;
        }

        /**
         * Has a line written.
         *
         * @throws java.util.concurrent.RejectedExecutionException if there is no room
         */
        private void add(Runnable line) {
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
        private void lost(Throwable reason) {
            failure = reason;
            lost.incrementAndGet();
        }

        private void write(Runnable line, long lostBefore, @Nullable Map<String, String> context) {
            long missing = lostBefore;
            try {
                if (missing > 0) {
                    log.warn(
                            "{} lines of the engine could not be written here, the last because of this",
                            missing,
                            failure);
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
}
