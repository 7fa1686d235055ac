package io.delayqueue.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.spi.ILoggingEvent;
import io.delayqueue.internal.drive.Threads;
import io.delayqueue.log.Loggers.EngineLog;
import io.delayqueue.scenario.HookedLog;
import io.delayqueue.scenario.LogLines;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.event.Level;

@SuppressWarnings("try") // a hook is there while its block runs
class EngineLogTests {

    private static final String NAME = "io.delayqueue.log.tested";

    private final Logger log = Loggers.of(NAME);

    @AutoClose
    private final LogLines lines = LogLines.of("io.delayqueue.log", ch.qos.logback.classic.Level.INFO);

    private final Queue<Runnable> written = new ArrayDeque<>();

    private int room = Integer.MAX_VALUE;

    private final EngineLog queue = new EngineLog(line -> {
        if (written.size() >= room) {
            throw new RejectedExecutionException("full");
        }
        written.add(line);
    });

    private void write() {
        for (Runnable line = written.poll(); line != null; line = written.poll()) {
            line.run();
        }
    }

    @Test
    void threadOfAnEngineShouldNotWaitForItsLines() throws InterruptedException {
        CountDownLatch open = new CountDownLatch(1);
        AtomicReference<Thread> writer = new AtomicReference<>();
        EngineLog engine = Threads.log();
        try (HookedLog blocking = new HookedLog(NAME, event -> {
            writer.set(Thread.currentThread());
            awaitUninterrupted(open);
        })) {
            engine.of(() -> IntStream.range(0, 3).forEach(i -> log.info("line {}", i)))
                    .run();
            assertThat(engine.isWritten()).isFalse();
            open.countDown();
            await().until(engine::isWritten);
        }
        assertThat(lines.with("")).containsExactly("INFO line 0", "INFO line 1", "INFO line 2");
        assertThat(writer.get().isDaemon()).isTrue();
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void linesWithoutRoomShouldBeCountedBeforeTheNextLine() {
        room = 2;
        queue.of(() -> IntStream.range(0, 5).forEach(i -> log.info("line {}", i)))
                .run();
        write();
        queue.of(() -> log.info("line 5")).run();
        write();
        assertThat(lines.with(""))
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo("INFO line 0"),
                        line -> assertThat(line).isEqualTo("INFO line 1"),
                        line -> assertThat(line).startsWith("WARN 3 lines"),
                        line -> assertThat(line).isEqualTo("INFO line 5"));
        assertThat(lines.stacks("3 lines")).singleElement().asString().contains("RejectedExecutionException: full");
        assertThat(queue.isWritten()).isTrue();
    }

    @Test
    void lineThatAnAppenderRefusesShouldNotReachTheOneWhoLogs() {
        AtomicBoolean broken = new AtomicBoolean(true);
        try (HookedLog failing = new HookedLog("io.delayqueue.log", event -> fail(broken, event))) {
            queue.of(() -> log.error("lost")).run();
            write();
            broken.set(false);
            queue.of(() -> log.info("written")).run();
            write();
        }
        assertThat(lines.with("WARN 1 lines")).hasSize(1);
        assertThat(lines.stacks("1 lines")).singleElement().asString().contains("IllegalStateException: disk full");
        assertThat(lines.with("INFO written")).hasSize(1);
    }

    private static void fail(AtomicBoolean broken, ILoggingEvent event) {
        if (broken.get()) {
            throw new IllegalStateException("disk full");
        }
    }

    /** They may change before the line is written. */
    @Test
    void argumentsShouldBeReadWhenTheLineIsLogged() {
        StringBuilder argument = new StringBuilder("before");
        queue.of(() -> log.atLevel(Level.WARN).log("{}", argument)).run();
        argument.replace(0, argument.length(), "after");
        write();
        assertThat(lines.with("")).containsExactly("WARN before");
    }

    @Test
    void threadOfTheApplicationShouldWriteItsLinesItself() {
        queue.of(() -> log.info("later")).run();
        log.info("at once");
        assertThat(lines.with("")).isEqualTo(List.of("INFO at once"));
        write();
        assertThat(lines.with("")).containsExactly("INFO at once", "INFO later");
    }
}
