package io.delayqueue.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import io.delayqueue.DelayQueueService;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.transaction.ChangeJournals;
import io.delayqueue.transaction.TransactionalDelayQueueService;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.transaction.support.TransactionSynchronization;

/** Selection of the injected service. */
class TransactionalDelayQueueAutoConfigurationTests {

    private static final String ENABLED = "delayqueue.transactions.enabled=true";

    private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    DelayQueueAutoConfiguration.class, TransactionalDelayQueueAutoConfiguration.class))
            .withBean(FakeBackend.class)
            .withBean(Asking.class);

    /** Injection points of an application. */
    record Asking(
            DelayQueueService service,
            ObjectProvider<DelayQueueService> provider,
            ObjectProvider<TransactionalDelayQueueService> transactional) {}

    @Test
    void applicationShouldFindItByTheImportsFile() {
        assertThat(ImportCandidates.load(AutoConfiguration.class, getClass().getClassLoader()))
                .contains(TransactionalDelayQueueAutoConfiguration.class.getName());
    }

    @Test
    void injectionShouldGiveThePlainServiceUnlessAskedOtherwise() {
        contextRunner.run(context -> {
            DelayQueueService plain = context.getBean(DelayQueueEngine.class).service();
            Asking asking = context.getBean(Asking.class);
            assertThat(asking.service()).isSameAs(plain);
            assertThat(asking.provider().getObject()).isSameAs(plain);
            assertThat(asking.provider().getIfUnique()).isSameAs(plain);
            assertThat(context.getBean(DelayQueueService.class)).isSameAs(plain);
            assertThat(asking.transactional().getObject())
                    .isSameAs(context.getBean(TransactionalDelayQueueService.class));
        });
    }

    @Test
    void injectionWhenEnabledShouldGiveTheTransactionalService() {
        contextRunner.withPropertyValues(ENABLED).run(context -> {
            Asking asking = context.getBean(Asking.class);
            assertThat(asking.service()).isInstanceOf(TransactionalDelayQueueService.class);
            assertThat(asking.provider().getIfUnique()).isSameAs(asking.service());
            assertThat(asking.transactional().getObject()).isSameAs(asking.service());
            assertThat(context.getBean(DelayQueueService.class)).isSameAs(asking.service());
        });
    }

    @Test
    void runWhenServiceIsGivenShouldNotComeBeforeIt() {
        DelayQueueService own = mock(DelayQueueService.class);
        contextRunner.withBean("own", DelayQueueService.class, () -> own).run(context -> {
            assertThat(context.getBean(Asking.class).service()).isSameAs(own);
            assertThat(context).hasSingleBean(TransactionalDelayQueueService.class);
        });
    }

    @Test
    void runWhenServiceIsGivenAndEnabledShouldStandBeforeIt() {
        DelayQueueService own = mock(DelayQueueService.class);
        contextRunner
                .withPropertyValues(ENABLED)
                .withBean("own", DelayQueueService.class, () -> own)
                .run(context -> assertThat(context.getBean(Asking.class).service())
                        .isInstanceOf(TransactionalDelayQueueService.class));
    }

    @Test
    void runWhenTransactionalServiceIsGivenShouldUseItAlone() {
        TransactionalDelayQueueService own =
                new TransactionalDelayQueueService(mock(DelayQueueService.class), task -> task);
        contextRunner
                .withBean("own", TransactionalDelayQueueService.class, () -> own)
                .run(context -> {
                    assertThat(context).hasSingleBean(DelayQueueService.class);
                    assertThat(context.getBean(Asking.class).service()).isSameAs(own);
                });
    }

    @Test
    void runWhenJournalsAreGivenShouldKeepTheChangesOfEachQueueThere() {
        List<String> kept = new ArrayList<>();
        ChangeJournals journals = (engine, inMemory) ->
                () -> (changes, ended) -> changes.forEach(change -> kept.add(engine.name() + " " + change.id()));
        contextRunner
                .withUserConfiguration(FakeBackend.Billing.class)
                .withPropertyValues(ENABLED, "delayqueue.queues.billing.groups.orders=cancel")
                .withBean(ChangeJournals.class, () -> journals)
                .run(context -> {
                    context.getBean(DelayQueueService.class).removeTask("orders", "a");
                    context.getBean("billingTransactionalDelayQueueService", TransactionalDelayQueueService.class)
                            .removeTask("orders", "b");
                    assertThat(kept).containsExactly(DelayQueueEngine.DEFAULT_NAME + " a", "billing b");
                });
    }

    @Test
    void runWhenServicesAreAmbiguousShouldLeaveThemAlone() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DelayQueueAutoConfiguration.class, TransactionalDelayQueueAutoConfiguration.class))
                .withBean(FakeBackend.class)
                .withBean("one", DelayQueueService.class, () -> mock(DelayQueueService.class))
                .withBean("other", DelayQueueService.class, () -> mock(DelayQueueService.class))
                .run(context ->
                        assertThat(context).hasNotFailed().doesNotHaveBean(TransactionalDelayQueueService.class));
    }

    @Test
    void runWhenSpringTransactionsAreMissingShouldBackOff() {
        contextRunner
                .withClassLoader(new FilteredClassLoader(TransactionSynchronization.class))
                .withPropertyValues(ENABLED)
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(DelayQueueService.class)
                        .doesNotHaveBean(TransactionalDelayQueueService.class));
    }

    @Test
    void runWhenDisabledShouldBackOff() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DelayQueueAutoConfiguration.class, TransactionalDelayQueueAutoConfiguration.class))
                .withPropertyValues("delayqueue.enabled=false", ENABLED)
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(DelayQueueService.class));
    }
}
