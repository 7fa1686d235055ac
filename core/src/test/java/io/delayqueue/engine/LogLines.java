package io.delayqueue.engine;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What a class logs, from INFO upward, until it is closed. */
final class LogLines implements AutoCloseable {

    private final Logger logger;

    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

    private final Level before;

    LogLines(Class<?> source) {
        logger = (Logger) LoggerFactory.getLogger(source);
        before = logger.getLevel();
        appender.list = new CopyOnWriteArrayList<>();
        appender.start();
        logger.setLevel(Level.INFO);
        logger.addAppender(appender);
    }

    /** The lines so far as "LEVEL message", those that contain the text. */
    List<String> with(String text) {
        return appender.list.stream()
                .map(event -> event.getLevel() + " " + event.getFormattedMessage())
                .filter(line -> line.contains(text))
                .toList();
    }

    @Override
    public void close() {
        logger.detachAppender(appender);
        logger.setLevel(before);
    }
}
