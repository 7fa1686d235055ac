package io.delayqueue.autoconfigure.listener;

import io.delayqueue.BatchCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskMessage;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls a listener method with the tasks of a batch. */
final class BatchMethod implements BatchCallback<@Nullable Object> {

    private final ListenerMethod method;

    private final ListenerArguments.Batch batch;

    BatchMethod(Object bean, Method method, ListenerArguments.Batch batch, String source) {
        this.method = new ListenerMethod(bean, method, List.of((list, context) -> list), source);
        this.batch = batch;
    }

    @Override
    public void check(@Nullable Object payload) {
        if (batch.check() != null) {
            batch.check().check(payload);
        }
    }

    @Override
    public void call(List<TaskMessage<@Nullable Object>> tasks, TaskContext context) throws Exception {
        List<?> list = batch.messages()
                ? tasks
                : tasks.stream().map(TaskMessage::payload).toList();
        method.call(list, context);
    }
}
