package io.delayqueue.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.autoconfigure.DelayQueueAutoConfiguration;
import io.delayqueue.autoconfigure.TransactionalDelayQueueAutoConfiguration;
import io.delayqueue.autoconfigure.metrics.DelayQueueMetricsAutoConfiguration;
import io.delayqueue.jdbc.OutboxApplier.Figure;
import io.delayqueue.log.AuditLine;
import io.delayqueue.test.autoconfigure.InMemoryStoreAutoConfiguration;
import io.delayqueue.transaction.OutboxOperations.Refused;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.search.RequiredSearch;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.OperationFilter;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.invoke.ParameterValueMapper;
import org.springframework.boot.actuate.endpoint.web.EndpointMediaTypes;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.WebOperation;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpointDiscoverer;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

class DelayQueueJdbcMonitoringAutoConfigurationTests {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private final ApplicationContextRunner withoutRegistry = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    InMemoryStoreAutoConfiguration.class,
                    DelayQueueAutoConfiguration.class,
                    TransactionalDelayQueueAutoConfiguration.class,
                    DelayQueueMetricsAutoConfiguration.class,
                    DelayQueueJdbcAutoConfiguration.class,
                    DelayQueueJdbcMonitoringAutoConfiguration.class,
                    DataSourceAutoConfiguration.class,
                    DataSourceTransactionManagerAutoConfiguration.class,
                    JdbcTemplateAutoConfiguration.class))
            .withPropertyValues(
                    "delayqueue.store=memory",
                    "delayqueue.transactions.enabled=true",
                    "delayqueue.metrics.depth-refresh=100ms",
                    "spring.datasource.url=" + newDatabase(),
                    "management.endpoints.web.exposure.include=delayqueueoutbox");

    private final ApplicationContextRunner contextRunner =
            withoutRegistry.withBean(MeterRegistry.class, () -> registry);

    /** No sweep takes the rows of a test. */
    private final ApplicationContextRunner withoutSweep =
            contextRunner.withPropertyValues("delayqueue.transactions.outbox.sweep-after=1h");

    private static String newDatabase() {
        return "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    }

    /** Inserts a row that is two minutes old. */
    private static void insert(DataSource dataSource, String id, int tries, String refused) {
        new JdbcTemplate(dataSource)
                .update(
                        "insert into DELAYQUEUE_OUTBOX (name, queue, task_group, task_id, format, kind, created_ms, tries,"
                                + " refused) values (?, 'default', 'orders', ?, 1, 'R', ?, ?, ?)",
                        "name-" + id,
                        id,
                        Instant.now().minusSeconds(120).toEpochMilli(),
                        tries,
                        refused);
    }

    private RequiredSearch meter(String name, String... tags) {
        return registry.get("delayqueue." + name).tags("queue", "default").tags(tags);
    }

    private double gauge(String name) {
        return meter("outbox." + name, "data.source", "dataSource").gauge().value();
    }

    private double counter(String name, String... tags) {
        return meter(name, tags).functionCounter().count();
    }

    @Test
    void gaugesShouldBeThoseOfTheRows() {
        withoutSweep.run(context -> {
            await().until(() -> gauge("rows") == 0 && gauge("refused") == 0 && gauge("oldest") == 0);
            DataSource dataSource = context.getBean(DataSource.class);
            insert(dataSource, "a", 0, null);
            insert(dataSource, "b", 0, "no");
            insert(dataSource, "c", 0, null);
            await().until(() -> gauge("rows") == 2 && gauge("refused") == 1);
            assertThat(gauge("oldest")).isCloseTo(130, within(10.0));
        });
    }

    @Test
    void gaugesShouldHaveNoValueWithoutACount() {
        withoutSweep.run(context -> {
            await().until(() -> gauge("rows") == 0);
            new JdbcTemplate(context.getBean(DataSource.class)).execute("drop table DELAYQUEUE_OUTBOX");
            await().until(() -> Double.isNaN(gauge("rows")) && Double.isNaN(gauge("oldest")));
        });
    }

    @Test
    void countersShouldBeThoseOfTheTotals() {
        withoutSweep.run(context -> {
            JdbcQueues queues = context.getBean(JdbcQueues.class);
            Totals<Figure> outbox = queues.outboxes().get(0).totals();
            outbox.add(Figure.DIRECT, 2);
            outbox.add(Figure.SWEEP, 3);
            outbox.add(Figure.REPEATED, 4);
            outbox.add(Figure.LATE, 5);
            outbox.add(Figure.DELAY_MILLIS, 10_000);
            assertThat(counter("outbox.applied", "way", "direct")).isEqualTo(2);
            assertThat(counter("outbox.applied", "way", "sweep")).isEqualTo(3);
            assertThat(counter("outbox.repeated")).isEqualTo(4);
            assertThat(counter("outbox.late")).isEqualTo(5);
            FunctionTimer delay = meter("outbox.delay").functionTimer();
            assertThat(delay.count()).isEqualTo(5);
            assertThat(delay.totalTime(TimeUnit.SECONDS)).isEqualTo(10);

            Totals<OnceGuard.Result> once = queues.onceTotals().get("default");
            for (OnceGuard.Result result : OnceGuard.Result.values()) {
                once.add(result, result.ordinal() + 1);
            }
            assertThat(counter("once", "result", "done")).isEqualTo(1);
            assertThat(counter("once", "result", "skipped")).isEqualTo(2);
            assertThat(counter("once", "result", "conflict")).isEqualTo(3);
            assertThat(counter("once", "result", "busy")).isEqualTo(4);
        });
    }

    @Test
    void guardsOfAllQueuesShouldHaveCountersBeforeTheirUse() {
        contextRunner
                .withPropertyValues("delayqueue.queues.billing.groups.orders=cancel")
                .run(context -> assertThat(registry.get("delayqueue.once").functionCounters())
                        .extracting(counter -> counter.getId().getTag("queue"))
                        .contains("default", "billing"));
    }

    @Test
    void changesAndWorkOfTheApplicationShouldBeCounted() {
        contextRunner
                .withPropertyValues(
                        "delayqueue.transactions.outbox.sweep-after=1s",
                        "delayqueue.transactions.outbox.sweep-interval=100ms")
                .run(context -> {
                    DelayQueueService service = context.getBean(DelayQueueService.class);
                    new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
                            .executeWithoutResult(status -> service.addTask(
                                    Task.of("orders", "cancel").id("a").build()));
                    await().until(() ->
                            counter("outbox.applied", "way", "direct") + counter("outbox.applied", "way", "sweep")
                                    == 1);
                    OnceGuard guard = context.getBean(OnceGuard.class);
                    guard.run(OnceGuardContract.task("a", Instant.EPOCH), () -> {});
                    guard.run(OnceGuardContract.task("a", Instant.EPOCH), () -> {});
                    assertThat(counter("once", "result", "done")).isEqualTo(1);
                    assertThat(counter("once", "result", "skipped")).isEqualTo(1);
                });
    }

    private static Health health(ApplicationContext context) {
        return context.getBean("delayQueueOutboxHealthIndicator", HealthIndicator.class)
                .health();
    }

    @Test
    void healthShouldBeUpWithTheRows() {
        withoutSweep.run(context -> {
            assertThat(health(context).getDetails())
                    .containsExactlyInAnyOrderEntriesOf(
                            Map.of("rows", 0L, "oldest", Duration.ZERO, "refused", 0L, "poisoned", List.of()));
            DataSource dataSource = context.getBean(DataSource.class);
            insert(dataSource, "a", 3, null);
            insert(dataSource, "b", 1, "no");
            insert(dataSource, "c", 0, null);
            Health health = health(context);
            assertThat(health.getStatus()).isEqualTo(Status.UP);
            assertThat(health.getDetails())
                    .containsEntry("rows", 2L)
                    .containsEntry("refused", 1L)
                    .containsEntry("poisoned", List.of("orders/a"));
            assertThat((Duration) health.getDetails().get("oldest"))
                    .isBetween(Duration.ofMinutes(2), Duration.ofMinutes(3));
        });
    }

    @Test
    void healthOfSeveralOutboxesShouldNameThem() {
        DataSource one = new DriverManagerDataSource(newDatabase(), "sa", "");
        DataSource two = new DriverManagerDataSource(newDatabase(), "sa", "");
        withoutSweep
                .withBean("one", DataSource.class, () -> one)
                .withBean("two", DataSource.class, () -> two)
                .withPropertyValues(
                        "delayqueue.transactions.outbox.data-source=one,two", "delayqueue.once-guard.data-source=two")
                .run(context ->
                        assertThat(health(context).getDetails()).containsOnlyKeys("default-one", "default-two"));
    }

    @Test
    void healthShouldBeUnknownWithoutTheDatabase() {
        withoutSweep.run(context -> {
            new JdbcTemplate(context.getBean(DataSource.class)).execute("drop table DELAYQUEUE_OUTBOX");
            assertThat(health(context).getStatus()).isEqualTo(Status.UNKNOWN);
        });
    }

    @Test
    void endpointShouldShowRefusedChanges() {
        withoutSweep.run(context -> {
            DataSource dataSource = context.getBean(DataSource.class);
            insert(dataSource, "a", 0, null);
            insert(dataSource, "b", 0, "no");
            DelayQueueOutboxEndpoint endpoint = context.getBean(DelayQueueOutboxEndpoint.class);
            DelayQueueOutboxEndpoint.Outboxes found =
                    (DelayQueueOutboxEndpoint.Outboxes) endpoint.outboxes().getBody();
            assertThat(found.outboxes()).hasSize(1);
            DelayQueueOutboxEndpoint.Description outbox = found.outboxes().get(0);
            assertThat(outbox.queue()).isEqualTo("default");
            assertThat(outbox.dataSource()).isEqualTo("dataSource");
            assertThat(outbox.depth().rows()).isEqualTo(1);
            assertThat(outbox.depth().refused()).isEqualTo(1);
            assertThat(outbox.depth().oldest()).isBetween(Duration.ofMinutes(2), Duration.ofMinutes(3));
            assertThat(outbox.refused())
                    .extracting(Refused::name, Refused::group, Refused::id, Refused::reason)
                    .containsExactly(tuple("name-b", "orders", "b", "no"));
        });
    }

    @Test
    void endpointShouldRetryAndDiscardRefusedChangesAndLogTheDecisions() {
        withoutSweep.run(context -> {
            DataSource dataSource = context.getBean(DataSource.class);
            insert(dataSource, "a", 0, "no");
            insert(dataSource, "b", 0, "no");
            insert(dataSource, "c", 0, null);
            DelayQueueOutboxEndpoint endpoint = context.getBean(DelayQueueOutboxEndpoint.class);
            ListAppender<ILoggingEvent> audit = new ListAppender<>();
            audit.start();
            Logger logger = (Logger) LoggerFactory.getLogger(AuditLine.LOGGER);
            logger.setLevel(Level.INFO);
            logger.addAppender(audit);
            try {
                assertThat(change(endpoint, "name-a", "retry").getStatus()).isEqualTo(204);
                assertThat(change(endpoint, "name-b", "discard").getStatus()).isEqualTo(204);
                assertThat(change(endpoint, "name-c", "discard").getStatus()).isEqualTo(404);
                assertThat(change(endpoint, "name-c", "delete").getStatus()).isEqualTo(400);
                assertThat(new JdbcTemplate(dataSource)
                                .queryForList(
                                        "select task_id from DELAYQUEUE_OUTBOX where refused is null order by seq",
                                        String.class))
                        .containsExactly("a", "c");
                new JdbcTemplate(dataSource).execute("drop table DELAYQUEUE_OUTBOX");
                assertThat(change(endpoint, "name-c", "retry").getStatus()).isEqualTo(503);
                assertThat(endpoint.outboxes().getStatus()).isEqualTo(503);
            } finally {
                logger.detachAppender(audit);
                logger.setLevel(null);
            }
            assertThat(audit.list)
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .containsExactly(
                            "done action=retry queue=default change=name-a via=actuator status=204",
                            "done action=discard queue=default change=name-b via=actuator status=204",
                            "refused action=discard change=name-c via=actuator status=404",
                            "refused action=delete change=name-c via=actuator status=400",
                            "failed action=retry change=name-c via=actuator status=503");
        });
    }

    private static WebEndpointResponse<OperationResponseBody> change(
            DelayQueueOutboxEndpoint endpoint, String name, String action) {
        return endpoint.change(name, action, SecurityContext.NONE);
    }

    @Test
    void endpointShouldDecideOnlyIfThatIsAllowed() {
        contextRunner.run(context -> {
            assertThat(predicates(context, access -> access)).containsExactly("GET delayqueueoutbox");
            assertThat(predicates(context, access -> Access.UNRESTRICTED))
                    .containsExactlyInAnyOrder("GET delayqueueoutbox", "POST delayqueueoutbox/{name}");
        });
    }

    /** The requests that the endpoints of an application answer, if the access is not the default. */
    private static List<String> predicates(ApplicationContext context, UnaryOperator<Access> access) {
        WebEndpointDiscoverer discoverer = new WebEndpointDiscoverer(
                context,
                ParameterValueMapper.NONE,
                EndpointMediaTypes.DEFAULT,
                null,
                List.of(),
                List.of(),
                List.of(),
                List.of(OperationFilter.byAccess((endpoint, byDefault) -> access.apply(byDefault))));
        return discoverer.getEndpoints().stream()
                .flatMap(endpoint -> endpoint.getOperations().stream())
                .map(WebOperation::getRequestPredicate)
                .map(predicate -> predicate.getHttpMethod() + " " + predicate.getPath())
                .toList();
    }

    @Test
    void runWithoutRegistryShouldHaveNoMeters() {
        withoutRegistry.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(JdbcMeters.class));
    }

    @Test
    void runWithoutMetricsShouldHaveNoMeters() {
        contextRunner
                .withPropertyValues("delayqueue.metrics.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(JdbcMeters.class));
    }

    @Test
    void runWhenSwitchedOffShouldHaveNeitherHealthNorEndpoint() {
        contextRunner
                .withPropertyValues(
                        "management.health.delayqueueoutbox.enabled=false",
                        "management.endpoints.web.exposure.include=health")
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(OutboxHealthIndicator.class)
                        .doesNotHaveBean(DelayQueueOutboxEndpoint.class));
    }

    @Test
    void runWithoutMicrometerHealthAndActuatorShouldStart() {
        withoutRegistry
                .withClassLoader(new FilteredClassLoader(MeterRegistry.class, HealthContributor.class, Endpoint.class))
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(JdbcQueues.class));
    }

    @Test
    void runWithoutAnOutboxShouldHaveNoRowsToShow() {
        contextRunner
                .withPropertyValues("delayqueue.transactions.outbox.enabled=false")
                .run(context -> {
                    assertThat(health(context).getStatus()).isEqualTo(Status.UP);
                    assertThat(registry.find("delayqueue.outbox.rows").gauges()).isEmpty();
                    assertThat(counter("once", "result", "done")).isZero();
                });
    }
}
