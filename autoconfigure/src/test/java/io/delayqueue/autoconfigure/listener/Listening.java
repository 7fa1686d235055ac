package io.delayqueue.autoconfigure.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskErrorHandler;
import io.delayqueue.TaskSchedule;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicCallbacks;
import io.delayqueue.limit.Limit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Application whose callbacks are registered and called by tests only. */
final class Listening {

    static final TaskContext CONTEXT = mock(TaskContext.class);

    /** Options from properties. */
    static final ExponentialBackoff BACKOFF =
            new ExponentialBackoff(Duration.ofSeconds(2), 3, Duration.ofMinutes(4), 0.5);

    private Listening() {}

    /** Creates a runner of an application with these components; all their topics are in the group "g". */
    static ApplicationContextRunner to(Class<?>... components) {
        return new ApplicationContextRunner()
                .withUserConfiguration(RegistrarConfiguration.class)
                .withUserConfiguration(components);
    }

    /** Finds the callback of a topic, which must exist. */
    static TopicCallback callback(ApplicationContext context, String topic) {
        TopicCallback callback = context.getBean(TopicCallbacks.class).get(new TopicName("g", topic));
        assertThat(callback).isNotNull();
        return callback;
    }

    /** Delivers a payload. */
    static void call(ApplicationContext context, String topic, Object payload) throws Exception {
        @SuppressWarnings("unchecked")
        TaskCallback<Object> callback =
                (TaskCallback<Object>) callback(context, topic).callback();
        callback.call(payload, CONTEXT);
    }

    /** Declared repeating tasks. */
    record Schedules(List<TaskSchedule> all) {

        void add(TaskSchedule schedule) {
            all.add(schedule);
        }
    }

    /** Declared limits. */
    record Limits(List<Limit> all) {

        void add(Limit limit) {
            all.add(limit.requireComplete());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class RegistrarConfiguration {

        @Bean
        TopicCallbacks callbacks() {
            return new TopicCallbacks();
        }

        @Bean
        Schedules schedules() {
            return new Schedules(new ArrayList<>());
        }

        @Bean
        Limits limits() {
            return new Limits(new ArrayList<>());
        }

        @Bean
        ErrorHandlers errorHandlers(ObjectProvider<TaskErrorHandler> handlers) {
            return new ErrorHandlers(handlers);
        }

        @Bean
        ListenerRegistrar registrar(
                ConfigurableListableBeanFactory beanFactory,
                ErrorHandlers handlers,
                TopicCallbacks callbacks,
                Schedules schedules,
                Limits limits) {
            ListenerQueue queue = new ListenerQueue(
                    "default",
                    BACKOFF,
                    Set.of("off"),
                    "delayqueue.disabled-groups",
                    callbacks::add,
                    schedules::add,
                    limits::add);
            return new ListenerRegistrar(beanFactory, Map.of("default", queue), handlers);
        }
    }
}
