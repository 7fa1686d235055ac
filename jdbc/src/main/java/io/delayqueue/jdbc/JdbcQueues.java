package io.delayqueue.jdbc;

import io.delayqueue.autoconfigure.queues.NamedQueues;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.jdbc.Databases.Database;
import io.delayqueue.log.Loggers;
import io.delayqueue.transaction.ChangeJournal;
import io.delayqueue.transaction.ChangeJournals;
import io.delayqueue.transaction.OutboxOperations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.context.SmartLifecycle;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The outboxes and guards of the application's queues. They start before the queues consume and before the web server takes requests, and
 * stop after both.
 */
final class JdbcQueues implements ChangeJournals, SmartLifecycle {

    private static final Logger log = Loggers.of(JdbcQueues.class);

    /** Below those of the queues and of the web server. */
    private static final int PHASE = Integer.MAX_VALUE - 3 * 1024;

    private static final String ONCE_DATA_SOURCE = "once-guard.data-source";

    private static final Duration CLEAN_INTERVAL = Duration.ofMinutes(10);

    private final Databases databases;

    private final NamedQueues named;

    private final JdbcQueueProperties ofDefaultQueue;

    private final Function<String, DelayQueueEngine> engines;

    private final TransactionManagers managers;

    /** The outboxes by their queues; a queue without any is not recorded. */
    private final Map<String, List<Outbox>> outboxes = new LinkedHashMap<>();

    /** The results of the guards by their queues, also of those that are not used yet. */
    private final Map<String, Totals<OnceGuard.Result>> onceTotals = new LinkedHashMap<>();

    /** Parts that run between the start and the stop of the application: how each starts, and how it stops. */
    private final Map<Runnable, Runnable> parts = new LinkedHashMap<>();

    /** Delete the rows of the queues. */
    private final List<Runnable> clearing = new ArrayList<>();

    private boolean running;

    /**
     * Creates the queues.
     *
     * @param engines the engines of the queues by their names
     */
    JdbcQueues(
            Databases databases,
            NamedQueues named,
            JdbcQueueProperties ofDefaultQueue,
            Function<String, DelayQueueEngine> engines,
            TransactionManagers managers) {
        this.databases = databases;
        this.named = named;
        this.ofDefaultQueue = ofDefaultQueue;
        this.engines = engines;
        this.managers = managers;
        named.enabled().forEach(queue -> onceTotals.put(queue, new Totals<>()));
        // A guard is created with its first use.
        onceTotals.keySet().forEach(queue -> {
            String dataSource = properties(queue).onceGuard().dataSource();
            if (dataSource != null) {
                databases.require(named.source(queue, ONCE_DATA_SOURCE), dataSource);
            }
        });
    }

    @Override
    public synchronized ChangeJournal of(DelayQueueEngine engine, ChangeJournal inMemory) {
        String property = named.source(engine.name(), "transactions.outbox.data-source");
        JdbcQueueProperties.Outbox properties =
                properties(engine.name()).transactions().outbox();
        if (!properties.enabled() || !named.transactions(engine.name()).orElse(false)) {
            return inMemory;
        }
        List<Database> found = databases.find(property, properties.dataSource());
        List<Outbox> all = outboxes.computeIfAbsent(engine.name(), queue -> found.stream()
                .map(database -> createOutbox(engine, database, properties))
                .toList());
        String names = found.stream().map(Database::name).collect(Collectors.joining("', '", "'", "'"));
        return new OutboxJournal(
                all,
                engine::writeForLater,
                inMemory,
                "The transaction does not use the data source " + names
                        + " of the outbox, or its manager calls no listeners:"
                        + " its changes of tasks are kept in memory until the commit, and lost if the process dies then. Use a"
                        + " manager of that data source, or set " + property);
    }

    /** {@return the outboxes of all queues} */
    synchronized List<Outbox> outboxes() {
        return outboxes.values().stream().flatMap(List::stream).toList();
    }

