package io.delayqueue.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.verify;

import io.delayqueue.DelayQueueService;
import io.delayqueue.RetryPolicy;
import io.delayqueue.ServiceRegister;
import io.delayqueue.Task;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.monitor.DelayQueueInspector;
import io.delayqueue.pull.TaskPuller;
import io.delayqueue.store.Backend;
import io.delayqueue.transaction.TransactionalDelayQueueService;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.transaction.support.TransactionSynchronization;

/** Beans of an application with several queues. */
class SeveralQueuesTests {

    private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    DelayQueueAutoConfiguration.class, TransactionalDelayQueueAutoConfiguration.class))
            .withUserConfiguration(Stores.class)
            .withPropertyValues("delayqueue.queues.billing.groups.invoices=send");

    @Configuration(proxyBeanMethods = false)
    @Import(FakeBackend.Billing.class)
    static class Stores {

        @Bean
        FakeBackend store() {
            return new FakeBackend();
        }
    }

    /** Injection points of an application. */
    record Asking(
            DelayQueueService service,
            DelayQueueEngine engine,
            ObjectProvider<DelayQueueService> provider,
            List<DelayQueueEngine> engines,
            @Qualifier("billing") DelayQueueService billing,
            @Qualifier("billing") ObjectProvider<DelayQueueService> billingProvider,
            @Qualifier("billing") DelayQueueEngine billingEngine) {}

    @Test
    void runShouldCreateEverythingOfAQueueQualifiedWithItsName() {
        contextRunner.run(context -> {
            assertThat(context).hasNotFailed();
            DelayQueueEngine engine = billing(context, DelayQueueEngine.class);
            assertThat(engine.name()).isEqualTo("billing");
            assertThat(engine.isRunning()).isTrue();
            assertThat(billing(context, DelayQueueService.class)).isSameAs(engine.service());
            assertThat(billing(context, ServiceRegister.class)).isSameAs(engine.register());
            assertThat(billing(context, DelayQueueInspector.class)).isSameAs(engine.inspector());
            assertThat(billing(context, TaskPuller.class)).isSameAs(engine.puller());
            assertThat(context.getBean("billingDelayQueueService")).isSameAs(engine.service());
            assertThat(billing(context, RetryPolicy.class)).isNotSameAs(context.getBean(RetryPolicy.class));
        });
    }

    @Test
    void tasksShouldGoToTheStoreOfTheirQueueWithItsGroups() {
        contextRunner.withPropertyValues("delayqueue.groups.orders=cancel").run(context -> {
            FakeBackend store = context.getBean("store", FakeBackend.class);
            FakeBackend billingStore = context.getBean("billingStore", FakeBackend.class);
            billing(context, DelayQueueService.class)
                    .addTask(Task.of("invoices", "send").payload("of billing").build());
            assertThat(billingStore.added).singleElement().asString().contains("of billing");
            assertThat(store.added).isEmpty();
            verify(billingStore.registry).register("invoices", Set.of("send"));
            verify(store.registry).register("orders", Set.of("cancel"));
        });
    }

    @Test
    void injectionWithoutQualifierShouldMeanTheDefaultQueue() {
        contextRunner.withBean(Asking.class).run(context -> {
            Asking asking = context.getBean(Asking.class);
            DelayQueueEngine engine = context.getBean("delayQueueEngine", DelayQueueEngine.class);
            assertThat(engine.name()).isEqualTo(DelayQueueEngine.DEFAULT_NAME);
            assertThat(asking.service()).isSameAs(engine.service());
            assertThat(asking.engine()).isSameAs(engine);
            assertThat(asking.engines()).containsExactly(engine);
            assertThat(asking.provider().getObject()).isSameAs(engine.service());
            assertThat(asking.billing())
                    .isSameAs(asking.billingEngine().service())
                    .isSameAs(asking.billingProvider().getObject())
                    .isNotSameAs(engine.service());
            assertThat(context.getBean(DelayQueueService.class)).isSameAs(engine.service());
            assertThat(context.getBean(DelayQueueEngine.class)).isSameAs(engine);
        });
    }

    @Test
    void transactionsOfAQueueShouldBeThoseOfItsProperties() {
        contextRunner
                .withBean(Asking.class)
                .withPropertyValues("delayqueue.queues.billing.transactions.enabled=true")
                .run(context -> {
                    Asking asking = context.getBean(Asking.class);
                    assertThat(asking.billing())
                            .isInstanceOf(TransactionalDelayQueueService.class)
                            .isSameAs(context.getBean("billingTransactionalDelayQueueService"));
                    assertThat(asking.service()).isNotInstanceOf(TransactionalDelayQueueService.class);
                    assertThat(context.getBean(DelayQueueService.class)).isSameAs(asking.service());
                    assertThat(context.getBean("billingDelayQueueService"))
                            .isSameAs(asking.billingEngine().service());
                });
    }

    @Test
    void transactionsOfAllShouldBeThoseOfAQueueThatSaysNothing() {
        contextRunner
                .withBean(Asking.class)
                .withPropertyValues("delayqueue.transactions.enabled=true")
                .run(context -> {
                    Asking asking = context.getBean(Asking.class);
                    assertThat(asking.billing()).isInstanceOf(TransactionalDelayQueueService.class);
                    assertThat(asking.service())
                            .isInstanceOf(TransactionalDelayQueueService.class)
                            .isNotSameAs(asking.billing())
                            .isSameAs(context.getBean(DelayQueueService.class))
                            .isSameAs(context.getBean(TransactionalDelayQueueService.class));
                });
    }

    @Test
    void runWhenTransactionsAreMissingShouldLeaveTheirServiceOut() {
        contextRunner
                .withClassLoader(new FilteredClassLoader(TransactionSynchronization.class))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasBean("billingDelayQueueService")
                        .doesNotHaveBean("billingTransactionalDelayQueueService"));
    }

    @Test
    void runWhenThereIsNoDefaultQueueShouldDemandNothingOfIt() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DelayQueueAutoConfiguration.class, TransactionalDelayQueueAutoConfiguration.class))
                .withUserConfiguration(QueueRedisTests.NotStarted.class)
                .withPropertyValues(
                        "delayqueue.default-queue=false", "delayqueue.queues.billing.redis.host=billing.example")
                .run(context -> {
                    assertThat(context).hasNotFailed().hasSingleBean(DelayQueueEngine.class);
                    assertThat(billing(context, Backend.class).address()).isEqualTo("billing.example:6379");
                });
    }

    @Test
    void runWhenQueueIsDisabledShouldCreateNoBeanOfIt() {
        contextRunner
                .withPropertyValues("delayqueue.queues.billing.enabled=false", "delayqueue.queues.billing.lease=0s")
                .run(context -> {
                    assertThat(context).hasNotFailed().hasSingleBean(DelayQueueEngine.class);
                    assertThat(context.getBeanDefinitionNames()).noneMatch(name -> name.startsWith("billingDelay"));
                });
    }

    @Test
    void runWhenDisabledShouldCreateNoQueue() {
        contextRunner
                .withPropertyValues("delayqueue.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(DelayQueueEngine.class));
    }

    private static <T> T billing(ApplicationContext context, Class<T> type) {
        return BeanFactoryAnnotationUtils.qualifiedBeanOfType(context.getAutowireCapableBeanFactory(), type, "billing");
    }
}
