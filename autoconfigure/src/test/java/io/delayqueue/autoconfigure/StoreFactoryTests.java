package io.delayqueue.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.redis.RedisConnections;
import io.delayqueue.store.Backend;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;

/** Queues with stores other than Redis. */
class StoreFactoryTests {

    private final Map<String, FakeBackend> made = new HashMap<>();

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    DelayQueueAutoConfiguration.class, TransactionalDelayQueueAutoConfiguration.class))
            .withBean(DelayQueueStoreFactory.class, () -> this::make)
            .withPropertyValues("delayqueue.store=memory");

    private Backend make(String queue) {
        FakeBackend backend = new FakeBackend();
        assertThat(made.put(queue, backend)).isNull();
        return backend;
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "MEMORY", "Memory"})
    void runShouldNeedNothingOfRedis(String store) {
        runner.withPropertyValues("delayqueue.store=" + store).run(context -> {
            assertThat(context)
                    .hasNotFailed()
                    .doesNotHaveBean(RedisConnections.class)
                    .doesNotHaveBean(DataRedisConnectionDetails.class)
                    .hasSingleBean(Backend.class);
            context.getBean(DelayQueueService.class)
                    .addTask(Task.of("orders", "cancel").build());
            assertThat(made.get("default").added).hasSize(1);
        });
    }

    @Test
    void whatIsSaidOfRedisShouldNotBeLookedAt() {
        runner.withPropertyValues(
                        "delayqueue.redis.url=no URL at all",
                        "delayqueue.durability.min-replicas=2",
                        "delayqueue.queues.billing.redis.url=nor this")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(RedisConnections.class));
    }

    @Test
    void everyQueueShouldHaveAStoreOfItsOwnThatItsEngineCloses() {
        runner.withPropertyValues("delayqueue.queues.billing.groups.invoices=send", "delayqueue.queues.mail.lease=40s")
                .run(context -> {
                    assertThat(made).containsOnlyKeys("default", "billing", "mail");
                    BeanFactoryAnnotationUtils.qualifiedBeanOfType(
                                    context.getAutowireCapableBeanFactory(), DelayQueueService.class, "billing")
                            .addTask(Task.of("invoices", "send").build());
                    assertThat(made.get("billing").added).hasSize(1);
                    assertThat(made.get("default").added).isEmpty();
                    context.close();
                    assertThat(made.values())
                            .allSatisfy(store -> assertThat(store.closed).isPositive());
                });
    }

    @Test
    void runWhenThereIsNoDefaultQueueShouldMakeNoStoreForIt() {
        runner.withPropertyValues("delayqueue.default-queue=false", "delayqueue.queues.billing.lease=40s")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(made).containsOnlyKeys("billing");
                });
    }

    /** The application's backend is most likely on Redis, which must not be accessed. */
    @Test
    void storesOfTheApplicationShouldGiveWay() {
        runner.withUserConfiguration(SeveralQueuesTests.Stores.class)
                .withPropertyValues("delayqueue.queues.billing.groups.invoices=send")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(Backend.class)).isSameAs(made.get("default"));
                    add(context, "orders", context.getBean(DelayQueueService.class));
                    add(context, "invoices", context.getBean("billingDelayQueueService", DelayQueueService.class));
                    assertThat(made.get("default").added).hasSize(1);
                    assertThat(made.get("billing").added).hasSize(1);
                });
    }

    private static void add(ApplicationContext context, String group, DelayQueueService service) {
        service.addTask(Task.of(group, "send").build());
        assertThat(context.getBean("store", FakeBackend.class).added).isEmpty();
        assertThat(context.getBean("billingStore", FakeBackend.class).added).isEmpty();
    }

    @Test
    void runWhenTheStoreIsRedisShouldNotAskForAnother() {
        runner.withPropertyValues("delayqueue.store=redis")
                .withBean(FakeBackend.class)
                .run(context -> {
                    assertThat(context).hasNotFailed().hasSingleBean(Backend.class);
                    assertThat(made).isEmpty();
                });
    }

    /** Simulates an application that was processed ahead of time: the property changes after the definitions were created. */
    @ParameterizedTest
    @CsvSource({"redis, memory", "memory, redis"})
    void otherStoreThanTheBeansAreForShouldStopTheStart(String built, String now) {
        runner.withPropertyValues("delayqueue.store=" + built, "delayqueue.redis.port=1")
                .withBean(
                        BeanFactoryPostProcessor.class,
                        () -> beans -> TestPropertyValues.of("delayqueue.store=" + now)
                                .applyTo((ConfigurableEnvironment)
                                        beans.getBean(ConfigurableApplicationContext.ENVIRONMENT_BEAN_NAME)))
                .run(context -> assertThat(context)
                        .hasFailed()
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage(
                                "delayqueue.store was %s when this application was processed ahead of time, which"
                                        + " decided its beans, and is %s now. Set it to %s, or process the application again"
                                        + " with %s.",
                                built, now, built, now));
    }
}
