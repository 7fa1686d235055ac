package io.delayqueue.demo;

import io.delayqueue.TaskInterceptor;
import io.delayqueue.TaskInvocation;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Interceptor that logs slow callbacks. */
@Component
class SlowCallbacks implements TaskInterceptor {

    private static final Logger log = LoggerFactory.getLogger(SlowCallbacks.class);

    private static final Duration LONG = Duration.ofSeconds(1);

    @Override
    public void intercept(TaskInvocation invocation) throws Exception {
        long began = System.nanoTime();
        try {
            invocation.proceed();
        } finally {
            Duration took = Duration.ofNanos(System.nanoTime() - began);
            if (took.compareTo(LONG) > 0) {
                log.warn("{} took {} ms", invocation.context(), took.toMillis());
            }
        }
    }
}
