package io.delayqueue.autoconfigure.listener;

import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import org.jspecify.annotations.Nullable;

/** Checks payloads before the callback runs. */
final class ValidatingCallback implements TaskCallback<@Nullable Object> {

    private final TaskCallback<@Nullable Object> callback;

    private final PayloadCheck check;

    @SuppressWarnings("unchecked")
    ValidatingCallback(TaskCallback<?> callback, PayloadCheck check) {
        this.callback = (TaskCallback<@Nullable Object>) callback;
        this.check = check;
    }

    @Override
    public void call(@Nullable Object payload, TaskContext context) throws Exception {
        check.check(payload);
        callback.call(payload, context);
    }
}
