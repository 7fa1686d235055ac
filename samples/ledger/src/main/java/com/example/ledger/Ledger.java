package com.example.ledger;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.TaskContext;
import io.delayqueue.annotation.Backoff;
import io.delayqueue.annotation.DelayQueueListener;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** A ledger. The entries of a customer are posted one after another, in the order in which they were made, by any instance. */
@Component
public class Ledger {

    private static final Logger log = LoggerFactory.getLogger(Ledger.class);

    private final DelayQueueService delayQueueService;

    private final JdbcClient database;

    private final Bank bank;

    private final String instance;

    Ledger(
            DelayQueueService delayQueueService,
            JdbcClient database,
            Bank bank,
            @Value("${ledger.instance:${random.int(1000,9999)}}") String instance) {
        this.delayQueueService = delayQueueService;
        this.database = database;
        this.bank = bank;
        this.instance = instance;
    }

    /** The key of the task is the customer. */
    void enter(String customer, long amount) {
        delayQueueService.addTask(Task.of("ledger", "post")
                .key(customer)
                .payload(new Entry(customer, amount))
                .build());
    }

    /**
     * If the bank is away, the entry is tried again, and the later entries of the customer wait for it: for up to two days. The
     * entries of other customers do not wait.
     */
    @Transactional
    @DelayQueueListener(
            group = "ledger",
            topic = "post",
            keyConcurrency = "1",
            onRetry = "BLOCK_KEY",
            retryFor = "2d",
            backoff = @Backoff(initialDelay = "${ledger.initial-delay:500ms}", maxDelay = "1h"))
    public void post(Entry entry, TaskContext context) {
        if (isPosted(context.id())) {
            return; // the task is delivered again, because its instance died after the commit
        }
        bank.confirm(entry);
        if (!deliver(entry, context.delivery())) {
            log.warn("The lease of {} has ended: a later entry of {} may be posted", context.id(), entry.customer());
            return;
        }
        long balance = balance(entry.customer());
        database.sql("""
                        insert into entries (task, customer, amount, balance, due, attempt, instance)
                        values (?, ?, ?, ?, ?, ?, ?)""")
                .param(context.id())
                .param(entry.customer())
                .param(entry.amount())
                .param(balance)
                .param(context.dueAt().toEpochMilli())
                .param(context.attempt())
                .param(instance)
                .update();
        log.info("{}: {}, balance {}, attempt {}", entry.customer(), entry.amount(), balance, context.attempt());
    }

    private boolean isPosted(String task) {
        return database.sql("select count(*) from entries where task = ?")
                        .param(task)
                        .query(Integer.class)
                        .single()
                > 0;
    }

    /** The number of the delivery is a fencing token: each later lease has a greater one. */
    private boolean deliver(Entry entry, long delivery) {
        database.sql("insert into accounts select ?, 0, 0 where not exists (select 1 from accounts where customer = ?)")
                .param(entry.customer())
                .param(entry.customer())
                .update();
        return database.sql(
                                "update accounts set balance = balance + ?, delivery = ? where customer = ? and delivery < ?")
                        .param(entry.amount())
                        .param(delivery)
                        .param(entry.customer())
                        .param(delivery)
                        .update()
                == 1;
    }

    private long balance(String customer) {
        return database.sql("select balance from accounts where customer = ?")
                .param(customer)
                .query(Long.class)
                .single();
    }

    /** An entry in the ledger, with the balance after it. */
    record Posted(long number, long amount, long balance, int attempt, String instance) {}

    List<Posted> entries(String customer) {
        return database.sql(
                        "select number, amount, balance, attempt, instance from entries where customer = ? order by number")
                .param(customer)
                .query(Posted.class)
                .list();
    }

    /** An account. Disordered are the entries that were due before the entry in front of them. */
    record Account(String customer, long balance, long entries, long retried, long disordered) {}

    List<Account> accounts() {
        return database.sql("""
                        select accounts.customer, accounts.balance, count(*) entries,
                            count(case when attempt > 1 then 1 end) retried, count(case when due < before then 1 end) disordered
                        from accounts join (
                            select customer, attempt, due, lag(due) over (partition by customer order by number) before from entries)
                            posted on posted.customer = accounts.customer
                        group by accounts.customer, accounts.balance order by accounts.customer""").query(Account.class).list();
    }
}
