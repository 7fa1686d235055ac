package io.delayqueue.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.autoconfigure.DelayQueueAutoConfiguration;
import io.delayqueue.autoconfigure.TransactionalDelayQueueAutoConfiguration;
import io.delayqueue.properties.StartupFailures;
import io.delayqueue.test.autoconfigure.InMemoryStoreAutoConfiguration;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Messages of an application that does not start because of a data source. */
class StartFailuresTests {

    private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    InMemoryStoreAutoConfiguration.class,
                    DelayQueueAutoConfiguration.class,
                    TransactionalDelayQueueAutoConfiguration.class,
                    DelayQueueJdbcAutoConfiguration.class,
                    DataSourceAutoConfiguration.class,
                    DataSourceTransactionManagerAutoConfiguration.class))
            .withPropertyValues(
                    "delayqueue.store=memory",
                    "delayqueue.transactions.enabled=true",
                    "spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID());

    /** Uses the guard of a queue. */
    @Configuration(proxyBeanMethods = false)
    static class Shop {

        @Bean
        Runnable work(@Qualifier("shop") OnceGuard guard) {
            return guard::hashCode;
        }
    }

    @Test
    void databaseThatDoesNotAnswerShouldBeNamedWithTheReason() throws IOException {
        int port;
        try (ServerSocket closed = new ServerSocket(0)) {
            port = closed.getLocalPort();
        }
        contextRunner
                .withPropertyValues("spring.datasource.url=jdbc:postgresql://127.0.0.1:" + port + "/shop")
                .run(context -> {
                    assertThat(StartupFailures.description(context.getStartupFailure()))
                            .contains("'dataSource'", "127.0.0.1:" + port);
                    assertThat(StartupFailures.action(context.getStartupFailure()))
                            .contains("data source");
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"transactions.outbox.data-source", "once-guard.data-source"})
    void unknownDataSourceOfANamedQueueShouldBeNamedWithItsProperty(String property) {
        contextRunner
                .withUserConfiguration(Shop.class)
                .withPropertyValues("delayqueue.queues.shop." + property + "=missing")
                .run(context -> assertThat(StartupFailures.description(context.getStartupFailure()))
                        .contains("delayqueue.queues.shop." + property, "'missing'"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"transactions.outbox.data-source", "once-guard.data-source"})
    void unknownDataSourceShouldBeNamedAlsoIfNothingUsesIt(String property) {
        contextRunner.withPropertyValues("delayqueue." + property + "=nope").run(context -> {
            assertThat(StartupFailures.description(context.getStartupFailure()))
                    .startsWith("delayqueue." + property + " names the data source 'nope', but there is no such");
            assertThat(StartupFailures.action(context.getStartupFailure())).isEqualTo("Use one of dataSource.");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"transactions.outbox.data-source", "once-guard.data-source"})
    void productWithoutADialectShouldBeNamedWithThePropertyOfTheQueue(String property) {
        contextRunner
                .withUserConfiguration(Shop.class)
                .withBean(
                        "old",
                        DataSource.class,
                        () -> new DelegatingDataSource(DialectTests.dataSource("Oracle")),
                        bean -> ((AbstractBeanDefinition) bean).setDefaultCandidate(false))
                .withPropertyValues("delayqueue.queues.shop." + property + "=old")
                .run(context -> {
                    assertThat(StartupFailures.description(context.getStartupFailure()))
                            .contains("'old'", "Oracle");
                    assertThat(StartupFailures.action(context.getStartupFailure()))
                            .contains("delayqueue.queues.shop." + property);
                });
    }

    /** The queue inherits the property of all queues. */
    @Test
    void inheritedPropertyShouldBeNamedAsItIsSet() {
        contextRunner
                .withUserConfiguration(Shop.class)
                .withPropertyValues(
                        "delayqueue.transactions.outbox.enabled=false",
                        "delayqueue.queues.shop.transactions.outbox.enabled=true",
                        "delayqueue.transactions.outbox.data-source=missing")
                .run(context -> assertThat(StartupFailures.description(context.getStartupFailure()))
                        .startsWith("delayqueue.transactions.outbox.data-source names"));
    }
}
