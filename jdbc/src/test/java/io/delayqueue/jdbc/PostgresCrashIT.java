package io.delayqueue.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.chaos.Chaos;
import io.delayqueue.testing.OwnThread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * A process of the database server is killed while transactions commit. The server ends all its other processes then, drops its memory, and
 * recovers from its log.
 */
@Tag(Chaos.TAG)
class PostgresCrashIT extends OutboxFixture {

    private static final int KILLS = Chaos.scaled(1, 5);

    private static final int WRITERS = 4;

    private static final int BETWEEN_KILLS = 200;

    private final AtomicInteger numbers = new AtomicInteger();

    private final Set<String> begun = ConcurrentHashMap.newKeySet();

    private final Set<String> committed = ConcurrentHashMap.newKeySet();

    private volatile boolean enough;

    @Override
    TestDatabase create() {
        return TestServers.postgresql();
    }

    @Override
    int poolSize() {
        return WRITERS + 3;
    }

    private void write() {
        while (!enough) {
            String id = "t" + numbers.incrementAndGet();
            begun.add(id);
            try {
                commit(() -> {
                    insertOrder(id);
                    add(id);
                });
                committed.add(id);
            } catch (DataAccessException | TransactionException e) {
                // It is not known whether the server has committed.
            }
        }
    }

    private Optional<ProcessHandle> checkpointer() {
        Long id =
                jdbc.queryForObject("select pid from pg_stat_activity where backend_type = 'checkpointer'", Long.class);
        return ProcessHandle.of(Objects.requireNonNull(id));
    }

    /** Commits may go on for a moment after an earlier kill: then the server still names the process that is gone. */
    private void kill() {
        await().ignoreExceptionsInstanceOf(DataAccessException.class)
                .until(() ->
                        checkpointer().filter(ProcessHandle::destroyForcibly).isPresent());
    }

    @Test
    void committedChangesShouldSurviveACrashOfTheServer() {
        assertThat(jdbc.queryForObject("show synchronous_commit", String.class)).isEqualTo("on");
        outbox.sweep();
        outbox.start();
        closing.closing(outbox::stop);
        List<CompletableFuture<Void>> writers = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            writers.add(CompletableFuture.runAsync(this::write, OwnThread::start));
        }
        for (int kill = 0; kill <= KILLS; kill++) {
            int before = committed.size();
            await().atMost(Duration.ofMinutes(1))
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> committed.size() >= before + BETWEEN_KILLS);
            if (kill < KILLS) {
                kill();
            }
        }
        enough = true;
        CompletableFuture.allOf(writers.toArray(new CompletableFuture<?>[0])).join();
        await().until(() -> {
            outbox.sweep();
            return rows() == 0;
        });
        Set<String> orders = new HashSet<>(jdbc.queryForList("select id from orders", String.class));
        assertThat(orders).containsAll(committed);
        begun.forEach(id -> assertThat(find(id).isPresent()).as(id).isEqualTo(orders.contains(id)));
    }
}
