package com.example.migrating;

import java.util.concurrent.TimeUnit;
import org.redisson.api.RBlockingQueue;
import org.redisson.api.RDelayedQueue;
import org.redisson.api.RedissonClient;

/** Orders with Redisson. */
@SuppressWarnings("deprecation")
class RedissonOrders {

    private final RBlockingQueue<CancelOrder> due;

    private final RDelayedQueue<CancelOrder> delayed;

    RedissonOrders(RedissonClient redisson) {
        due = redisson.getBlockingQueue("orders");
        delayed = redisson.getDelayedQueue(due);
    }

    void place(long number) {
        delayed.offer(new CancelOrder(number), 30, TimeUnit.MINUTES);
    }

    void pay(long number) {
        delayed.remove(new CancelOrder(number));
    }

    void consume() throws InterruptedException {
        while (true) {
            cancelUnpaid(due.take());
        }
    }

    private void cancelUnpaid(CancelOrder order) {}
}
