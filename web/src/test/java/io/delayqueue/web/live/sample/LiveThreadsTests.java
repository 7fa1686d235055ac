package io.delayqueue.web.live.sample;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LiveThreadsTests {

    @AutoClose
    private final LiveThreads threads = new LiveThreads(1);

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void failureShouldNotEndTheTimer(boolean error) {
        AtomicInteger runs = new AtomicInteger();
        threads.every(Duration.ZERO, Duration.ofMillis(1), () -> {
            runs.incrementAndGet();
            if (error) {
                throw new StackOverflowError();
            }
            throw new IllegalStateException();
        });
        await().until(() -> runs.get() > 2);
    }
}
