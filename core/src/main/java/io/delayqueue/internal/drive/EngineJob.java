package io.delayqueue.internal.drive;

import java.util.function.Function;

/** A background job with the handle by which other parts of the engine start, wake and stop the job. */
public abstract class EngineJob implements BackgroundJob {

    protected final JobHandle handle;

    /**
     * Has a driver take on this job.
     *
     * @param driver {@link Driver#job} or {@link Driver#threadJob} with the name of this job
     */
    protected EngineJob(Function<BackgroundJob, JobHandle> driver) {
        this.handle = driver.apply(this);
    }

    public final JobHandle handle() {
        return handle;
    }
}
