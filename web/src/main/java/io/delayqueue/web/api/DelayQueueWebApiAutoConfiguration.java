package io.delayqueue.web.api;

import io.delayqueue.web.DelayQueueWebAutoConfiguration;
import io.delayqueue.web.DelayQueueWebProperties;
import io.delayqueue.web.WebQueues;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Auto-configuration of the API for producers and operators, and of what every call of the API shares. */
@AutoConfiguration(after = DelayQueueWebAutoConfiguration.class, before = WebMvcAutoConfiguration.class)
@ConditionalOnBean(WebQueues.class)
public final class DelayQueueWebApiAutoConfiguration {

    DelayQueueWebApiAutoConfiguration() {}

    @Bean
    ApiWebConfigurer delayQueueApiWebConfigurer(WebQueues queues, DelayQueueWebProperties properties) {
        return new ApiWebConfigurer(new ApiPath(properties), queues, properties);
    }

    @Bean
    ApiProblems delayQueueApiProblems() {
        return new ApiProblems();
    }

    @Bean
    ApiFallbackController delayQueueApiFallbackController(ObjectProvider<RequestMappingHandlerMapping> mappings) {
        return new ApiFallbackController(mappings);
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
    TaskViews delayQueueTaskViews() {
        return new TaskViews();
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
