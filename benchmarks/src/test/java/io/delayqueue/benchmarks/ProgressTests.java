package io.delayqueue.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressTests {

    @Test
    void linesShouldBeginWithElapsedTime() {
        StringWriter written = new StringWriter();
        AtomicLong clock = new AtomicLong(5);
        Progress progress = new Progress(new PrintWriter(written), clock::get);
        progress.accept("first");
        clock.addAndGet(Duration.ofSeconds(192).toNanos());
        progress.accept("second");
        clock.addAndGet(Duration.ofMinutes(70).toNanos());
        progress.accept("third");
        assertThat(written.toString().lines()).containsExactly("[ 0:00] first", "[ 3:12] second", "[73:12] third");
    }
}
