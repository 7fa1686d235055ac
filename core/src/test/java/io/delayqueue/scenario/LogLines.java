package io.delayqueue.scenario;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** Log lines of a class until this is closed, from INFO upward unless another level is given. */
public final class LogLines implements AutoCloseable {

    private final Logger logger;

    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

    private final Level before;

    public LogLines(Class<?> source) {
        this(source.getName(), Level.INFO);
    }

    private LogLines(String source, Level from) {
        logger = (Logger) LoggerFactory.getLogger(source);
        before = logger.getLevel();
        appender.list = new CopyOnWriteArrayList<>();
        appender.start();
        logger.setLevel(from);
        logger.addAppender(appender);
    }

    /** Log lines of all classes of a package, from a level upward. */
    public static LogLines of(String parent, Level from) {
        LogLines lines = new LogLines(parent, from);
        lines.logger.setAdditive(false);
        return lines;
    }

    /** The lines so far as "LEVEL message", those that contain the text. */
    public List<String> with(String text) {
        return appender.list.stream()
                .map(event -> event.getLevel() + " " + event.getFormattedMessage())
                .filter(line -> line.contains(text))
                .toList();
    }

    /** The stack traces of the lines so far that contain the text. */
    public List<String> stacks(String text) {
        return appender.list.stream()
                .filter(event -> event.getFormattedMessage().contains(text) && event.getThrowableProxy() != null)
                .map(event -> ThrowableProxyUtil.asString(event.getThrowableProxy()))
                .toList();
    }

    @Override
    public void close() {
        logger.detachAppender(appender);
        logger.setLevel(before);
        logger.setAdditive(true);
    }
}
