package io.delayqueue.web.api;

import io.delayqueue.transaction.ChangeJournals;
import io.delayqueue.web.DelayQueueWebAutoConfiguration;
import io.delayqueue.web.DelayQueueWebProperties;
import io.delayqueue.web.PayloadMask;
import io.delayqueue.web.WebQueues;
import io.delayqueue.web.api.mvc.ApiPath;
import io.delayqueue.web.api.mvc.SharedAnswers;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ImportRuntimeHints;

/** Auto-configuration of the API for producers and operators. */
@AutoConfiguration(after = DelayQueueWebAutoConfiguration.class, before = WebMvcAutoConfiguration.class)
@ConditionalOnBean(WebQueues.class)
@ImportRuntimeHints(DelayQueueWebApiAutoConfiguration.Document.class)
public final class DelayQueueWebApiAutoConfiguration {

    private static final ChangeJournals NO_OUTBOX = (engine, inMemory) -> inMemory;

    DelayQueueWebApiAutoConfiguration() {}

    /** Registers the OpenAPI description as a resource of native images. */
    static final class Document implements RuntimeHintsRegistrar {

        @Override
        public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
            hints.resources().registerResource(OpenApiController.DOCUMENT);
        }
    }

    @Bean
    OpenApiController delayQueueOpenApiController() {
        return new OpenApiController();
    }

    @Bean
    QueuesController delayQueueQueuesController(WebQueues queues, ObjectProvider<ChangeJournals> journals) {
        return new QueuesController(queues, journals.getIfAvailable(() -> NO_OUTBOX));
    }

    @Bean
    OutboxController delayQueueOutboxController(ObjectProvider<ChangeJournals> journals) {
        return new OutboxController(journals.getIfAvailable(() -> NO_OUTBOX));
    }

    @Bean
    TopicsController delayQueueTopicsController() {
        return new TopicsController();
    }

    @Bean
    LimitsController delayQueueLimitsController() {
        return new LimitsController();
    }

    @Bean
    KeysController delayQueueKeysController(TaskViews views) {
        return new KeysController(views);
    }

    @Bean
    ForecastController delayQueueForecastController() {
        return new ForecastController();
    }

    @Bean
    ScalingController delayQueueScalingController() {
        return new ScalingController();
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
    TasksController delayQueueTasksController(TaskViews views, SharedAnswers answers) {
        return new TasksController(views, answers);
    }

    @Bean
    TagsController delayQueueTagsController(TaskViews views, SharedAnswers answers) {
        return new TagsController(views, answers);
    }

    @Bean
    SchedulesController delayQueueSchedulesController(TaskViews views, SharedAnswers answers) {
        return new SchedulesController(views, answers);
    }

    @Bean
    TaskActionsController delayQueueTaskActionsController(TaskViews views, SharedAnswers answers) {
        return new TaskActionsController(views, answers);
    }

    @Bean
    HistoryController delayQueueHistoryController(TaskViews views) {
        return new HistoryController(views);
    }

    @Bean
    HistorySearchController delayQueueHistorySearchController(TaskViews views) {
        return new HistorySearchController(views);
    }

    @Bean
    SearchController delayQueueSearchController(TaskViews views, SharedAnswers answers) {
        return new SearchController(views, answers);
    }
}
