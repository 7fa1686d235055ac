package io.delayqueue.web.api.mvc;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delayqueue.web.DelayQueueWebProperties;
import io.delayqueue.web.WebQueues;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.format.support.DefaultFormattingConversionService;
import org.springframework.http.MediaType;
import org.springframework.http.converter.StringHttpMessageConverter;
import org.springframework.web.accept.ContentNegotiationManager;
import org.springframework.web.accept.FixedContentNegotiationStrategy;
import org.springframework.web.bind.support.ConfigurableWebBindingInitializer;
import org.springframework.web.servlet.HandlerAdapter;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;

/**
 * Calls the controllers of the API. It has no application context, so it uses no advice, converter or setting of the
 * application.
 */
final class ApiHandlerAdapter implements HandlerAdapter, PriorityOrdered {

    private final RequestMappingHandlerAdapter calls;

    ApiHandlerAdapter(WebQueues queues, DelayQueueWebProperties properties) {
        this.calls = new WithoutContext();
        ConfigurableWebBindingInitializer binding = new ConfigurableWebBindingInitializer();
        binding.setConversionService(new DefaultFormattingConversionService());
        calls.setWebBindingInitializer(binding);
        calls.setContentNegotiationManager(
                new ContentNegotiationManager(new FixedContentNegotiationStrategy(MediaType.APPLICATION_JSON)));
        // The second converter is for events.
        calls.setMessageConverters(
                List.of(new ApiJsonConverter(properties.maxBodySize()), new StringHttpMessageConverter(UTF_8)));
        calls.setCustomArgumentResolvers(List.of(new QueueArgument(queues)));
        calls.afterPropertiesSet();
    }

    private static final class WithoutContext extends RequestMappingHandlerAdapter {

        @Override
        protected boolean isContextRequired() {
            return false;
        }
    }

    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE;
    }

    @Override
    public boolean supports(Object handler) {
        return ApiHandlerMapping.isOurs(handler);
    }

    @Override
    public @Nullable ModelAndView handle(HttpServletRequest request, HttpServletResponse response, Object handler)
            throws Exception {
        return calls.handle(request, response, handler);
    }
}
