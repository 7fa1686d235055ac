package io.delayqueue.internal.codec;

import io.delayqueue.Task;
import io.delayqueue.store.TaskDetail;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The data of a task, read from its JSON. */
public interface DetailView extends Task.Data {

    TaskDetail detail();

    @Override
    default Instant dueAt() {
        return detail().dueAt();
    }

    @Override
    default Map<String, String> headers() {
        return detail().headers();
    }

    @Override
    default @Nullable String description() {
        return detail().description();
    }
}
