package io.delayqueue.autoconfigure;

import static org.assertj.core.api.Assertions.catchThrowable;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

import io.delayqueue.TaskContext;
import io.delayqueue.TaskInterceptor;
import io.delayqueue.TaskInvocation;
import io.delayqueue.TopicName;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ReflectionUtils;

/** Third attempt of the task order-42, by default for orders/cancel, which passes one interceptor. */
public final class TestInvocation implements TaskInvocation {

    private final TopicName topic;

    private final Work work;

    private @Nullable TaskInterceptor end;

    /** What is surrounded. */
    @FunctionalInterface
    public interface Work {
        void run() throws Exception;
    }

    public TestInvocation(Work work) {
        this(new TopicName("orders", "cancel"), work);
    }

    public TestInvocation(TopicName topic, Work work) {
        this.topic = topic;
        this.work = work;
    }

    /** Runs an attempt of orders/cancel whose callback ends when it returns. */
    public static void run(TaskInterceptor interceptor, Work callback) throws Exception {
        new TestInvocation(callback).pass(interceptor);
    }

    /** Runs an attempt whose callback ends when it returns. */
    public void pass(TaskInterceptor interceptor) throws Exception {
        Throwable failure = catchThrowable(() -> interceptor.intercept(this));
        end(() -> {
            if (failure != null) {
                ReflectionUtils.rethrowException(failure);
            }
        });
    }

    /** Passes the end through its interceptor, if any. */
    public void end(Work result) throws Exception {
        if (end == null) {
            result.run();
        } else {
            end.intercept(new TestInvocation(topic, result));
        }
    }

    @Override
    public TaskContext context() {
        TaskContext context = mock(TaskContext.class);
        given(context.group()).willReturn(topic.group());
        given(context.topic()).willReturn(topic.topic());
        given(context.id()).willReturn("order-42");
        given(context.attempt()).willReturn(3);
        given(context.headers()).willReturn(Map.of());
        return context;
    }

    @Override
    public Object payload() {
        return "payload";
    }

    @Override
    public void proceed() throws Exception {
        work.run();
    }

    @Override
    public void interceptEnd(TaskInterceptor interceptor) {
        end = interceptor;
    }
}
