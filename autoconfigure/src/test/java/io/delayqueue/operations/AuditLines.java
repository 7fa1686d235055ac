package io.delayqueue.operations;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** Lines of the audit log. Create it after the application has started and set up logging. */
final class AuditLines extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private final Logger logger = (Logger) LoggerFactory.getLogger("io.delayqueue.audit");

    private final List<String> lines = new CopyOnWriteArrayList<>();

    AuditLines() {
        start();
        logger.setLevel(Level.INFO);
        logger.addAppender(this);
    }

    @Override
    protected void append(ILoggingEvent event) {
        lines.add(event.getFormattedMessage());
    }

    List<String> all() {
        return lines;
    }

    @Override
    public void close() {
        logger.detachAppender(this);
        logger.setLevel(null);
    }
}
