package io.delayqueue.scenario;

import io.delayqueue.store.Backend;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TestPorts;
import java.util.List;

/** A store whose pushes do not sweep: a wake-up that an engine loses is not repaired. */
final class Unswept {

    private Unswept() {}

    static Backend store(Backend backend) {
        TaskStore tasks = backend.tasks();
        return TestPorts.with(backend, TaskStore.class, TestPorts.answering(TaskStore.class, (method, arguments) -> {
            if (arguments != null && method.getName().startsWith("push")) {
                arguments[2] = List.of();
            }
            return method.invoke(tasks, arguments);
        }));
    }
}
