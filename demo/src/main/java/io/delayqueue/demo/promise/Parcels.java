package io.delayqueue.demo.promise;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.annotation.DelayQueueListener;
import java.util.stream.IntStream;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;

/** Hands parcels to a courier who takes two a second, however many instances of the shop there are. */
@Component
class Parcels {

    private static final int PARCELS = 6;

    private final DelayQueueService queue;

    private final ApplicationEventPublisher steps;

    Parcels(DelayQueueService queue, ApplicationEventPublisher steps) {
        this.queue = queue;
        this.steps = steps;
    }

    void handOver() {
        queue.addTasks(IntStream.rangeClosed(1, PARCELS)
                .mapToObj(
                        parcel -> Task.of("promises", "parcel").payload(parcel).build())
                .toList());
    }

    @DelayQueueListener(group = "promises", topic = "parcel", rate = "2/s")
    void take(int parcel) {
        steps.publishEvent(new PromiseStep("limit", "parcel " + parcel));
    }
}
