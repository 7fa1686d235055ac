package io.delayqueue.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.TaskContext;
import io.delayqueue.autoconfigure.DelayQueueAutoConfiguration;
import io.delayqueue.autoconfigure.TransactionalDelayQueueAutoConfiguration;
import io.delayqueue.jdbc.OutboxApplier.Figure;
import io.delayqueue.properties.StartupFailures;
import io.delayqueue.test.autoconfigure.InMemoryStoreAutoConfiguration;
import io.delayqueue.testing.Closing;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import java.util.function.Consumer;
import liquibase.Liquibase;
import liquibase.Scope;
import liquibase.database.DatabaseFactory;
import liquibase.database.jvm.JdbcConnection;
import liquibase.resource.ClassLoaderResourceAccessor;
import liquibase.resource.CompositeResourceAccessor;
import liquibase.resource.DirectoryResourceAccessor;
import org.awaitility.Awaitility;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

/** The ways in which the tables come into each database. */
abstract class TablesContract {

    private static final TaskContext TASK = OnceGuardContract.task("a", Instant.EPOCH);

    @RegisterExtension
    final Closing closing = new Closing();

    @TempDir
    Path folder;

    TestDatabase database;

    /** An application without tables. */
    ApplicationContextRunner application;

    /** Creates an empty database. */
    abstract TestDatabase create();

    /** A prefix of an application. */
    abstract String prefix();

