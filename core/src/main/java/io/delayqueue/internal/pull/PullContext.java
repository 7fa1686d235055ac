package io.delayqueue.internal.pull;

import io.delayqueue.internal.drive.EngineTime;
import io.delayqueue.internal.drive.Observers;
import io.delayqueue.internal.run.Repeats;
import io.delayqueue.store.TaskStore;
import java.util.function.Supplier;
import tools.jackson.databind.json.JsonMapper;

/**
 * Dependencies of pulled topics and tasks.
 *
 * @param store the store; throws once the engine is closed
 * @param names supplies unique names for leases
 * @param tools the dependencies of tasks
 */
record PullContext(Supplier<TaskStore> store, Supplier<String> names, DefaultTaskPuller.Tools tools) {

    JsonMapper mapper() {
        return tools.mapper();
    }

    Repeats repeats() {
        return tools.repeats();
    }

    EngineTime time() {
        return tools.time();
    }

    Observers observers() {
        return tools.observers();
    }
}
