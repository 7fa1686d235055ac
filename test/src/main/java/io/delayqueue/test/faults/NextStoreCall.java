package io.delayqueue.test.faults;

import io.delayqueue.test.faults.StoreFaults.Fault;
import org.jspecify.annotations.Nullable;

/**
 * Plans the failure of the next call of the store; further plans apply to the calls after it. The call throws a
 * {@link io.delayqueue.TaskStoreUnavailableException} to the caller of a service or puller, or to the engine, which retries
 * after 100 ms, then 200 ms, and so on up to 5 s of the queue's time.
 */
public final class NextStoreCall {

    private final StoreFaults faults;

    private final @Nullable StoreCall call;

    NextStoreCall(StoreFaults faults, @Nullable StoreCall call) {
        this.faults = faults;
        this.call = call;
    }

    /**
     * Makes it fail without an effect.
     *
     * @return this
     */
    public NextStoreCall fails() {
        return fails(1);
    }

    /**
     * Makes several calls fail without an effect.
     *
     * @param times the number of calls, at least 1
     * @return this
     * @throws IllegalArgumentException if it is less than 1
     */
    public NextStoreCall fails(int times) {
        return add(Fault.REQUEST_LOST, times);
    }

    /**
     * Makes it take effect and fail for its caller, as if no retry within the time-out had received a reply either. A retry by
     * the caller is another call: an add that replaces a task then replaces that of the first call.
     *
     * @return this
     */
    public NextStoreCall losesReply() {
        return losesReply(1);
    }

    /**
     * Makes several calls take effect and fail for their callers.
     *
     * @param times the number of calls, at least 1
     * @return this
     * @throws IllegalArgumentException if it is less than 1
     */
    public NextStoreCall losesReply(int times) {
        return add(Fault.REPLY_LOST, times);
    }

    private NextStoreCall add(Fault fault, int times) {
        faults.add(call, fault, times);
        return this;
    }
}
