package io.delayqueue.web.api.mvc;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.web.WebQueues;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/** Resolves the queue that the query parameter {@code queue} names. */
final class QueueArgument implements HandlerMethodArgumentResolver {

    private final WebQueues queues;

    QueueArgument(WebQueues queues) {
        this.queues = queues;
    }

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.getParameterType() == DelayQueueEngine.class;
    }

    @Override
    public DelayQueueEngine resolveArgument(
            MethodParameter parameter,
            @Nullable ModelAndViewContainer container,
            NativeWebRequest request,
            @Nullable WebDataBinderFactory binders) {
        String name = WebQueues.nameIn(Objects.requireNonNull(request.getNativeRequest(HttpServletRequest.class)));
        return queues.find(name)
                .orElseThrow(() -> new ProblemException(
                        ProblemType.NO_QUEUE,
                        name == null
                                ? "There are several queues and none is the default queue: name one with ?queue="
                                : "There is no queue '" + name + "'"));
    }
}
