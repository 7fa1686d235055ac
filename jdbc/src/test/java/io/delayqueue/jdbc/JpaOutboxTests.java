package io.delayqueue.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import io.delayqueue.AddResult;
import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import java.time.Instant;
import java.util.List;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.hibernate.FlushMode;
import org.hibernate.Session;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.orm.jpa.EntityManagerFactoryUtils;
import org.springframework.orm.jpa.EntityManagerHolder;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Entities and changes of tasks in one transaction, which JPA manages. */
class JpaOutboxTests {

    private final TestDatabase database = TestServers.h2();

    private final HikariDataSource pool = database.pool(4);

    private final RecordingDataSource recording = new RecordingDataSource(pool);

    private final ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
            .initializers((GenericApplicationContext beans) ->
                    beans.registerBean("dataSource", DataSource.class, () -> recording))
            .web(WebApplicationType.NONE)
            .registerShutdownHook(false)
            .properties(
                    "spring.main.banner-mode=off",
                    "spring.jpa.hibernate.ddl-auto=create",
                    "delayqueue.store=memory",
                    "delayqueue.transactions.outbox.sweep-after=1s")
            .run();

    private final DelayQueueService service = context.getBean(DelayQueueService.class);

    private final EntityManagerFactory factory = context.getBean(EntityManagerFactory.class);

    private final TransactionTemplate transaction =
            new TransactionTemplate(context.getBean(PlatformTransactionManager.class));

    private final JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    /** An entity of the application. */
    @Entity(name = "purchase")
    static class Purchase {

        @Id
        private String id = "";

        protected Purchase() {}

        Purchase(String id) {
            this.id = id;
        }

        String id() {
            return id;
        }
    }

    @AfterEach
    void close() {
        context.close();
        pool.close();
        database.close();
    }

    private EntityManager entities() {
        EntityManager entities = EntityManagerFactoryUtils.getTransactionalEntityManager(factory);
        assertThat(entities).isNotNull();
        return entities;
    }

    private long count(String table) {
        Long count = jdbc.queryForObject("select count(*) from " + table, Long.class);
        return count == null ? 0 : count;
    }

    private void place(String id) {
        transaction.executeWithoutResult(status -> {
            entities().persist(new Purchase(id));
            assertThat(service.addTask(Task.of("orders", "ship").id(id).build()).outcome())
                    .isEqualTo(AddResult.Outcome.AFTER_COMMIT);
        });
    }

    @Test
    void entityAndChangeShouldBeCommittedTogether() {
        place("a");
        assertThat(count("purchase")).isEqualTo(1);
        Awaitility.await().until(() -> service.findTask("orders", "a").isPresent());
        Awaitility.await().until(() -> count("DELAYQUEUE_OUTBOX") == 0);
    }

    @Test
    void guardThatIsCreatedInATransactionShouldNotCommitIt() {
        transaction.executeWithoutResult(status -> {
            entities().persist(new Purchase("a"));
            entities().flush();
            context.getBean(OnceGuard.class);
            status.setRollbackOnly();
        });
        assertThat(count("purchase")).isZero();
    }

    /** The flush comes first, and its exception is that of a repository. */
    @Test
    void entityThatCannotBeWrittenShouldRollTheChangeBack() {
        jdbc.update("insert into purchase (id) values ('a')");
        assertThatExceptionOfType(DataIntegrityViolationException.class).isThrownBy(() -> place("a"));
        assertThat(count("DELAYQUEUE_OUTBOX")).isZero();
        assertThat(service.findTask("orders", "a")).isEmpty();
    }

    @Test
    void taskOfGuardedWorkShouldBeAddedWithItsCommit() {
        OnceGuard guard = context.getBean(OnceGuard.class);
        AddResult added = guard.call(
                        OnceGuardContract.task("a", Instant.EPOCH),
                        () -> service.addTask(Task.of("orders", "ship").id("b").build()))
                .orElseThrow();
        assertThat(added.outcome()).isEqualTo(AddResult.Outcome.AFTER_COMMIT);
        Awaitility.await().until(() -> service.findTask("orders", "b").isPresent());
    }

    @Test
    void guardShouldCoverEntities() {
        OnceGuard guard = context.getBean(OnceGuard.class);
        for (int delivery = 0; delivery < 2; delivery++) {
            guard.run(
                    OnceGuardContract.task("a", Instant.EPOCH), () -> entities().persist(new Purchase("once")));
        }
        assertThat(count("purchase")).isEqualTo(1);
    }

    /** Another order of locks than without an outbox could let two transactions wait for each other. */
    @Test
    void entitiesShouldBeLockedBeforeTheRowsOfTheOutbox() {
        transaction.executeWithoutResult(status -> {
            entities().persist(new Purchase("a"));
            service.addTask(Task.of("orders", "ship").id("a").build());
            entities().persist(new Purchase("b"));
        });
        List<String> inserts = recording.executed.stream()
                .map(RecordingDataSource.Executed::sql)
                .filter(sql -> sql.startsWith("insert"))
                .filter(sql -> sql.contains("purchase") || sql.contains("DELAYQUEUE_OUTBOX ("))
                .toList();
        assertThat(inserts).hasSizeBetween(2, 3);
        assertThat(inserts.get(inserts.size() - 1)).contains("DELAYQUEUE_OUTBOX");
        assertThat(inserts.subList(0, inserts.size() - 1)).allMatch(sql -> sql.contains("purchase"));
    }

    @Test
    void entitiesThatTheApplicationFlushesItselfShouldNotBeFlushed() {
        transaction.executeWithoutResult(status -> {
            entities().unwrap(Session.class).setHibernateFlushMode(FlushMode.MANUAL);
            entities().persist(new Purchase("a"));
            service.addTask(Task.of("orders", "ship").id("a").build());
        });
        assertThat(count("purchase")).isZero();
        Awaitility.await().until(() -> service.findTask("orders", "a").isPresent());
    }

    /** A flush outside of the transaction is an error. */
    @Test
    void entitiesThatAreNotPartOfTheTransactionShouldNotBeFlushed() {
        EntityManager own = factory.createEntityManager();
        own.persist(new Purchase("a"));
        TransactionSynchronizationManager.bindResource(factory, new EntityManagerHolder(own));
        try {
            EntityFlush.of(context.getBean(PlatformTransactionManager.class)).run();
        } finally {
            TransactionSynchronizationManager.unbindResource(factory);
            own.close();
        }
        assertThat(count("purchase")).isZero();
    }
}
