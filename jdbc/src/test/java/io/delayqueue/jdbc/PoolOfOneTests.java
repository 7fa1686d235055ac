package io.delayqueue.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.testing.OwnThread;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.springframework.core.task.SimpleAsyncTaskExecutor;

/** A pool with one connection: a thread that commits must not need another. */
class PoolOfOneTests extends OutboxFixture {

    @Override
    TestDatabase create() {
        return TestServers.h2();
    }

    @Override
    int poolSize() {
        return 1;
    }

    @Test
    void manyThreadsShouldShareTheConnection() throws Exception {
        outbox.sweep();
        outbox.start();
        closing.closing(outbox::stop);
        List<CompletableFuture<Void>> threads = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            String id = "t" + i;
            threads.add(CompletableFuture.runAsync(() -> commit(() -> add(id)), OwnThread::start));
        }
        CompletableFuture.allOf(threads.toArray(new CompletableFuture<?>[0])).get();
        await().untilAsserted(() -> {
            outbox.sweep();
            assertThat(rows()).isZero();
        });
        assertThat(find("t49")).isPresent();
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "There are virtual threads from Java 21 on")
    void virtualThreadsShouldShareTheConnection() {
        SimpleAsyncTaskExecutor virtual = new SimpleAsyncTaskExecutor();
        virtual.setVirtualThreads(true);
        outbox.sweep();
        outbox.start();
        closing.closing(outbox::stop);
        List<CompletableFuture<Void>> threads = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            String id = "t" + i;
            threads.add(CompletableFuture.runAsync(() -> commit(() -> add(id)), virtual));
        }
        CompletableFuture.allOf(threads.toArray(new CompletableFuture<?>[0])).join();
        await().until(() -> {
            outbox.sweep();
            return rows() == 0;
        });
        assertThat(find("t49")).isPresent();
    }
}
