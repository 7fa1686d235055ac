package io.delayqueue.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.inOrder;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.delayqueue.AddInterceptor;
import io.delayqueue.DeadLetterListener;
import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.TaskInterceptor;
import io.delayqueue.TaskSchedule;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.EngineExtensions;
import io.delayqueue.history.RecordFilter;
import io.delayqueue.monitor.EngineObserver;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.mockito.InOrder;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;

/** Selection of the beans that extend a queue. */
class QueueExtensionsTests {

    private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(DelayQueueAutoConfiguration.class))
            .withBean(FakeBackend.class)
            .withUserConfiguration(QuietEngines.class)
            .withPropertyValues("delayqueue.queues.billing.lease=40s", "delayqueue.queues.mail.enabled=false");

    @Test
    void logsShouldKnowTheTaskUnlessTheirQueueSaysOtherwise() {
        contextRunner.run(context -> verifyMdc(context, true, true));
        contextRunner
                .withPropertyValues("delayqueue.mdc.enabled=false")
                .run(context -> verifyMdc(context, false, false));
        contextRunner
                .withPropertyValues("delayqueue.queues.billing.mdc.enabled=false")
                .run(context -> verifyMdc(context, true, false));
    }

    @Test
    void beanWithAScopedProxyShouldExtendAllQueuesOnceByItsProxy() {
        contextRunner.withUserConfiguration(Scoped.class).run(context -> {
            assertThat(context).hasNotFailed();
            verify(Kind.extensions(context, "engine"), times(1)).interceptAdds(any());
            verify(Kind.extensions(context, "engine")).interceptAdds(context.getBean("scoped", AddInterceptor.class));
            verify(Kind.extensions(context, "billingEngine"), times(1)).interceptAdds(any());
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class Scoped {

        @Bean
        @Scope(scopeName = ConfigurableBeanFactory.SCOPE_PROTOTYPE, proxyMode = ScopedProxyMode.INTERFACES)
        AddInterceptor scoped() {
            return mock(AddInterceptor.class);
        }
    }

    private static void verifyMdc(ApplicationContext context, boolean ofDefault, boolean ofBilling) {
        verify(Kind.extensions(context, "engine"), times(ofDefault ? 1 : 0)).addInterceptor(any(MdcInterceptor.class));
        verify(Kind.extensions(context, "billingEngine"), times(ofBilling ? 1 : 0))
                .addInterceptor(any(MdcInterceptor.class));
    }

    /** Beans that extend a queue, with the engine's method that adds them. */
    record Kind<T>(Class<T> type, BiConsumer<EngineExtensions, T> adding) {

        void verifyAdded(ApplicationContext context, String bean, boolean toDefault, boolean toBilling) {
            T extension = context.getBean(bean, type);
            verifyAdded(context, "engine", extension, toDefault);
            verifyAdded(context, "billingEngine", extension, toBilling);
        }

        private void verifyAdded(ApplicationContext context, String engine, T extension, boolean added) {
            EngineExtensions extensions = extensions(context, engine);
            adding.accept(added ? verify(extensions) : verify(extensions, never()), extension);
        }

        void verifyOrder(ApplicationContext context, String engine, String... beans) {
            EngineExtensions extensions = extensions(context, engine);
            InOrder order = inOrder(extensions);
            for (String bean : beans) {
                adding.accept(order.verify(extensions), context.getBean(bean, type));
            }
        }

        private static EngineExtensions extensions(ApplicationContext context, String engine) {
            return context.getBean(engine, DelayQueueEngine.class).extensions();
        }

        ApplicationContextRunner with(ApplicationContextRunner runner, String bean, int order, String... queues) {
            return runner.withBean(bean, type, () -> mock(type), definition -> {
                definition.setAttribute(AbstractBeanDefinition.ORDER_ATTRIBUTE, order);
                qualify(definition, queues);
            });
        }

        private static void qualify(BeanDefinition definition, String... queues) {
            AbstractBeanDefinition qualified = (AbstractBeanDefinition) definition;
            for (String queue : queues) {
                qualified.addQualifier(new AutowireCandidateQualifier(Qualifier.class, queue));
                qualified.setDefaultCandidate(false);
            }
        }

        @Override
        public String toString() {
            return type.getSimpleName();
        }
    }

    static Stream<Kind<?>> kinds() {
        return Stream.of(
                new Kind<>(TaskInterceptor.class, EngineExtensions::addInterceptor),
                new Kind<>(AddInterceptor.class, EngineExtensions::interceptAdds),
                new Kind<>(DeadLetterListener.class, EngineExtensions::addDeadLetterListener),
                new Kind<>(EngineObserver.class, EngineExtensions::addObserver),
                new Kind<>(RecordFilter.class, EngineExtensions::addRecordFilter));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void beanShouldExtendTheQueuesItIsQualifiedWithElseAll(Kind<?> kind) {
        ApplicationContextRunner runner = kind.with(contextRunner, "ofAll", 0);
        for (String queue : List.of("default", "billing", "mail", "another")) {
            runner = kind.with(runner, "of-" + queue, 0, queue);
        }
        runner.run(context -> {
            assertThat(context).hasNotFailed();
            kind.verifyAdded(context, "ofAll", true, true);
            kind.verifyAdded(context, "of-default", true, false);
            kind.verifyAdded(context, "of-billing", false, true);
            // The queue is disabled.
            kind.verifyAdded(context, "of-mail", false, false);
            // The qualifier is not the name of a queue.
            kind.verifyAdded(context, "of-another", true, true);
        });
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void beanOfTheDefaultQueueShouldExtendNoneIfThereIsNone(Kind<?> kind) {
        kind.with(contextRunner, "of-default", 0, "default")
                .withPropertyValues("delayqueue.default-queue=false")
                .run(context -> kind.verifyAdded(context, "of-default", false, false));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void beansShouldComeInTheirOrder(Kind<?> kind) {
        ApplicationContextRunner runner = kind.with(contextRunner, "last", 3);
        runner = kind.with(runner, "middle", 2, "billing");
        kind.with(runner, "first", 1).run(context -> {
            kind.verifyOrder(context, "engine", "first", "last");
            kind.verifyOrder(context, "billingEngine", "first", "middle", "last");
        });
    }

    private ApplicationContextRunner withSchedule(String bean, String... queues) {
        TaskSchedule schedule = TaskSchedule.of(Task.of("reports", "sales")
                .id(bean)
                .repeat(Repeat.fixedRate(Duration.ofHours(1)))
                .build());
        return contextRunner.withBean(
                bean, TaskSchedule.class, () -> schedule, definition -> Kind.qualify(definition, queues));
    }

    private static void verifyDeclared(ApplicationContext context, String engine, boolean declared) {
        verify(Kind.extensions(context, engine), times(declared ? 1 : 0))
                .addSchedule(context.getBean(TaskSchedule.class));
    }

    @ParameterizedTest
    @CsvSource({"'',true,false", "default,true,false", "billing,false,true", "mail,false,false", "another,true,false"})
    void scheduleShouldBelongToTheQueueThatItIsQualifiedWithElseToTheDefaultQueue(
            String queue, boolean ofDefault, boolean ofBilling) {
        withSchedule("nightly", queue.isEmpty() ? new String[0] : new String[] {queue})
                .run(context -> {
                    verifyDeclared(context, "engine", ofDefault);
                    verifyDeclared(context, "billingEngine", ofBilling);
                });
    }

    @Test
    void scheduleWithoutAQualifierShouldBeRefusedIfThereIsNoDefaultQueue() {
        withSchedule("nightly")
                .withPropertyValues("delayqueue.default-queue=false")
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasMessage(
                                "The bean 'nightly' declares a schedule for the queue 'default', which does not exist, only"
                                        + " [billing, mail]: qualify it with one of these"));
        withSchedule("nightly", "billing")
                .withPropertyValues("delayqueue.default-queue=false")
                .run(context -> verifyDeclared(context, "billingEngine", true));
    }

    @Test
    void scheduleOfADisabledGroupShouldBeSkipped() {
        Logger logger = (Logger) LoggerFactory.getLogger(QueueExtensions.class);
        ListAppender<ILoggingEvent> logged = new ListAppender<>();
        logged.start();
        logger.addAppender(logged);
        logger.setLevel(Level.INFO);
        try {
            withSchedule("nightly")
                    .withPropertyValues("delayqueue.disabled-groups=reports")
                    .run(context -> verifyDeclared(context, "engine", false));
        } finally {
            logger.setLevel(null);
            logger.detachAppender(logged);
        }
        assertThat(logged.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly("The schedule nightly of reports/sales is not declared: its group is disabled here by"
                        + " delayqueue.disabled-groups");
    }
}
