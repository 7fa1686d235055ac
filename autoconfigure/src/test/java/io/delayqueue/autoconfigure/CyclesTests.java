package io.delayqueue.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import io.delayqueue.AddInterceptor;
import io.delayqueue.CronSchedule;
import io.delayqueue.DeadLetterListener;
import io.delayqueue.DelayQueueService;
import io.delayqueue.RetryPolicy;
import io.delayqueue.TaskErrorHandler;
import io.delayqueue.TaskInterceptor;
import io.delayqueue.history.RecordFilter;
import io.delayqueue.monitor.EngineObserver;
import java.util.concurrent.Executor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.BeanCurrentlyInCreationException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.task.TaskDecorator;

/** Beans of the application that the engine uses, and that inject the service. */
class CyclesTests {

    record Direct(DelayQueueService service) {}

    record Provided(ObjectProvider<DelayQueueService> service) {}

    record Deferred(@Lazy DelayQueueService service) {}

    /** Starts an application whose bean of the type needs the other class. */
    private static <T> ApplicationContextRunner application(Class<T> type, Class<?> needed) {
        T bean = mock(type);
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(DelayQueueAutoConfiguration.class))
                .withBean(FakeBackend.class)
                .withBean("needed", needed)
                .withBean("own", type, () -> bean, definition -> definition.setDependsOn("needed"))
                .withPropertyValues(type == Executor.class ? "delayqueue.executor=own" : "delayqueue.consume=true");
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                RetryPolicy.class,
                CronSchedule.class,
                TaskDecorator.class,
                DelayQueueEngineCustomizer.class,
                Executor.class
            })
    void beanThatTheEngineIsMadeOfShouldNeedAProviderOrALazyService(Class<?> type) {
        application(type, Direct.class).run(context -> assertThat(context)
                .getFailure()
                .hasRootCauseInstanceOf(BeanCurrentlyInCreationException.class));
        application(type, Provided.class).run(context -> assertThat(context).hasNotFailed());
        application(type, Deferred.class).run(context -> assertThat(context).hasNotFailed());
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                TaskInterceptor.class,
                AddInterceptor.class,
                DeadLetterListener.class,
                EngineObserver.class,
                RecordFilter.class,
                TaskErrorHandler.class
            })
    void beanThatIsAddedLaterShouldInjectTheService(Class<?> type) {
        application(type, Direct.class).run(context -> assertThat(context).hasNotFailed());
    }
}
