package io.delayqueue.scenario;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/** Does something with each line of a logger and those below it, on the thread that writes it, until this is closed: also throw or block. */
public final class HookedLog extends UnsynchronizedAppenderBase<ILoggingEvent> implements AutoCloseable {

    private final Logger logger;

    private final Consumer<ILoggingEvent> hook;

    public HookedLog(String name, Consumer<ILoggingEvent> hook) {
        this.logger = (Logger) LoggerFactory.getLogger(name);
        this.hook = hook;
        start();
        logger.addAppender(this);
    }

    /** Unlike those of Logback, which report what an appender throws themselves. */
    @Override
    public void doAppend(ILoggingEvent event) {
        append(event);
    }

    @Override
    protected void append(ILoggingEvent event) {
        hook.accept(event);
    }

    @Override
    public void close() {
        logger.detachAppender(this);
    }
}
