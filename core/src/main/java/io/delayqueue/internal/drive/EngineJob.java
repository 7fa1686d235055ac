package io.delayqueue.internal.drive;

import io.delayqueue.TaskStoreException;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/** A background job with the handle by which other parts of the engine start, wake and stop the job. */
public abstract class EngineJob implements BackgroundJob {

    protected final JobHandle handle;

    /**
     * Has a driver take on this job.
     *
     * @param driver {@link Driver#job} or {@link Driver#threadJob}
     */
    protected EngineJob(BiFunction<String, BackgroundJob, JobHandle> driver, String name) {
        this.handle = driver.apply(name, this);
    }

    public final JobHandle handle() {
        return handle;
    }

    /**
     * Takes a step for each group. Goes on after a failure, because the other groups may be on another node.
     *
     * @throws TaskStoreException the last failure
     */
    protected static void forEach(Iterable<String> groups, Consumer<String> step) {
        TaskStoreException failure = null;
        for (String group : groups) {
            try {
                step.accept(group);
            } catch (TaskStoreException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
