package io.delayqueue.web.api;

import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.monitor.EngineStatus;
import io.delayqueue.transaction.ChangeJournals;
import io.delayqueue.web.WebQueues;
import io.delayqueue.web.api.mvc.ApiController;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;

/** Lists the queues of the application, and their groups. */
final class QueuesController implements ApiController {

    /** Maximum time of a count. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final WebQueues queues;

    private final ChangeJournals journals;

    QueuesController(WebQueues queues, ChangeJournals journals) {
        this.queues = queues;
        this.journals = journals;
    }

    record Queues(List<Queue> queues) {}

    record Queue(
            String name,
            String address,
            @Nullable String namespace,
            String instance,
            boolean running,
            boolean outbox,
            @Nullable Long outageMillis) {

        static Queue of(EngineStatus status, boolean outbox) {
            return new Queue(
                    status.name(),
                    status.address(),
                    status.namespace(),
                    status.instance(),
                    status.running(),
                    outbox,
                    status.outage() == null ? null : status.outage().toMillis());
        }
    }

    record Groups(List<Group> groups) {}

    record Group(String group, int topics, boolean registered) {}

    @GetMapping("/queues")
    Queues queues() {
        return new Queues(queues.all().stream()
                .map(queue -> Queue.of(
                        queue.status(), !journals.outboxes(queue.name()).isEmpty()))
                .toList());
    }

    @GetMapping("/groups")
    Groups groups(DelayQueueEngine queue) {
        Map<String, Set<String>> registry = queue.register().topics();
        List<Group> groups = new ArrayList<>();
        registry.forEach((group, topics) -> groups.add(new Group(group, topics.size(), true)));
        Set<String> unregistered = queue.inspector().unregisteredTopics().stream()
                .map(TopicName::group)
                .filter(group -> !registry.containsKey(group))
                .collect(Collectors.toSet());
        if (!unregistered.isEmpty()) {
            queue.countTasks(unregistered, PATIENCE)
                    .forEach((group, counts) -> groups.add(new Group(
                            group,
                            (int) counts.stream()
                                    .filter(count -> count.total() > 0)
                                    .count(),
                            false)));
        }
        groups.sort(Comparator.comparing(Group::group));
        return new Groups(groups);
    }
}
