package io.delayqueue.internal.drive;

import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** Threads of jobs that call the same node of the store, and never the application, with the outage of that node. */
class Lane extends ScheduledThreadPoolExecutor {

    private static final int MAX_THREADS = 12;

    /** Threads for the calls that jobs have made beside their runs. */
    private static final int HELPERS = 2;

    private static final int RENEWING = 4;

    final Outage outage;

    /** Renews leases on threads of its own, because leases end while renewals wait for pushes. */
    final Executor renewals;

    private final int max;

    /**
     * Creates a lane without threads.
     *
     * @param max how many threads it has at most; 1 for the lane of a single job
     * @param helpers where leases are renewed
     */
    Lane(Outage outage, int max, ThreadFactory threads, Executor helpers) {
        super(1, threads);
        this.outage = outage;
        this.max = max;
        this.renewals = new FewThreads(helpers, RENEWING);
        setRemoveOnCancelPolicy(true);
        // The node may be gone for good.
        setKeepAliveTime(1, TimeUnit.MINUTES);
        allowCoreThreadTimeOut(true);
    }

    /** Returns the number of threads of a lane whose node takes so many calls at once: half, because callbacks and adds make calls too. */
    static int threads(int maxCalls) {
        return Math.max(1, Math.min(MAX_THREADS, maxCalls / 2));
    }

    /** Makes room for so many jobs. */
    void fit(int jobs) {
        setCorePoolSize(Math.min(max, jobs + HELPERS));
    }

    /** Ends each thread once no work is left. Not a shutdown, because a job that stops has to end after the call that holds it up. */
    void rest() {
        setKeepAliveTime(1, TimeUnit.MILLISECONDS);
    }
}
