package io.delayqueue.test.faults;

import io.delayqueue.test.faults.StoreFaults.Fault;
import org.jspecify.annotations.Nullable;

/**
 * Says how the next call of the store goes wrong; more that is said is about the calls after it. Whoever makes the call gets a
 * {@link io.delayqueue.TaskStoreUnavailableException}: the caller of a service or puller, or the engine, which tries again
 * after 100 ms, then 200 ms, and so on up to 5 s, all of them of the queue's time.
 */
public final class NextStoreCall {

    private final StoreFaults faults;

    private final @Nullable StoreCall call;

    NextStoreCall(StoreFaults faults, @Nullable StoreCall call) {
        this.faults = faults;
        this.call = call;
    }

    /**
     * It fails, and nothing has happened.
     *
     * @return this
     */
    public NextStoreCall fails() {
        return fails(1);
    }

    /**
     * So many of them fail, and nothing has happened.
     *
     * @param times how many, at least 1
     * @return this
     * @throws IllegalArgumentException if it is less
     */
    public NextStoreCall fails(int times) {
        return add(Fault.REQUEST_LOST, times);
    }

    /**
     * It happens, and fails for its caller, as if no repetition within the time-out had got a reply either. If the caller calls
     * again it is another call: an add that replaces then replaces what the first has added.
     *
     * @return this
     */
    public NextStoreCall losesReply() {
        return losesReply(1);
    }

    /**
     * So many of them happen, and fail for their caller.
     *
     * @param times how many, at least 1
     * @return this
     * @throws IllegalArgumentException if it is less
     */
    public NextStoreCall losesReply(int times) {
        return add(Fault.REPLY_LOST, times);
    }

    private NextStoreCall add(Fault fault, int times) {
        faults.add(call, fault, times);
        return this;
    }
}
