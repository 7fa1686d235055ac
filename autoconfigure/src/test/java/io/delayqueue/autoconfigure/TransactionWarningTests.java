package io.delayqueue.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.transaction.TransactionalDelayQueueService;
import java.util.List;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Warning of adds inside a transaction, whose tasks do not wait for its commit. */
@ExtendWith(OutputCaptureExtension.class)
class TransactionWarningTests {

    private static final String WARNING =
            "A task of orders/cancel was added inside a transaction, before its commit: it stays if the transaction is rolled"
                    + " back, and may run before the commit. With delayqueue.transactions.enabled=true tasks are added after"
                    + " the commit; false keeps the present way without this warning";

    private final CapturedOutput output;

    TransactionWarningTests(CapturedOutput output) {
        this.output = output;
    }

    private static ApplicationContextRunner application() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DelayQueueAutoConfiguration.class, TransactionalDelayQueueAutoConfiguration.class))
                .withBean(FakeBackend.class)
                .withBean(
                        PlatformTransactionManager.class,
                        () -> new DataSourceTransactionManager(
                                new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID())));
    }

    private static ApplicationContextRunner withBilling() {
        return application()
                .withUserConfiguration(FakeBackend.Billing.class)
                .withPropertyValues("delayqueue.queues.billing.groups.orders=cancel");
    }

    private static void add(ApplicationContext context) {
        context.getBean(DelayQueueService.class)
                .addTask(Task.of("orders", "cancel").build());
    }

    private static void add(ApplicationContext context, String queue) {
        BeanFactoryAnnotationUtils.qualifiedBeanOfType(
                        context.getAutowireCapableBeanFactory(), DelayQueueService.class, queue)
                .addTask(Task.of("orders", "cancel").build());
    }

    private static void inTransaction(ApplicationContext context, Runnable work) {
        new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
                .executeWithoutResult(status -> work.run());
    }

    @Test
    void addInsideATransactionShouldBeWarnedOfOnce() {
        application().run(context -> {
            inTransaction(context, () -> {
                add(context);
                add(context);
            });
            inTransaction(context, () -> add(context));
            assertThat(output.getOut()).containsOnlyOnce(WARNING);
        });
    }

    @Test
    void addsOutsideATransactionAndAfterItsCommitShouldNotBeWarnedOf() {
        application().run(context -> {
            add(context);
            inTransaction(
                    context,
                    () -> TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                        @Override
                        public void afterCommit() {
                            add(context);
                        }
                    }));
            assertThat(output.getOut()).doesNotContain("inside a transaction");
            inTransaction(context, () -> add(context));
            assertThat(output.getOut()).containsOnlyOnce(WARNING);
        });
    }

    @Test
    void addsThatWaitForTheCommitShouldNotBeWarnedOf() {
        application().run(context -> {
            inTransaction(context, () -> context.getBean(TransactionalDelayQueueService.class)
                    .addTask(Task.of("orders", "cancel").build()));
            assertThat(context.getBean(FakeBackend.class).added).hasSize(1);
            assertThat(output.getOut()).doesNotContain("inside a transaction");
        });
    }

    @ParameterizedTest
    @MethodSource("adds")
    void eachWayOfAddingShouldBeWarnedOf(BiConsumer<DelayQueueService, Task> way) {
        application().run(context -> {
            inTransaction(
                    context,
                    () -> way.accept(
                            context.getBean(DelayQueueService.class),
                            Task.of("orders", "cancel").build()));
            assertThat(output.getOut()).containsOnlyOnce(WARNING);
        });
    }

    static Stream<BiConsumer<DelayQueueService, Task>> adds() {
        return Stream.of(
                (service, task) -> service.addTasks(List.of(task)),
                (service, task) -> service.addTaskAsync(task).join());
    }

    @Test
    void warningOfANamedQueueShouldNameItsProperty() {
        withBilling().run(context -> {
            inTransaction(context, () -> add(context, "billing"));
            assertThat(output.getOut())
                    .containsOnlyOnce(WARNING.replace("With delayqueue.", "With delayqueue.queues.billing."));
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"delayqueue.queues.billing.transactions.enabled=false", "delayqueue.transactions.enabled=false"})
    void namedQueueThatSaysOrInheritsWhatItWantsShouldNotBeWarnedOf(String property) {
        withBilling().withPropertyValues(property).run(context -> {
            inTransaction(context, () -> add(context, "billing"));
            assertThat(output.getOut()).doesNotContain("inside a transaction");
        });
    }

    @Test
    void queueThatSaysWhatItWantsShouldNotBeWarnedOf() {
        application()
                .withPropertyValues("delayqueue.transactions.enabled=false")
                .run(context -> {
                    inTransaction(context, () -> add(context));
                    assertThat(output.getOut()).doesNotContain("inside a transaction");
                });
    }
}
