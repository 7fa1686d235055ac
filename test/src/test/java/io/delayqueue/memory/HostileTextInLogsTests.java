package io.delayqueue.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import io.delayqueue.DeadLetterListener;
import io.delayqueue.ExponentialBackoff;
import io.delayqueue.RetryPolicy;
import io.delayqueue.Task;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskInterceptor;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.monitor.EngineObserver;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Payloads, messages and descriptions with line breaks, forged log lines and control sequences of terminals. */
class HostileTextInLogsTests {

    private static final String HOSTILE =
            "a\nFORGED ERROR root logged in\r\nFORGED\u001b[2J\u0085\u2028\u2029\u202e\u0007\u007f{}";

    private static final String ESCAPED = "a\\nFORGED ERROR root logged in\\r\\nFORGED\\u{1b}[2J\\u{85}\\u{2028}"
            + "\\u{2029}\\u{202e}\\u{7}\\u{7f}{}";

    private static final String LINE = "\\+[A-Z]+ io\\.delayqueue\\..*";

    private static final TopicName TOPIC = new TopicName("g", "t");

    private final InMemoryBackend backend = new InMemoryBackend(Clock.systemUTC());

    private final Logger logger = (Logger) LoggerFactory.getLogger("io.delayqueue");

    private final OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>();

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @BeforeEach
    void listen() {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext((LoggerContext) LoggerFactory.getILoggerFactory());
        encoder.setCharset(StandardCharsets.UTF_8);
        encoder.setPattern("+%level %logger %msg%n%nopex");
        encoder.start();
        appender.setContext(encoder.getContext());
        appender.setEncoder(encoder);
        appender.setOutputStream(bytes);
        appender.start();
        logger.setLevel(Level.TRACE);
        logger.setAdditive(false);
        logger.addAppender(appender);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(appender);
        logger.setAdditive(true);
        logger.setLevel(null);
        appender.stop();
    }

    private String log() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void payloadThatDoesNotFitShouldStayInItsLine() {
        run(Integer.class, (payload, context) -> {}, builder -> {}, "WARN io.delayqueue.internal.drive.TaskEventLog");
    }

    @Test
    void messagesOfACallbackAndOfItsCausesShouldStayInTheirLines() {
        run(
                String.class,
                HostileTextInLogsTests::fail,
                builder -> {},
                "WARN io.delayqueue.internal.drive.TaskEventLog");
        assertThat(log()).contains("INFO io.delayqueue.internal.drive.TaskEventLog");
    }

    @Test
    void messagesOfAnInterceptorShouldStayInTheirLines() {
        TaskInterceptor interceptor = invocation -> fail(null, null);
        run(
                String.class,
                (payload, context) -> {},
                builder -> builder.extend(extensions -> extensions.addInterceptor(interceptor)),
                "DEBUG io.delayqueue");
    }

    @Test
    void messagesOfADeadLetterListenerShouldStayInTheirLines() {
        DeadLetterListener listener = letter -> fail(null, null);
        run(
                Integer.class,
                (payload, context) -> {},
                builder -> builder.extend(extensions -> extensions.addDeadLetterListener(listener)),
                "ERROR io.delayqueue.internal.drive.TaskEventLog");
    }

    @Test
    void messagesOfAnObserverShouldStayInTheirLines() {
        EngineObserver observer = new EngineObserver() {
            @Override
            public void added(TopicName topic, int tasks) {
                fail(null, null);
            }
        };
        run(
                Integer.class,
                (payload, context) -> {},
                builder -> builder.extend(extensions -> extensions.addObserver(observer)),
                "ERROR io.delayqueue.internal.drive.Observers");
    }

    @Test
    void messagesOfARetryPolicyShouldStayInTheirLines() {
        RetryPolicy policy = attempts -> {
            fail(null, null);
            return Duration.ZERO;
        };
        start(calling(String.class, HostileTextInLogsTests::fail, policy), builder -> {}, engine -> {
            add(engine);
            await().untilAsserted(() -> assertThat(log()).contains("ERROR io.delayqueue.internal.drive.TaskEventLog"));
        });
        assertEscaped();
    }

    private void run(
            Class<?> payloadType,
            TaskCallback<Object> callback,
            Consumer<DelayQueueEngineBuilder> options,
            String line) {
        start(calling(payloadType, callback, ExponentialBackoff.fixed(Duration.ofMillis(1))), options, engine -> {
            add(engine);
            await().until(() -> engine.service().topic("g", "t").count().dead() == 1);
            await().untilAsserted(() -> assertThat(log()).contains(line));
        });
        assertEscaped();
    }

    private void start(
            TopicCallback callback, Consumer<DelayQueueEngineBuilder> options, Consumer<DelayQueueEngine> use) {
        DelayQueueEngineBuilder builder = DelayQueueEngine.builder(backend);
        builder.callback(callback);
        options.accept(builder);
        try (DelayQueueEngine engine = builder.build()) {
            engine.start();
            use.accept(engine);
        }
    }

    private static TopicCallback calling(Class<?> payloadType, TaskCallback<Object> callback, RetryPolicy policy) {
        return new TopicCallback(
                TOPIC,
                payloadType,
                callback,
                TopicOptions.builder()
                        .concurrency(1)
                        .maxAttempts(2)
                        .retryPolicy(policy)
                        .build(),
                "test");
    }

    private static void add(DelayQueueEngine engine) {
        engine.service()
                .addTask(Task.of("g", "t").payload(HOSTILE).description(HOSTILE).build());
    }

    private static void fail(Object payload, Object context) {
        IllegalStateException failure =
                new IllegalStateException(HOSTILE, new IllegalArgumentException(HOSTILE, new Unwritable()));
        failure.addSuppressed(new UnsupportedOperationException(HOSTILE));
        throw failure;
    }

    /** Checks that each line is an event of the library. */
    private void assertEscaped() {
        String log = log();
        assertThat(log)
                .contains(ESCAPED.substring(0, 20))
                .doesNotContainPattern("[\\p{Cc}&&[^\\n\\t]]|[\\u2028\\u2029\\u202e]");
        assertThat(log.split("\n"))
                .allSatisfy(line -> assertThat(line).matches(LINE).doesNotStartWith("FORGED"));
    }

    /** Exception whose message cannot be read. */
    private static final class Unwritable extends RuntimeException {

        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new UnsupportedOperationException();
        }
    }
}
