package io.delayqueue.jdbc;

import io.delayqueue.transaction.TransactionalDelayQueueService;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.util.ClassUtils;

/** The application's managers of transactions by their data sources. Listens to those whose transactions record changes. */
final class TransactionManagers implements SmartInitializingSingleton {

    private static final boolean JPA = ClassUtils.isPresent(
            "org.springframework.orm.jpa.JpaTransactionManager", TransactionManagers.class.getClassLoader());

    private final ListableBeanFactory beans;

    private final List<Outbox> outboxes = new ArrayList<>();

    /** The managers of data sources of which the application has none. */
    private final Map<DataSource, PlatformTransactionManager> own = new HashMap<>();

    private boolean initialized;

    TransactionManagers(ListableBeanFactory beans) {
        this.beans = beans;
    }

    /** Lets the transactions of an outbox' data source write their changes; at once if all beans are there, else then. */
    synchronized void listen(Outbox outbox) {
        outboxes.add(outbox);
        if (initialized) {
            addListeners(outbox);
        }
    }

    @Override
    public void afterSingletonsInstantiated() {
        // Also those that are lazy, because rows of an earlier process wait for their outboxes.
        beans.getBeansOfType(TransactionalDelayQueueService.class, false, true);
        synchronized (this) {
            initialized = true;
            outboxes.forEach(this::addListeners);
        }
    }

    private void addListeners(Outbox outbox) {
        all(outbox.table().database().dataSource()).forEach(manager -> addListener(manager, outbox));
    }

    private static void addListener(PlatformTransactionManager manager, Outbox outbox) {
        if (manager instanceof ConfigurableTransactionManager listening) {
            listening.addListener(new OutboxListener(outbox, JPA ? EntityFlush.of(manager) : () -> {}));
        }
    }

    /** The managers of a data source, the application's primary one first. */
    private Stream<PlatformTransactionManager> all(DataSource dataSource) {
        Collection<PlatformTransactionManager> all = beans.getBeansOfType(PlatformTransactionManager.class, false, true)
                .values();
        PlatformTransactionManager primary =
                beans.getBeanProvider(PlatformTransactionManager.class).getIfUnique();
        return Stream.of(Stream.ofNullable(primary), all.stream(), own.values().stream())
                .flatMap(managers -> managers)
                .distinct()
                .filter(manager -> dataSource(manager) == dataSource);
    }

    /** The manager of a data source: that of the application, which knows its entities, or a new one if there is none. */
    synchronized PlatformTransactionManager of(DataSource dataSource) {
        return all(dataSource).findFirst().orElseGet(() -> {
            PlatformTransactionManager manager = new DataSourceTransactionManager(dataSource);
            own.put(dataSource, manager);
            if (initialized) {
                outboxes.stream()
                        .filter(outbox -> outbox.table().database().dataSource() == dataSource)
                        .forEach(outbox -> addListener(manager, outbox));
            }
            return manager;
        });
    }

    /** The data source to which a manager binds connections, also one of entities; null if there is none. */
    private static @Nullable DataSource dataSource(PlatformTransactionManager manager) {
        return manager instanceof DataSourceTransactionManager ofDataSource
                ? ofDataSource.getDataSource()
                : JPA ? EntityFlush.dataSource(manager) : null;
    }
}
