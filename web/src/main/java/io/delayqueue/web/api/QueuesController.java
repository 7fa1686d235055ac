package io.delayqueue.web.api;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.monitor.EngineStatus;
import io.delayqueue.web.WebQueues;
import io.delayqueue.web.api.mvc.ApiController;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;

/** Lists the queues of the application, and their groups. */
final class QueuesController implements ApiController {

    private final WebQueues queues;

    QueuesController(WebQueues queues) {
        this.queues = queues;
    }

    record Queues(List<Queue> queues) {}

    record Queue(
            String name,
            String address,
            @Nullable String namespace,
            String instance,
            boolean running,
            @Nullable Long outageMillis) {

        static Queue of(EngineStatus status) {
            return new Queue(
                    status.name(),
                    status.address(),
                    status.namespace(),
                    status.instance(),
                    status.running(),
                    status.outage() == null ? null : status.outage().toMillis());
        }
    }

    record Groups(List<Group> groups) {}

    record Group(String group, int topics) {}

    @GetMapping("/queues")
    Queues queues() {
        return new Queues(queues.all().stream()
                .map(DelayQueueEngine::status)
                .map(Queue::of)
                .toList());
    }

    @GetMapping("/groups")
    Groups groups(DelayQueueEngine queue) {
        return new Groups(queue.register().topics().entrySet().stream()
                .map(group -> new Group(group.getKey(), group.getValue().size()))
                .toList());
    }
}
