package io.delayqueue.internal.drive;

import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** Threads of jobs that call the same node of the store, and never the application, with the outage of that node. */
class Lane extends ScheduledThreadPoolExecutor {

    private static final int MAX_THREADS = 12;

    private static final int CALLING = 4;

    private static final int RENEWING = 4;

    final Outage outage;

    /** Makes calls beside the runs of jobs on other threads, because threads that wait for times wake each other before each call. */
    final Executor calls;

    /** Renews leases on threads of its own, because leases end while renewals wait for pushes. */
    final Executor renewals;

    private final int max;

    /**
     * Creates a lane without threads.
     *
     * @param max how many threads have jobs and calls at most; 1 for the lane of a single job
     * @param helpers where calls are made and leases are renewed
     */
    Lane(Outage outage, int max, ThreadFactory threads, Executor helpers) {
        super(1, threads);
        this.outage = outage;
        int calling = Math.min(CALLING, max / 2);
        this.max = max - calling;
        this.calls = new FewThreads(helpers, Math.max(1, calling));
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

    /** Makes room for so many jobs of groups, and one of all. */
    void fit(int jobs) {
        setCorePoolSize(Math.min(max, jobs + 1));
    }

    /** Ends each thread once no work is left. Not a shutdown, because a job that stops has to end after the call that holds it up. */
    void rest() {
        setKeepAliveTime(1, TimeUnit.MILLISECONDS);
    }
}
