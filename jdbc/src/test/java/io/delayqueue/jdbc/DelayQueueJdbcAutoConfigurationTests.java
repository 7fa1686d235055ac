package io.delayqueue.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.AddResult;
import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.autoconfigure.DelayQueueAutoConfiguration;
import io.delayqueue.autoconfigure.TransactionalDelayQueueAutoConfiguration;
import io.delayqueue.properties.StartupFailures;
import io.delayqueue.scenario.LogLines;
import io.delayqueue.test.autoconfigure.InMemoryStoreAutoConfiguration;
import io.delayqueue.transaction.ChangeJournals;
import io.delayqueue.transaction.OutboxOperations;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.awaitility.Awaitility;
import org.hibernate.internal.SessionImpl;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

@ExtendWith(OutputCaptureExtension.class)
class DelayQueueJdbcAutoConfigurationTests {

    private final String database = newDatabase();

    private final ApplicationContextRunner withoutDataSource = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    InMemoryStoreAutoConfiguration.class,
                    DelayQueueAutoConfiguration.class,
                    TransactionalDelayQueueAutoConfiguration.class,
                    DelayQueueJdbcAutoConfiguration.class))
            .withPropertyValues("delayqueue.store=memory", "delayqueue.transactions.enabled=true");

    private final ApplicationContextRunner contextRunner = withoutDataSource
            .withConfiguration(AutoConfigurations.of(
                    DataSourceAutoConfiguration.class,
                    DataSourceTransactionManagerAutoConfiguration.class,
                    JdbcTemplateAutoConfiguration.class))
            .withPropertyValues("spring.datasource.url=" + database);

    private static AddResult add(ApplicationContext context, DelayQueueService service, String manager) {
        return add(context, service, "a", manager);
    }

    private static AddResult add(ApplicationContext context, DelayQueueService service, String id, String manager) {
        return new TransactionTemplate(context.getBean(manager, PlatformTransactionManager.class))
                .execute(status ->
                        service.addTask(Task.of("orders", "cancel").id(id).build()));
    }

    private static Integer rows(DataSource dataSource) {
        return new JdbcTemplate(dataSource).queryForObject("select count(*) from DELAYQUEUE_OUTBOX", Integer.class);
    }

    @Test
    void runShouldRecordChangesAndApplyThem() {
        contextRunner.run(context -> {
            DelayQueueService service = context.getBean(DelayQueueService.class);
            assertThat(add(context, service, "transactionManager").outcome()).isEqualTo(AddResult.Outcome.AFTER_COMMIT);
            Awaitility.await().until(() -> service.findTask("orders", "a").isPresent());
            Awaitility.await().until(() -> rows(context.getBean(DataSource.class)) == 0);
            assertThat(context).hasSingleBean(OnceGuard.class);
        });
    }

    @Test
    void runWithoutDataSourceShouldHaveNothing() {
        withoutDataSource.run(context -> assertThat(context)
                .hasNotFailed()
                .doesNotHaveBean(JdbcQueues.class)
                .doesNotHaveBean(OnceGuard.class));
    }

    @Test
    void runWhenDisabledShouldKeepChangesInMemory() {
        contextRunner
                .withPropertyValues("delayqueue.transactions.outbox.enabled=false")
                .run(context -> {
                    DelayQueueService service = context.getBean(DelayQueueService.class);
                    add(context, service, "transactionManager");
                    assertThat(service.findTask("orders", "a")).isPresent();
                    assertThat(context.getBean(JdbcQueues.class).outboxes()).isEmpty();
                });
    }

    @Test
    void runWithoutTransactionsShouldHaveNoOutbox() {
        contextRunner
                .withPropertyValues("delayqueue.transactions.enabled=false")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(JdbcQueues.class).outboxes()).isEmpty();
                });
    }

    @Test
    void runWithANamedQueueShouldHaveAGuardAndAnOutboxForIt() {
        contextRunner
                .withPropertyValues("delayqueue.queues.billing.groups.orders=cancel")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBeansOfType(OnceGuard.class)).hasSize(2);
                    assertThat(BeanFactoryAnnotationUtils.qualifiedBeanOfType(
                                    context.getBeanFactory(), OnceGuard.class, "billing"))
                            .isNotNull();
                    DelayQueueService billing = BeanFactoryAnnotationUtils.qualifiedBeanOfType(
                            context.getBeanFactory(), DelayQueueService.class, "billing");
                    add(context, billing, "transactionManager");
                    Awaitility.await()
                            .until(() -> billing.findTask("orders", "a").isPresent());
                    assertThat(context.getBean(DelayQueueService.class).findTask("orders", "a"))
                            .isEmpty();
                });
    }

    @Test
    void runWithSeveralDataSourcesShouldRecordInTheOnesThatAreNamed() {
        withTwoDataSources()
                .withPropertyValues(
                        "delayqueue.transactions.outbox.data-source=one,two", "delayqueue.once-guard.data-source=two")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    ChangeJournals journals = context.getBean(ChangeJournals.class);
                    assertThat(journals.outboxes("default"))
                            .extracting(OutboxOperations::dataSource)
                            .containsExactly("one", "two");
                    assertThat(journals.outboxes("billing")).isEmpty();
                    DelayQueueService service = context.getBean(DelayQueueService.class);
                    add(context, service, "managerOfTwo");
                    Awaitility.await()
                            .until(() -> service.findTask("orders", "a").isPresent());
                });
    }

    @Test
    void runWithSeveralDataSourcesOfWhichNoneIsNamedShouldSaySo() {
        withTwoDataSources().run(context -> {
            assertThat(context).hasFailed();
            assertThat(StartupFailures.description(context.getStartupFailure()))
                    .contains("several data sources", "one, two");
        });
    }

    private static String newDatabase() {
        return "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    }

    @Test
    void guardOfANamedQueueShouldNameItsPropertyInATransactionOfAnotherDataSource() {
        withTwoDataSources()
                .withPropertyValues(
                        "delayqueue.transactions.outbox.data-source=one",
                        "delayqueue.once-guard.data-source=one",
                        "delayqueue.queues.billing.once-guard.data-source=two")
                .run(context -> {
                    OnceGuard guard = BeanFactoryAnnotationUtils.qualifiedBeanOfType(
                            context.getBeanFactory(), OnceGuard.class, "billing");
                    TransactionTemplate other =
                            new TransactionTemplate(context.getBean("managerOfOne", PlatformTransactionManager.class));
                    assertThatExceptionOfType(IllegalStateException.class)
                            .isThrownBy(() -> other.executeWithoutResult(
                                    status -> guard.run(OnceGuardContract.task("a", Instant.EPOCH), () -> {})))
                            .withMessageContainingAll("'two'", "set delayqueue.queues.billing.once-guard.data-source");
                });
    }

    private ApplicationContextRunner withTwoDataSources() {
        DataSource one = new DriverManagerDataSource(newDatabase(), "sa", "");
        DataSource two = new DriverManagerDataSource(newDatabase(), "sa", "");
        return withoutDataSource
                .withBean("one", DataSource.class, () -> one)
                .withBean("two", DataSource.class, () -> two)
                .withBean("managerOfOne", PlatformTransactionManager.class, () -> new DataSourceTransactionManager(one))
                .withBean(
                        "managerOfTwo", PlatformTransactionManager.class, () -> new DataSourceTransactionManager(two));
    }

    @Test
    void runWithAManagerWithoutListenersShouldKeepChangesInMemoryAndWarn(CapturedOutput output) {
        contextRunner.withUserConfiguration(WrappedManager.class).run(context -> {
            DelayQueueService service = context.getBean(DelayQueueService.class);
            assertThat(add(context, service, "manager").outcome()).isEqualTo(AddResult.Outcome.AFTER_COMMIT);
            assertThat(service.findTask("orders", "a")).isPresent();
            assertThat(output).contains("does not use the data source 'dataSource'", "calls no listeners");
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class WrappedManager {

        @Bean
        PlatformTransactionManager manager(DataSource dataSource) {
            return new Wrapped(new DataSourceTransactionManager(dataSource));
        }
    }

    /** A manager around that of a data source. */
    private record Wrapped(PlatformTransactionManager manager) implements PlatformTransactionManager {

        @Override
        public TransactionStatus getTransaction(TransactionDefinition definition) {
            return manager.getTransaction(definition);
        }

        @Override
        public void commit(TransactionStatus status) {
            manager.commit(status);
        }

        @Override
        public void rollback(TransactionStatus status) {
            manager.rollback(status);
        }
    }

    @Test
    void guardOfAManagerThatIsNotKnownShouldRecordTheChangesOfItsWork() {
        contextRunner
                .withUserConfiguration(WrappedManager.class)
                .run(DelayQueueJdbcAutoConfigurationTests::recordInGuard);
    }

    @Test
    void guardOfAManagerThatIsNotKnownShouldRecordTheChangesOfItsWorkIfItIsCreatedBeforeTheOutbox() {
        contextRunner
                .withUserConfiguration(EarlyGuard.class, WrappedManager.class)
                .run(DelayQueueJdbcAutoConfigurationTests::recordInGuard);
    }

    private static void recordInGuard(ApplicationContext context) {
        DelayQueueService service = context.getBean(DelayQueueService.class);
        context.getBean(OnceGuard.class).run(OnceGuardContract.task("a", Instant.EPOCH), () -> {
            assertThat(service.addTask(Task.of("orders", "ship").id("a").build())
                            .outcome())
                    .isEqualTo(AddResult.Outcome.AFTER_COMMIT);
            assertThat(OutboxTransaction.current(
                            context.getBean(JdbcQueues.class).outboxes().get(0)))
                    .isNotNull();
        });
        Awaitility.await().until(() -> service.findTask("orders", "a").isPresent());
    }

    @Configuration(proxyBeanMethods = false)
    static class EarlyGuard {

        @Bean
        Runnable work(OnceGuard guard) {
            return guard::hashCode;
        }
    }

    @Test
    void guardShouldUseThePrimaryManagerOfItsDataSource() {
        DataSource dataSource = new DriverManagerDataSource(database, "sa", "");
        DataSourceTransactionManager primary = new DataSourceTransactionManager(dataSource);
        AtomicInteger begun = new AtomicInteger();
        withoutDataSource
                .withBean("dataSource", DataSource.class, () -> dataSource)
                .withBean("first", PlatformTransactionManager.class, () -> new DataSourceTransactionManager(dataSource))
                .withBean(
                        "second",
                        PlatformTransactionManager.class,
                        () -> primary,
                        definition -> definition.setPrimary(true))
                .run(context -> {
                    primary.addListener(new TransactionExecutionListener() {
                        @Override
                        public void afterBegin(TransactionExecution transaction, @Nullable Throwable failure) {
                            begun.incrementAndGet();
                        }
                    });
                    context.getBean(OnceGuard.class).run(OnceGuardContract.task("a", Instant.EPOCH), () -> {});
                    assertThat(begun).hasValue(1);
                });
    }

    @Test
    void runWithLazyInitializationShouldHaveAnOutboxFromTheStart() {
        contextRunner
                .withInitializer(context ->
                        context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
                .run(context -> {
                    // As rows of an earlier process.
                    assertThat(context.getBean(JdbcQueues.class).outboxes()).hasSize(1);
                    DelayQueueService service = context.getBean(DelayQueueService.class);
                    try (LogLines log = new LogLines(OutboxJournal.class)) {
                        add(context, service, "transactionManager");
                        assertThat(log.with("")).isEmpty();
                    }
                    Awaitility.await()
                            .until(() -> service.findTask("orders", "a").isPresent());
                });
    }

    @Test
    void runThatStopsAndStartsAgainShouldApplyChanges() {
        contextRunner.run(context -> {
            DelayQueueService service = context.getBean(DelayQueueService.class);
            Outbox outbox = context.getBean(JdbcQueues.class).outboxes().get(0);
            for (int start = 1; start <= 2; start++) {
                context.getSourceApplicationContext().stop();
                String id = "stopped" + start;
                int sweeps = start;
                add(context, service, id, "transactionManager");
                assertThat(rows(context.getBean(DataSource.class))).isEqualTo(1);
                new JdbcTemplate(context.getBean(DataSource.class))
                        .update("update DELAYQUEUE_OUTBOX set created_ms = 0");
                context.getSourceApplicationContext().start();
                Awaitility.await().until(() -> outbox.totals().of(OutboxApplier.Figure.SWEEP) == sweeps);
                assertThat(service.findTask("orders", id)).isPresent();
            }
        });
    }

    @Test
    void nativeImageShouldHaveTheScriptsAndTheFlushModeOfHibernate() {
        RuntimeHints hints = new RuntimeHints();
        new DelayQueueJdbcAutoConfiguration.Hints()
                .registerHints(hints, getClass().getClassLoader());
        for (Dialect dialect : Dialect.values()) {
            assertThat(RuntimeHintsPredicates.resource()
                            .forResource("io/delayqueue/jdbc/schema-" + dialect.platform() + ".sql"))
                    .accepts(hints);
        }
        assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(SessionImpl.class, "getHibernateFlushMode"))
                .accepts(hints);
        assertThat(DelayQueueJdbcAutoConfiguration.class
                        .getAnnotation(ImportRuntimeHints.class)
                        .value())
                .containsExactly(DelayQueueJdbcAutoConfiguration.Hints.class);
    }

    /** The threads of the outbox have no tenant. */
    @Test
    void runWithADataSourceOfTenantsShouldNotApplyTheirRows() {
        DataSource shared = new DriverManagerDataSource(newDatabase(), "sa", "");
        DataSource tenants = new DriverManagerDataSource(newDatabase(), "sa", "");
        Tenants routing = new Tenants(shared, tenants);
        withoutDataSource
                .withBean("routing", DataSource.class, () -> routing)
                .withBean("manager", PlatformTransactionManager.class, () -> new DataSourceTransactionManager(routing))
                .run(context -> {
                    new ResourceDatabasePopulator(new ClassPathResource("schema-h2.sql", Dialect.class))
                            .execute(tenants);
                    DelayQueueService service = context.getBean(DelayQueueService.class);
                    routing.asTenant(() -> add(context, service, "manager"));
                    new JdbcTemplate(tenants).update("update DELAYQUEUE_OUTBOX set created_ms = 0");
                    context.getBean(JdbcQueues.class).sweep();
                    assertThat(rows(tenants)).isEqualTo(1);
                    assertThat(service.findTask("orders", "a")).isEmpty();
                });
    }

    private static final class Tenants extends AbstractRoutingDataSource {

        private final ThreadLocal<Boolean> tenant = ThreadLocal.withInitial(() -> false);

        Tenants(DataSource shared, DataSource tenants) {
            setTargetDataSources(Map.of(false, shared, true, tenants));
        }

        @Override
        protected Object determineCurrentLookupKey() {
            return tenant.get();
        }

        void asTenant(Runnable work) {
            tenant.set(true);
            work.run();
            tenant.remove();
        }
    }

    @Test
    void runWithAnUnknownDataSourceShouldSaySo() {
        contextRunner
                .withPropertyValues("delayqueue.transactions.outbox.data-source=missing")
                .run(context -> assertThat(StartupFailures.description(context.getStartupFailure()))
                        .contains("delayqueue.transactions.outbox.data-source", "'missing'"));
    }

    @Test
    void runWithoutTablesShouldNameTheTableAndTheWayOut() {
        contextRunner
                .withPropertyValues("delayqueue.jdbc.initialize-schema=never")
                .run(context -> assertThat(StartupFailures.description(context.getStartupFailure()))
                        .contains("DELAYQUEUE_O", "missing in 'dataSource'"));
    }

    @Test
    void runWithoutAnOutboxShouldNeedNoDialect() {
        withoutDataSource
                .withBean(DataSource.class, () -> new DelegatingDataSource(DialectTests.dataSource("Oracle")))
                .withPropertyValues("delayqueue.transactions.outbox.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(OnceGuard.class));
    }

    @Test
    void runWithoutUseOfAGuardShouldNotNeedItsTable() {
        DataSource before = new DriverManagerDataSource(database, "sa", "");
        new TestDatabase(database, "sa", Dialect.H2, () -> {}).createTables(before);
        new JdbcTemplate(before).execute("drop table DELAYQUEUE_ONCE");
        contextRunner
                .withPropertyValues(
                        "delayqueue.jdbc.initialize-schema=never", "delayqueue.queues.billing.groups.orders=cancel")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThatThrownBy(() -> context.getBean(OnceGuard.class))
                            .hasStackTraceContaining("Table DELAYQUEUE_ONCE is missing");
                });
    }

    @Test
    void runWithADataSourceThatRoutesShouldWarn() {
        DataSource one = new DriverManagerDataSource(newDatabase(), "sa", "");
        Tenants routing = new Tenants(one, one);
        routing.afterPropertiesSet();
        assertThat(routingWarnings(one)).isEmpty();
        assertThat(routingWarnings(new LazyConnectionDataSourceProxy(routing)))
                .singleElement(InstanceOfAssertFactories.STRING)
                .startsWith("WARN")
                .contains("'tenants'");
    }

    /** The warnings of an application with one data source. */
    private List<String> routingWarnings(DataSource dataSource) {
        try (LogLines log = new LogLines(JdbcQueues.class)) {
            withoutDataSource
                    .withBean("tenants", DataSource.class, () -> dataSource)
                    .run(context -> assertThat(context).hasNotFailed());
            return log.with("AbstractRoutingDataSource");
        }
    }

    @Test
    void transactionOfAnotherDataSourceShouldKeepChangesInMemoryAndWarnOnceWithTheProperty() {
        withTwoDataSources()
                .withPropertyValues(
                        "delayqueue.transactions.outbox.data-source=two",
                        "delayqueue.queues.billing.groups.orders=cancel",
                        "delayqueue.queues.billing.transactions.outbox.data-source=one")
                .run(context -> {
                    DelayQueueService billing = BeanFactoryAnnotationUtils.qualifiedBeanOfType(
                            context.getBeanFactory(), DelayQueueService.class, "billing");
                    try (LogLines log = new LogLines(OutboxJournal.class)) {
                        add(context, billing, "managerOfTwo");
                        add(context, billing, "managerOfTwo");
                        assertThat(log.with(""))
                                .singleElement(InstanceOfAssertFactories.STRING)
                                .startsWith("WARN")
                                .contains("'one'", "delayqueue.queues.billing.transactions.outbox.data-source");
                    }
                    assertThat(billing.findTask("orders", "a")).isPresent();
                    assertThat(rows(context.getBean("one", DataSource.class))).isZero();
                });
    }

    @Test
    void runTwiceOnOneDatabaseShouldKeepTheTables() {
        contextRunner.run(context -> assertThat(context).hasNotFailed());
        contextRunner.run(context -> assertThat(context).hasNotFailed());
    }
}
