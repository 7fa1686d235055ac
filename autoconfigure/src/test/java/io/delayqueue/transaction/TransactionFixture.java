package io.delayqueue.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

import io.delayqueue.AddResult;
import io.delayqueue.AddResult.Outcome;
import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.store.Backend;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Transactions of a real manager on a database in memory, with a queue that records its calls. */
abstract class TransactionFixture {

    static final Instant DUE = Instant.parse("2030-01-01T00:00:00Z");

    final DataSource source = new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID());

    final DataSourceTransactionManager manager = new DataSourceTransactionManager(source);

    final TransactionTemplate transaction = new TransactionTemplate(manager);

    final DelayQueueEngine engine = DelayQueueEngine.builder(mock(Backend.class))
            .cronSchedule(TransactionFixture::next)
            .build();

    final DelayQueueService queue = mock(DelayQueueService.class);

    final DelayQueueService service = new TransactionalDelayQueueService(queue, engine::freeze);

    /** Calls of addTasks, each with the ids in order. */
    final List<List<String>> added = new ArrayList<>();

    @BeforeEach
    void answer() {
        given(queue.addTasks(any())).willAnswer(call -> {
            Collection<Task> tasks = call.getArgument(0);
            added.add(tasks.stream().map(Task::id).toList());
            return tasks.stream()
                    .map(task -> new AddResult(task.id(), Outcome.ADDED, DUE))
                    .toList();
        });
        given(queue.addTask(any())).willAnswer(call -> {
            Task task = call.getArgument(0);
            added.add(List.of("at once", task.id()));
            return new AddResult(task.id(), Outcome.ADDED, DUE);
        });
    }

    @AfterEach
    void closeEngine() {
        engine.close();
    }

    static Task task(String id) {
        return Task.of("orders", "cancel").id(id).payload(id).build();
    }

    void add(String id) {
        assertThat(service.addTask(task(id)).outcome()).isEqualTo(Outcome.AFTER_COMMIT);
    }

    void addAtOnce(String id) {
        assertThat(service.addTask(task(id)).outcome()).isEqualTo(Outcome.ADDED);
    }

    static TransactionSynchronization afterCommit(Runnable what) {
        return new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                what.run();
            }
        };
    }

    static void onCommit(TransactionSynchronization synchronization) {
        TransactionSynchronizationManager.registerSynchronization(synchronization);
    }

    TransactionTemplate with(int propagation) {
        TransactionTemplate other = new TransactionTemplate(manager);
        other.setPropagationBehavior(propagation);
        return other;
    }

    /** Schedule with one valid expression. */
    static Instant next(String expression, ZoneId zone, Instant after) {
        if (!expression.equals("nightly")) {
            throw new IllegalArgumentException("what?");
        }
        return DUE;
    }
}
