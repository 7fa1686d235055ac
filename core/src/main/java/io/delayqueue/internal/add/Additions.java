package io.delayqueue.internal.add;

import io.delayqueue.AddInterceptor;
import io.delayqueue.AddInterceptor.Addition;
import io.delayqueue.Task;
import io.delayqueue.internal.drive.Observers;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Add that passes through the interceptors. */
final class Additions {

    private final Observers observers;

    private final List<Addition> begun = new ArrayList<>();

    private List<Task> tasks;

    private Additions(Observers observers, List<Task> tasks) {
        this.observers = observers;
        this.tasks = tasks;
    }

    /** Begins an add at the interceptors, in order; if one throws an exception, ends the add at the earlier ones. */
    static Additions begin(List<AddInterceptor> interceptors, Observers observers, List<Task> tasks) {
        Additions additions = new Additions(observers, tasks);
        try {
            interceptors.forEach(additions::begin);
            return additions;
        } catch (Throwable e) {
            additions.end(e);
            throw e;
        }
    }

    private void begin(AddInterceptor interceptor) {
        if (tasks.isEmpty()) {
            return;
        }
        Addition addition = interceptor.begin(tasks);
        begun.add(addition);
        List<Task> replaced = addition.tasks();
        if (!names(replaced).equals(names(tasks))) {
            throw new IllegalStateException(
                    interceptor + " must add the same tasks in the same order, but has replaced them");
        }
        tasks = replaced;
    }

    private static List<String> names(List<Task> tasks) {
        return tasks.stream().map(task -> task.topic() + "/" + task.id()).toList();
    }

    List<Task> tasks() {
        return tasks;
    }

    /** Ends the add at the interceptors, in reverse order. */
    void end(@Nullable Throwable failure) {
        for (int i = begun.size() - 1; i >= 0; i--) {
            try {
                begun.get(i).end(failure);
            } catch (Throwable e) {
                // It does not affect the add.
                observers.failed(begun.get(i), e);
            }
        }
    }
}
