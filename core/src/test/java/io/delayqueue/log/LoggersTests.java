package io.delayqueue.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.read.ListAppender;
import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.MarkerFactory;
import org.slf4j.event.SubstituteLoggingEvent;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.helpers.SubstituteLogger;

class LoggersTests {

    private final Logger target = (Logger) LoggerFactory.getLogger("hostile.text");

    private final org.slf4j.Logger log = Loggers.of("hostile.text");

    private final ListAppender<ILoggingEvent> events = new ListAppender<>() {
        @Override
        protected void append(ILoggingEvent event) {
            // Of the call that is under way.
            event.getCallerData();
            super.append(event);
        }
    };

    @BeforeEach
    void listen() {
        target.setLevel(Level.DEBUG);
        target.setAdditive(false);
        events.start();
        target.addAppender(events);
    }

    @AfterEach
    void stop() {
        target.detachAppender(events);
        target.setLevel(null);
        target.setAdditive(true);
    }

    private ILoggingEvent event() {
        assertThat(events.list).hasSize(1);
        return events.list.get(0);
    }

    private static Throwable logged(ILoggingEvent event) {
        return ((ThrowableProxy) event.getThrowableProxy()).getThrowable();
    }

    @Test
    void messageAndArgumentsShouldBeEscaped() {
        log.info("a\nb {} {} {} {}", "c\rd", new String[] {"e\u001b"}, null, 7);
        assertThat(event().getFormattedMessage()).isEqualTo("a\\nb c\\rd [e\\u{1b}] null 7");
        assertThat(event().getMessage()).isEqualTo("a\\nb {} {} {} {}");
    }

    @Test
    void bracesInAnArgumentShouldStayBraces() {
        log.info("{} {}", "{}", "b");
        assertThat(event().getFormattedMessage()).isEqualTo("{} b");
    }

    /** Such as slf4j-simple, and whatever logs while a binding still starts. */
    @Test
    void targetThatIsNotLocationAwareShouldBeGivenEveryCall() {
        Queue<SubstituteLoggingEvent> recorded = new ArrayDeque<>();
        org.slf4j.Logger plain = new Loggers.LineLogger(new SubstituteLogger("plain", recorded, false));
        plain.info("no\narguments");
        plain.info(MarkerFactory.getMarker("marked"), "one {}", "a\nb");
        Exception failure = new IllegalStateException("plain");
        plain.warn("it failed", failure);
        assertThat(recorded)
                .extracting(event -> MessageFormatter.arrayFormat(event.getMessage(), event.getArgumentArray())
                        .getMessage())
                .containsExactly("no\\narguments", "marked one a\\nb", "it failed");
        assertThat(recorded)
                .last()
                .extracting(SubstituteLoggingEvent::getThrowable)
                .isSameAs(failure);
    }

    @Test
    void fluentCallsShouldBeEscapedToo() {
        log.atLevel(org.slf4j.event.Level.WARN)
                .setCause(new IllegalStateException("a\nb"))
                .log("c\nd");
        assertThat(event().getLevel()).isEqualTo(Level.WARN);
        assertThat(event().getFormattedMessage()).isEqualTo("c\\nd");
        assertThat(logged(event())).as("stacks are the layout's").hasMessage("a\nb");
    }

    @Test
    void levelsMarkersAndThePlaceInTheCodeShouldBeKept() {
        log.trace("too low");
        log.debug(MarkerFactory.getMarker("m"), "{}", 1);
        assertThat(log.isTraceEnabled()).isFalse();
        assertThat(log.isDebugEnabled()).isTrue();
        assertThat(event().getMarkerList()).containsExactly(MarkerFactory.getMarker("m"));
        assertThat(event().getCallerData()[0].getMethodName())
                .isEqualTo("levelsMarkersAndThePlaceInTheCodeShouldBeKept");
        assertThat(event().getLoggerName()).isEqualTo("hostile.text");
    }

    @Test
    void exceptionThatCannotBeReadShouldBeLeftOut() {
        class Unreadable extends RuntimeException {
            private static final long serialVersionUID = 1L;

            @Override
            public String getMessage() {
                throw new UnsupportedOperationException();
            }
        }
        log.warn("it failed", new IllegalStateException("plain", new Unreadable()));
        assertThat(event().getFormattedMessage()).isEqualTo("it failed");
        assertThat(event().getThrowableProxy()).isNull();
    }

    @Test
    void argumentThatCannotBeWrittenShouldNotFailTheCall() {
        Object argument = new Object() {
            @Override
            public String toString() {
                throw new UnsupportedOperationException();
            }
        };
        log.warn("it is {}", argument);
        assertThat(event().getFormattedMessage()).isEqualTo("it is [FAILED toString()]");
    }
}
