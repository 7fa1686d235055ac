package io.delayqueue.test;

import io.delayqueue.DelayQueueService;
import io.delayqueue.TaskInfo;
import java.util.List;

/** Skeleton: see the contract. */
public final class TestQueue {

    TestQueue() {}

    /** {@return its name} */
    public String name() {
        throw new UnsupportedOperationException();
    }

    /** {@return what adds tasks} */
    public DelayQueueService service() {
        throw new UnsupportedOperationException();
    }

    /** {@return all tasks that are not finished, of all groups, in the order in which they were or will be due, then of adding} */
    public List<TaskInfo> tasks() {
        throw new UnsupportedOperationException();
    }

    /** {@return all calls of callbacks since the queue was made or cleared, in the order in which they began} */
    public List<TestDelivery> deliveries() {
        throw new UnsupportedOperationException();
    }
}
