package io.delayqueue.demo.promise;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.annotation.DelayQueueListener;
import java.time.Duration;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Books tables: a row in H2, and a task that confirms the booking, in one transaction. */
@Component
class Bookings {

    private static final Duration DELAY = Duration.ofSeconds(1);

    private final JdbcClient database;

    private final DelayQueueService queue;

    private final ApplicationEventPublisher steps;

    Bookings(JdbcClient database, DelayQueueService queue, ApplicationEventPublisher steps) {
        this.database = database;
        this.queue = queue;
        this.steps = steps;
    }

    /**
     * Adds the row and the task.
     *
     * @throws CardDeclinedException after both were added, if the card is declined
     */
    @Transactional(rollbackFor = CardDeclinedException.class)
    public void book(String guest, boolean cardIsGood) throws CardDeclinedException {
        database.sql("insert into booking (guest) values (?)").param(guest).update();
        queue.addTask(Task.of("promises", "booking").payload(guest).delay(DELAY).build());
        if (!cardIsGood) {
            throw new CardDeclinedException();
        }
    }

    int rows(String guest) {
        return database.sql("select count(*) from booking where guest = ?")
                .param(guest)
                .query(Integer.class)
                .single();
    }

    @DelayQueueListener(group = "promises", topic = "booking")
    public void confirm(String guest) {
        steps.publishEvent(new PromiseStep("transaction", guest + ": the task runs, rows: " + rows(guest)));
    }
}
