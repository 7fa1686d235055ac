package io.delayqueue.log;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.AbstractLogger;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.spi.LocationAwareLogger;
import org.slf4j.spi.LoggingEventBuilder;

/** Escapes messages, arguments and exceptions on their way to another logger, which a thread of an engine does not call itself. */
final class EscapingLogger extends AbstractLogger {

    private static final long serialVersionUID = 1L;

    private final transient Logger target;

    EscapingLogger(Logger target) {
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
        EngineLog engine = EngineLog.current();
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

    /** Escapes now, because arguments may change, and writes when it is run. */
    private Runnable line(
            Level level,
            @Nullable Marker marker,
            @Nullable String message,
            @Nullable Object @Nullable [] arguments,
            @Nullable Throwable failure) {
        String line = message == null ? null : LogText.line(message);
        Object[] escaped = arguments == null
                ? null
                : Arrays.stream(arguments).map(EscapingLogger::escaped).toArray();
        Throwable cause = failure == null ? null : EscapedFailure.of(failure);
        return () -> write(level, marker, line, escaped, cause);
    }

    private void write(
            Level level,
            @Nullable Marker marker,
            @Nullable String line,
            @Nullable Object @Nullable [] escaped,
            @Nullable Throwable cause) {
        if (target instanceof LocationAwareLogger aware) {
            aware.log(marker, getFullyQualifiedCallerName(), level.toInt(), line, escaped, cause);
        } else {
            LoggingEventBuilder event = target.makeLoggingEventBuilder(level).setCause(cause);
            if (marker != null) {
                event = event.addMarker(marker);
            }
            event.log(line, escaped == null ? new Object[0] : escaped);
        }
    }

    private static @Nullable Object escaped(@Nullable Object argument) {
        if (argument instanceof Throwable failure) {
            return EscapedFailure.of(failure);
        }
        // As SLF4J writes it: elements of arrays, and objects whose toString fails.
        return argument == null
                ? null
                : LogText.line(MessageFormatter.arrayFormat("{}", new Object[] {argument})
                        .getMessage());
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
    public boolean isTraceEnabled(@Nullable Marker marker) {
        return target.isTraceEnabled(marker);
    }

    @Override
    public boolean isDebugEnabled() {
        return target.isDebugEnabled();
    }

    @Override
    public boolean isDebugEnabled(@Nullable Marker marker) {
        return target.isDebugEnabled(marker);
    }

    @Override
    public boolean isInfoEnabled() {
        return target.isInfoEnabled();
    }

    @Override
    public boolean isInfoEnabled(@Nullable Marker marker) {
        return target.isInfoEnabled(marker);
    }

    @Override
    public boolean isWarnEnabled() {
        return target.isWarnEnabled();
    }

    @Override
    public boolean isWarnEnabled(@Nullable Marker marker) {
        return target.isWarnEnabled(marker);
    }

    @Override
    public boolean isErrorEnabled() {
        return target.isErrorEnabled();
    }

    @Override
    public boolean isErrorEnabled(@Nullable Marker marker) {
        return target.isErrorEnabled(marker);
    }
}