    @BeforeEach
    void open() {
        database = closing.closing(create());
        application = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        InMemoryStoreAutoConfiguration.class,
                        DelayQueueAutoConfiguration.class,
                        TransactionalDelayQueueAutoConfiguration.class,
                        DelayQueueJdbcAutoConfiguration.class,
                        DataSourceAutoConfiguration.class,
                        DataSourceTransactionManagerAutoConfiguration.class,
                        JdbcTemplateAutoConfiguration.class))
                .withPropertyValues(
                        "delayqueue.store=memory",
                        "delayqueue.transactions.enabled=true",
                        "delayqueue.jdbc.initialize-schema=never",
                        "spring.datasource.url=" + database.url(),
                        "spring.datasource.username=" + database.user(),
                        "spring.datasource.hikari.maximum-pool-size=3");
    }

    private String script() throws IOException {
        try (InputStream script = Dialect.class.getResourceAsStream(scriptName())) {
            assertThat(script).isNotNull();
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private String scriptName() {
        return "schema-" + database.dialect().platform() + ".sql";
    }

    /** Guards work, records its change, and applies it. */
    static void useTables(ApplicationContext context) {
        DelayQueueService service = context.getBean(DelayQueueService.class);
        OnceGuard guard = context.getBean(OnceGuard.class);
        assertThat(guard.run(
                        TASK,
                        () -> service.addTask(Task.of("orders", "ship").id("b").build())))
                .isTrue();
        assertThat(guard.run(TASK, () -> {})).isFalse();
        Outbox outbox = context.getBean(JdbcQueues.class).outboxes().get(0);
        Awaitility.await()
                .until(() -> outbox.totals().of(Figure.DIRECT) + outbox.totals().of(Figure.SWEEP) == 1);
        assertThat(service.findTask("orders", "b")).isPresent();
        Awaitility.await().until(() -> outbox.table().depth().rows() == 0);
    }

    @Test
    void applicationShouldCreateTheTablesOnce() {
        ApplicationContextRunner creating = application.withPropertyValues("delayqueue.jdbc.initialize-schema=always");
        creating.run(context -> {
            assertThat(context).hasNotFailed();
            useTables(context);
        });
        creating.run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context.getBean(OnceGuard.class).run(TASK, () -> {})).isFalse();
        });
    }

    @Test
    void applicationWithoutTablesShouldNotStart() {
        application.run(context -> {
            assertThat(context).hasFailed();
            assertThat(StartupFailures.description(context.getStartupFailure()))
                    .contains("DELAYQUEUE_O", "missing in 'dataSource'");
            assertThat(StartupFailures.action(context.getStartupFailure()))
                    .contains("delayqueue.jdbc.initialize-schema=always", scriptName());
        });
    }

    @Test
    void scriptThatFailsShouldBeReported() throws IOException {
        Path file = Files.writeString(folder.resolve("own.sql"), "create table DELAYQUEUE_OUTBOX (seq nonsense)");
        application
                .withPropertyValues("delayqueue.jdbc.initialize-schema=always", "delayqueue.jdbc.schema=file:" + file)
                .run(context -> {
                    assertThat(StartupFailures.description(context.getStartupFailure()))
                            .startsWith("The tables cannot be created in 'dataSource'")
                            .contains("own.sql", "create table DELAYQUEUE_OUTBOX");
                    assertThat(StartupFailures.action(context.getStartupFailure()))
                            .contains("own.sql", "delayqueue.jdbc.schema");
                });
    }

    @Test
    void scriptThatIsMissingShouldBeReported() {
        application
                .withPropertyValues(
                        "delayqueue.jdbc.initialize-schema=always", "delayqueue.jdbc.schema=classpath:nope.sql")
                .run(context -> assertThat(StartupFailures.description(context.getStartupFailure()))
                        .startsWith("The tables cannot be created in 'dataSource'")
                        .contains("nope.sql"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"always", "never"})
    void prefixWithoutAScriptOfItsOwnShouldNameTheProperty(String initialize) {
        application
                .withPropertyValues(
                        "delayqueue.jdbc.initialize-schema=" + initialize, "delayqueue.jdbc.table-prefix=DQ_")
                .run(context -> {
                    assertThat(StartupFailures.description(context.getStartupFailure()))
                            .contains("DQ_O", "missing in 'dataSource'");
                    assertThat(StartupFailures.action(context.getStartupFailure()))
                            .contains("delayqueue.jdbc.table-prefix=DQ_", "delayqueue.jdbc.schema");
                });
    }

    private static void inTransaction(ApplicationContext context, boolean readOnly, Consumer<TransactionStatus> work) {
        TransactionTemplate transaction = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
        transaction.setReadOnly(readOnly);
        transaction.executeWithoutResult(work);
    }

    private static int effects(ApplicationContext context) {
        return context.getBean(JdbcTemplate.class)
                .queryForList("select id from effects")
                .size();
    }

    private static void effect(ApplicationContext context) {
        context.getBean(JdbcTemplate.class).update("insert into effects (id) values (1)");
    }

    /** An application that opens its database with its first guard. */
    private ApplicationContextRunner withoutOutbox(String initialize) {
        new JdbcTemplate(closing.closing(database.pool(1))).execute("create table effects (id int)");
        return application.withPropertyValues(
                "delayqueue.transactions.outbox.enabled=false", "delayqueue.jdbc.initialize-schema=" + initialize);
    }

    @Test
    void guardThatIsCreatedInATransactionShouldBeNoPartOfIt() {
        withoutOutbox("always").run(context -> {
            inTransaction(context, false, status -> {
                effect(context);
                assertThat(context.getBean(OnceGuard.class).run(TASK, () -> effect(context)))
                        .isTrue();
                status.setRollbackOnly();
            });
            assertThat(effects(context)).isZero();
            assertThat(context.getBean(OnceGuard.class).run(TASK, () -> {})).isTrue();
        });
    }

    @Test
    void guardThatIsCreatedInAReadOnlyTransactionShouldBeUsableAfterIt() {
        withoutOutbox("always").run(context -> {
            inTransaction(context, true, status -> context.getBean(OnceGuard.class));
            assertThat(context.getBean(OnceGuard.class).run(TASK, () -> {})).isTrue();
        });
    }

    @Test
    void guardThatCannotBeCreatedShouldLeaveTheTransactionUsable() {
        withoutOutbox("never").run(context -> {
            inTransaction(context, false, status -> {
                effect(context);
                assertThatThrownBy(() -> context.getBean(OnceGuard.class))
                        .hasRootCauseInstanceOf(SQLException.class)
                        .hasStackTraceContaining("DELAYQUEUE_ONCE is missing");
                effect(context);
            });
            assertThat(effects(context)).isEqualTo(2);
        });
    }

    /** The application does not start with a URL whose transactions are read-only. */
    void assertRefusesReadOnly(String url) {
        database.createTables(closing.closing(database.pool(1)));
        application.withPropertyValues("spring.datasource.url=" + url).run(context -> {
            assertThat(context).hasFailed();
            assertThat(StartupFailures.description(context.getStartupFailure()))
                    .containsIgnoringCase("read")
                    .contains("DELAYQUEUE_O", "'dataSource'", "cannot be written to");
            assertThat(StartupFailures.action(context.getStartupFailure())).contains("read-only");
        });
    }

    @Test
    void scriptShouldBeAMigrationOfFlyway() throws IOException {
        Files.writeString(folder.resolve("V7__delayqueue.sql"), script());
        Flyway flyway = Flyway.configure()
                .dataSource(database.url(), database.user(), "")
                .locations("filesystem:" + folder)
                .load();
        assertThat(flyway.migrate().migrationsExecuted).isEqualTo(1);
        application.run(context -> {
            assertThat(context).hasNotFailed();
            useTables(context);
        });
        assertThat(flyway.migrate().migrationsExecuted).isZero();
    }

    @Test
    void scriptShouldBeAChangeSetOfLiquibase() throws Exception {
        Files.writeString(folder.resolve("changelog.xml"), """
                <databaseChangeLog xmlns="http://www.liquibase.org/xml/ns/dbchangelog"
                                   xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
                                   xsi:schemaLocation="http://www.liquibase.org/xml/ns/dbchangelog
                                       http://www.liquibase.org/xml/ns/dbchangelog/dbchangelog-latest.xsd">
                    <changeSet id="delayqueue" author="shop">
                        <sqlFile path="io/delayqueue/jdbc/%s"/>
                    </changeSet>
                </databaseChangeLog>
                """.formatted(scriptName()));
        try (Connection connection = closing.closing(database.pool(1)).getConnection()) {
            Scope.child(Map.of("liquibase.analytics.enabled", false), () -> new Liquibase(
                            "changelog.xml",
                            new CompositeResourceAccessor(
                                    new ClassLoaderResourceAccessor(), new DirectoryResourceAccessor(folder)),
                            DatabaseFactory.getInstance()
                                    .findCorrectDatabaseImplementation(new JdbcConnection(connection)))
                    .update());
        }
        application.run(context -> {
            assertThat(context).hasNotFailed();
            useTables(context);
        });
    }

    @Test
    void tablesShouldHaveNamesOfTheApplication() throws IOException {
        int dot = prefix().indexOf('.');
        String schema = dot < 0 ? "" : "create schema if not exists " + prefix().substring(0, dot) + ";\n";
        // Indexes are in the schema of their table.
        String own = script().replaceAll("DELAYQUEUE_(?!OUTBOX_NAME|OUTBOX_TASK|ONCE_DONE)", prefix());
        Path file = Files.writeString(folder.resolve("own-" + database.dialect().platform() + ".sql"), schema + own);
        application
                .withPropertyValues(
                        "delayqueue.jdbc.initialize-schema=always",
                        "delayqueue.jdbc.schema=file:" + file.resolveSibling("own-@@platform@@.sql"),
                        "delayqueue.jdbc.table-prefix=" + prefix())
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    useTables(context);
                    assertThat(context.getBean(JdbcTemplate.class)
                                    .queryForObject("select count(*) from " + prefix() + "ONCE", Integer.class))
                            .isEqualTo(1);
                });
    }
}
