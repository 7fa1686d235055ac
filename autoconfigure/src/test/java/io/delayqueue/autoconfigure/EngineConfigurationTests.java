package io.delayqueue.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.inOrder;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.delayqueue.Callback;
import io.delayqueue.CronSchedule;
import io.delayqueue.DeadLetter;
import io.delayqueue.DeadLetterListener;
import io.delayqueue.DelayQueueException;
import io.delayqueue.DelayQueueService;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.TaskInterceptor;
import io.delayqueue.TaskInvocation;
import io.delayqueue.autoconfigure.listener.DisabledGroupException;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.EngineExtensions;
import io.delayqueue.pull.PullOptions;
import io.delayqueue.pull.TaskPuller;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.InOrder;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.core.annotation.Order;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/** Properties and beans that configure the engine. */
class EngineConfigurationTests {

    private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(DelayQueueAutoConfiguration.class))
            .withBean(FakeBackend.class);

    @Test
    void groupsAndTopicsShouldBeRegisteredAtTheStart() {
        contextRunner
                .withPropertyValues("delayqueue.groups.orders=cancel,remind", "delayqueue.groups.mail=")
                .run(context -> {
                    FakeBackend backend = context.getBean(FakeBackend.class);
                    verify(backend.registry).register("orders", Set.of("cancel", "remind"));
                    verify(backend.registry).register("mail", Set.of());
                });
    }

    @Test
    void callbackThatIsNotAllowedShouldBeRefused() {
        contextRunner
                .withPropertyValues("delayqueue.allowed-callbacks=com.example.*")
                .run(context -> assertThatExceptionOfType(InvalidTaskException.class)
                        .isThrownBy(() -> add(context, carried()))
                        .withMessageContaining(Greet.class.getName()));
    }

    @Test
    void callbackThatIsAllowedShouldBeCarried() {
        contextRunner
                .withPropertyValues("delayqueue.allowed-callbacks=com.example.*," + Greet.class.getName())
                .run(context -> assertThat(add(context, carried())).contains(Greet.class.getName()));
    }

    @Test
    void payloadOverTheLimitShouldBeRefused() {
        contextRunner.withPropertyValues("delayqueue.max-payload-size=10B").run(context -> {
            assertThat(add(context, payload("12345678"))).contains("12345678");
            assertThatExceptionOfType(InvalidTaskException.class)
                    .isThrownBy(() -> add(context, payload("123456789")))
                    .withMessageContaining("payload must be at most 10 bytes");
        });
    }

    @Test
    void cronExpressionShouldBeUnderstoodAndAnInvalidOneRefusedWithTheReason() {
        contextRunner.run(context -> {
            assertThat(add(context, cron("@daily"))).contains("\"cron\":\"@daily\"");
            assertThatExceptionOfType(InvalidTaskException.class)
                    .isThrownBy(() -> add(context, cron("every day")))
                    .withMessageContaining("'every day' is none: ")
                    .withMessageContaining("Cron expression must consist of 6 fields");
        });
    }

    @Test
    void cronScheduleOfTheApplicationShouldBeUsed() {
        contextRunner
                .withBean(CronSchedule.class, () -> (expression, zone, after) -> after.plusSeconds(60))
                .run(context -> assertThat(add(context, cron("every minute"))).contains("\"cron\":\"every minute\""));
    }

    /** Listener that adds tasks, and needs the service of the engine. */
    @Test
    void deadLetterListenersShouldReachTheEngineInTheirOrder() {
        DelayQueueEngine engine = mock(DelayQueueEngine.class);
        EngineExtensions extensions = mock(EngineExtensions.class);
        when(engine.extensions()).thenReturn(extensions);
        DeadLetterListener last = letter -> {};
        contextRunner
                .withBean("last", DeadLetterListener.class, () -> last)
                .withBean("first", First.class)
                .withBean(DelayQueueEngine.class, () -> engine)
                .withBean(DelayQueueService.class, () -> mock(DelayQueueService.class))
                .run(context -> {
                    InOrder order = inOrder(engine, extensions);
                    order.verify(extensions).addDeadLetterListener(context.getBean(First.class));
                    order.verify(extensions).addDeadLetterListener(last);
                    order.verify(engine).start();
                });
        contextRunner.withBean(First.class).run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void interceptorsShouldReachTheEngineInTheirOrderAfterLogsAndErrors() {
        DelayQueueEngine engine = mock(DelayQueueEngine.class);
        EngineExtensions extensions = mock(EngineExtensions.class);
        when(engine.extensions()).thenReturn(extensions);
        TaskInterceptor last = TaskInvocation::proceed;
        contextRunner
                .withBean("last", TaskInterceptor.class, () -> last)
                .withBean("first", FirstInterceptor.class)
                .withBean(DelayQueueEngine.class, () -> engine)
                .withBean(DelayQueueService.class, () -> mock(DelayQueueService.class))
                .run(context -> {
                    InOrder order = inOrder(engine, extensions);
                    order.verify(extensions).addInterceptor(any(MdcInterceptor.class));
                    // The error handlers of this queue.
                    order.verify(extensions).addInterceptor(any());
                    order.verify(extensions).addInterceptor(context.getBean(FirstInterceptor.class));
                    order.verify(extensions).addInterceptor(last);
                    order.verify(engine).start();
                });
        contextRunner.withBean(FirstInterceptor.class).run(context -> assertThat(context)
                .hasNotFailed());
    }

    @Test
    void groupThatIsDisabledShouldBeLeftAloneButTakeTasks() {
        contextRunner.withPropertyValues("delayqueue.disabled-groups=orders").run(context -> {
            assertThat(add(context, payload(1))).startsWith("\"cancel\",");
            assertThatExceptionOfType(DelayQueueException.class)
                    .isThrownBy(() -> context.getBean(TaskPuller.class)
                            .reserve("orders", "cancel", PullOptions.DEFAULT, Duration.ZERO))
                    .withMessage("The group orders is disabled in this engine, which cannot serve it");
        });
    }

    @Test
    void groupThatIsDisabledShouldNotBeRegistered() {
        contextRunner
                .withPropertyValues("delayqueue.disabled-groups=orders", "delayqueue.groups.orders=cancel")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOfSatisfying(DisabledGroupException.class, failure -> {
                            assertThat(failure.group()).isEqualTo("orders");
                            assertThat(failure.topic()).isNull();
                            assertThat(failure.source()).isEqualTo("delayqueue.groups.orders");
                            assertThat(failure)
                                    .hasMessage("The group orders is disabled here by delayqueue.disabled-groups, but"
                                            + " registered by delayqueue.groups.orders. Remove the group from"
                                            + " delayqueue.disabled-groups, or from that property");
                        }));
    }

    @Test
    void mapperOfTheApplicationShouldWritePayloads() {
        JsonMapper mapper = JsonMapper.builder()
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .build();
        contextRunner.withBean(JsonMapper.class, () -> mapper).run(context -> assertThat(
                        add(context, payload(new Purchase(42))))
                .contains("\"order_number\":42"));
    }

    @Test
    void mapperOfSpringBootShouldWritePayloadsAsItsPropertiesSay() {
        contextRunner
                .withConfiguration(AutoConfigurations.of(JacksonAutoConfiguration.class))
                .withPropertyValues("spring.jackson.property-naming-strategy=SNAKE_CASE")
                .run(context ->
                        assertThat(add(context, payload(new Purchase(42)))).contains("\"order_number\":42"));
    }

    private static JsonMapper snake() {
        return JsonMapper.builder()
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .build();
    }

    @Test
    void severalMappersWithoutAPrimaryOneShouldFail() {
        contextRunner
                .withBean("one", JsonMapper.class, EngineConfigurationTests::snake)
                .withBean("two", JsonMapper.class, EngineConfigurationTests::snake)
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(NoUniqueBeanDefinitionException.class)
                        .hasMessageContaining("one,two"));
    }

    @Test
    void primaryOfSeveralMappersShouldWritePayloads() {
        contextRunner
                .withBean(
                        "one",
                        JsonMapper.class,
                        EngineConfigurationTests::snake,
                        definition -> definition.setPrimary(true))
                .withBean("two", JsonMapper.class, () -> JsonMapper.builder().build())
                .run(context ->
                        assertThat(add(context, payload(new Purchase(42)))).contains("\"order_number\":42"));
    }

    @ParameterizedTest
    @ValueSource(classes = {QualifiedMappers.class, QualifiedBesidePrimary.class})
    void mapperWithTheNameOfTheQueueAsItsQualifierShouldWritePayloads(Class<?> mappers) {
        contextRunner.withUserConfiguration(mappers).run(context -> assertThat(add(context, payload(new Purchase(42))))
                .contains("\"order_number\":42"));
    }

    @Configuration(proxyBeanMethods = false)
    static class QualifiedMappers {

        @Bean
        @Qualifier("default")
        JsonMapper one() {
            return snake();
        }

        @Bean
        JsonMapper two() {
            return JsonMapper.builder().build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class QualifiedBesidePrimary {

        @Bean(defaultCandidate = false)
        @Qualifier("default")
        JsonMapper one() {
            return snake();
        }

        @Bean
        @Primary
        JsonMapper two() {
            return JsonMapper.builder().build();
        }
    }

    @Test
    void closeShouldStopTheEngineAndCloseTheBackend() {
        contextRunner.run(context -> {
            FakeBackend backend = context.getBean(FakeBackend.class);
            DelayQueueEngine engine = context.getBean(DelayQueueEngine.class);
            assertThat(engine.isRunning()).isTrue();
            context.close();
            assertThat(engine.isRunning()).isFalse();
            assertThat(backend.closed).isPositive();
        });
    }

    private static String add(ApplicationContext context, Task task) {
        context.getBean(DelayQueueService.class).addTask(task);
        return context.getBean(FakeBackend.class).added.get(0);
    }

    private static Task payload(Object payload) {
        return Task.of("orders", "cancel").payload(payload).build();
    }

    private static Task carried() {
        return Task.of("orders", "cancel").callback(Greet.class, "Ada").build();
    }

    private static Task cron(String expression) {
        return Task.of("orders", "cancel")
                .repeat(Repeat.cron(expression, ZoneOffset.UTC))
                .build();
    }

    @Order(1)
    record First(DelayQueueService service) implements DeadLetterListener {
        @Override
        public void onDeadLetter(DeadLetter letter) {}
    }

    @Order(1)
    record FirstInterceptor(DelayQueueService service) implements TaskInterceptor {
        @Override
        public void intercept(TaskInvocation invocation) throws Exception {
            invocation.proceed();
        }
    }

    record Purchase(long orderNumber) {}

    public record Greet(String name) implements Callback {
        @Override
        public void call() {}
    }
}
