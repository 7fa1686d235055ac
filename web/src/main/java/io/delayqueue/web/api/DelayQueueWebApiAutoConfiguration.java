package io.delayqueue.web.api;

import io.delayqueue.web.DelayQueueWebAutoConfiguration;
import io.delayqueue.web.DelayQueueWebProperties;
import io.delayqueue.web.PayloadMask;
import io.delayqueue.web.WebQueues;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.web.servlet.handler.MappedInterceptor;

/** Auto-configuration of the API for producers and operators, and of what every call of the API shares. */
@AutoConfiguration(after = DelayQueueWebAutoConfiguration.class, before = WebMvcAutoConfiguration.class)
@ConditionalOnBean(WebQueues.class)
@ImportRuntimeHints(DelayQueueWebApiAutoConfiguration.Document.class)
public final class DelayQueueWebApiAutoConfiguration {

    private static final String MAPPING = "delayQueueApiHandlerMapping";

    DelayQueueWebApiAutoConfiguration() {}

    /** Keeps in a native image what no controller names: the description of the API, and the problems. */
    static final class Document implements RuntimeHintsRegistrar {

        @Override
        public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
            hints.resources().registerResource(OpenApiController.DOCUMENT);
            new BindingReflectionHintsRegistrar().registerReflectionHints(hints.reflection(), Problem.class);
        }
    }

    @Bean(name = MAPPING, defaultCandidate = false)
    ApiHandlerMapping delayQueueApiHandlerMapping(
            DelayQueueWebProperties properties,
            List<ApiController> controllers,
            @Qualifier(ApiController.ACCESS) MappedInterceptor access) {
        return new ApiHandlerMapping(new ApiPath(properties), controllers, access);
    }

    @Bean(defaultCandidate = false)
    ApiHandlerAdapter delayQueueApiHandlerAdapter(WebQueues queues, DelayQueueWebProperties properties) {
        return new ApiHandlerAdapter(queues, properties);
    }

    @Bean(defaultCandidate = false)
    ApiExceptionResolver delayQueueApiExceptionResolver(DelayQueueWebProperties properties) {
        return new ApiExceptionResolver(new ApiPath(properties));
    }

    @Bean
    ApiFallbackController delayQueueApiFallbackController(
            @Qualifier(MAPPING) ObjectProvider<ApiHandlerMapping> mapping) {
        return new ApiFallbackController(mapping);
    }

    @Bean
    OpenApiController delayQueueOpenApiController() {
        return new OpenApiController();
    }

    @Bean
    QueuesController delayQueueQueuesController(WebQueues queues) {
        return new QueuesController(queues);
    }

    @Bean
    TopicsController delayQueueTopicsController() {
        return new TopicsController();
    }

    @Bean
    TopicStepsController delayQueueTopicStepsController() {
        return new TopicStepsController();
    }

    @Bean
    TaskViews delayQueueTaskViews(PayloadMask mask) {
        return new TaskViews(mask);
    }

    @Bean
    AddController delayQueueAddController(DelayQueueWebProperties properties) {
        return new AddController(new ApiPath(properties), properties.maxBatch());
    }

    @Bean
    TasksController delayQueueTasksController(TaskViews views) {
        return new TasksController(views);
    }

    @Bean
    TaskActionsController delayQueueTaskActionsController(TaskViews views) {
        return new TaskActionsController(views);
    }
}
