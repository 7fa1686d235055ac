package io.delayqueue.web.api;

import io.delayqueue.web.DelayQueueWebProperties;
import io.delayqueue.web.WebQueues;
import java.util.List;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.converter.HttpMessageConverters;
import org.springframework.web.method.HandlerTypePredicate;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.PathMatchConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Hangs the API into Spring MVC: all of it is for our controllers and our types only. Before the application's own, whose path
 * prefixes may be for every controller.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class ApiWebConfigurer implements WebMvcConfigurer {

    private final ApiPath path;

    private final WebQueues queues;

    private final DelayQueueWebProperties properties;

    ApiWebConfigurer(ApiPath path, WebQueues queues, DelayQueueWebProperties properties) {
        this.path = path;
        this.queues = queues;
        this.properties = properties;
    }

    @Override
    public void configurePathMatch(PathMatchConfigurer configurer) {
        configurer.addPathPrefix(path.path(), HandlerTypePredicate.forAnnotation(ApiController.class));
    }

    @Override
    public void configureMessageConverters(HttpMessageConverters.ServerBuilder builder) {
        ApiJsonConverter converter = new ApiJsonConverter(properties.maxBodySize());
        // Before those of the application, which may take every type.
        builder.configureMessageConvertersList(converters -> converters.add(0, converter));
    }

    @Override
    public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(new QueueArgument(queues));
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new ApiInterceptor());
    }
}
