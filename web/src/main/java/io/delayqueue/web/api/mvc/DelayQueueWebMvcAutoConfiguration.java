package io.delayqueue.web.api.mvc;

import io.delayqueue.web.DelayQueueWebAutoConfiguration;
import io.delayqueue.web.DelayQueueWebProperties;
import io.delayqueue.web.WebQueues;
import java.util.List;
import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.json.ProblemDetailJacksonMixin;
import org.springframework.web.servlet.handler.MappedInterceptor;

/** Auto-configuration of the mapping, the adapter and the problems that all calls of the API share. */
@AutoConfiguration(after = DelayQueueWebAutoConfiguration.class, before = WebMvcAutoConfiguration.class)
@ConditionalOnBean(WebQueues.class)
// For native images, because no method of a controller has them in its signature.
@RegisterReflectionForBinding({ProblemDetail.class, ProblemDetailJacksonMixin.class, ProblemMembers.class})
public final class DelayQueueWebMvcAutoConfiguration {

    private static final String MAPPING = "delayQueueApiHandlerMapping";

    DelayQueueWebMvcAutoConfiguration() {}

    @Bean(name = MAPPING, defaultCandidate = false)
    ApiHandlerMapping delayQueueApiHandlerMapping(
            DelayQueueWebProperties properties,
            List<ApiController> controllers,
            @Qualifier(ApiController.ACCESS) MappedInterceptor access) {
        return new ApiHandlerMapping(new ApiPath(properties), controllers, access);
    }

    @Bean
    SharedAnswers delayQueueSharedAnswers() {
        return new SharedAnswers();
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
}