    @Override
    public synchronized List<OutboxOperations> outboxes(String queue) {
        return outboxes.getOrDefault(queue, List.of()).stream()
                .<OutboxOperations>map(Outbox::table)
                .toList();
    }

    /** {@return the results of the guards by their queues} */
    Map<String, Totals<OnceGuard.Result>> onceTotals() {
        return onceTotals;
    }

    private Outbox createOutbox(DelayQueueEngine engine, Database database, JdbcQueueProperties.Outbox properties) {
        if (DataSourceUnwrapper.unwrap(database.dataSource(), AbstractRoutingDataSource.class) != null) {
            log.warn(
                    "The data source '{}' of the outbox is an AbstractRoutingDataSource: changes in databases of tenants are not applied",
                    database.name());
        }
        boolean hasThreads = engine.backend().runsOnThreads();
        // A store without threads moves its time by itself: the clocks of machine and database stand for nothing.
        LongSupplier here = hasThreads
                ? () -> System.nanoTime() / 1_000_000
                : () -> engine.backend().tasks().time(DelayQueueEngine.DEFAULT_NAME);
        Supplier<String> now = hasThreads ? database.dialect()::now : () -> String.valueOf(here.getAsLong());
        OutboxTable table = new OutboxTable(database, now, key(engine));
        Outbox outbox = new Outbox(
                engine.name(),
                table,
                engine.backend(),
                here,
                hasThreads ? properties.sweepAfter() : Duration.ZERO,
                properties.sweepInterval(),
                hasThreads);
        manage(outbox::start, outbox::stop);
        managers.listen(outbox);
        clearing.add(table::clear);
        return outbox;
    }

    /** Creates the guard of a queue. */
    synchronized OnceGuard guard(String queue) {
        JdbcQueueProperties.OnceGuardProperties properties = properties(queue).onceGuard();
        List<String> names = properties.dataSource() == null ? List.of() : List.of(properties.dataSource());
        String property = named.source(queue, ONCE_DATA_SOURCE);
        Database database = databases.find(property, names).get(0);
        DelayQueueEngine engine = engines.apply(queue);
        OnceTable table = new OnceTable(database, key(engine), property);
        StoreState state = new StoreState("The removal of old rows of the once guard of " + queue);
        RepeatedStep cleaning = new RepeatedStep(
                "delayqueue-once-" + queue, () -> state.attempt(() -> table.clean(properties.keep())), CLEAN_INTERVAL);
        manage(table::check, () -> {});
        clearing.add(table::clear);
        if (engine.backend().runsOnThreads()) {
            manage(cleaning::start, cleaning::stop);
        }
        return new OnceGuard(
                table,
                new TransactionTemplate(managers.of(database.dataSource())),
                Objects.requireNonNull(onceTotals.get(queue)));
    }

    /** Starts a part with the others, or now if these have started. */
    synchronized void manage(Runnable start, Runnable stop) {
        parts.put(start, stop);
        if (running) {
            start.run();
        }
    }

    /** The name of a queue in the tables. */
    private static String key(DelayQueueEngine engine) {
        String namespace = engine.backend().namespace();
        return namespace == null ? engine.name() : namespace + ":" + engine.name();
    }

    private JdbcQueueProperties properties(String queue) {
        return queue.equals(DelayQueueEngine.DEFAULT_NAME)
                ? ofDefaultQueue
                : named.bind(queue, JdbcQueueProperties.class);
    }

    @Override
    public synchronized void sweep() {
        outboxes().forEach(Outbox::sweep);
    }

    @Override
    public synchronized void clear() {
        clearing.forEach(Runnable::run);
    }

    @Override
    public synchronized void start() {
        running = true;
        parts.keySet().forEach(Runnable::run);
    }

    @Override
    public synchronized void stop() {
        parts.values().forEach(Runnable::run);
        running = false;
    }

    @Override
    public synchronized boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
