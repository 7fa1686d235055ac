package io.delayqueue.web.api.mvc;

import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.RequestMappingInfoHandlerMapping;

/**
 * Maps requests to the controllers of the API only, and has the highest precedence. The application's settings of its own
 * mapping (prefixes, versions, interceptors, CORS) do not apply.
 */
final class ApiHandlerMapping extends RequestMappingInfoHandlerMapping implements PriorityOrdered {

    private final String prefix;

    private final List<ApiController> controllers;

    private final RequestMappingInfo.BuilderConfiguration options = new RequestMappingInfo.BuilderConfiguration();

    /**
     * Creates the mapping.
     *
     * @param access intercepts each call, on every dispatch
     */
    ApiHandlerMapping(ApiPath path, List<ApiController> controllers, HandlerInterceptor access) {
        this.prefix = path.path();
        this.controllers = controllers;
        options.setPatternParser(getPatternParser());
        setOrder(Ordered.HIGHEST_PRECEDENCE);
        setInterceptors(access, new ApiInterceptor());
    }

    /** Whether a handler belongs to the API. */
    static boolean isOurs(@Nullable Object handler) {
        return handler instanceof HandlerMethod method && method.getBean() instanceof ApiController;
    }

    @Override
    protected void detectMappedInterceptors(List<HandlerInterceptor> interceptors) {
        // The application's interceptors are for its own mapping.
    }

    @Override
    protected void initHandlerMethods() {
        controllers.forEach(this::detectHandlerMethods);
        handlerMethodsInitialized(getHandlerMethods());
    }

    @Override
    protected boolean isHandler(Class<?> type) {
        return ApiController.class.isAssignableFrom(type);
    }

    @Override
    protected @Nullable RequestMappingInfo getMappingForMethod(Method method, Class<?> controller) {
        RequestMapping mapping = AnnotatedElementUtils.findMergedAnnotation(method, RequestMapping.class);
        return mapping == null
                ? null
                : RequestMappingInfo.paths(
                                Stream.of(mapping.path()).map(prefix::concat).toArray(String[]::new))
                        .methods(mapping.method())
                        .options(options)
                        .build();
    }
}
