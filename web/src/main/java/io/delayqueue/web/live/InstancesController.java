package io.delayqueue.web.live;

import io.delayqueue.InstanceInfo;
import io.delayqueue.TopicName;
import io.delayqueue.web.WebQueues;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Who works for the groups. */
@RestController
final class InstancesController {

    private final WebQueues queues;

    private final InstancesReader reader;

    InstancesController(WebQueues queues, InstancesReader reader) {
        this.queues = queues;
        this.reader = reader;
    }

    /**
     * The answer.
     *
     * @param complete whether all groups that were asked for are in it
     */
    record Instances(boolean complete, List<Instance> instances) {}

    record Instance(
            String group,
            String instance,
            String host,
            long pid,
            Instant startedAt,
            Instant seenAt,
            boolean gone,
            boolean pushing,
            int topicCount,
            List<Topic> topics) {

        static Instance of(InstanceInfo info) {
            return new Instance(
                    info.group(),
                    info.instance(),
                    info.host(),
                    info.pid(),
                    info.startedAt(),
                    info.seenAt(),
                    info.gone(),
                    info.pushing(),
                    info.topicCount(),
                    info.topics().stream()
                            .map(topic ->
                                    new Topic(topic.topic(), topic.concurrency(), topic.running(), topic.waiting()))
                            .toList());
        }
    }

    record Topic(String topic, int concurrency, int running, int waiting) {}

    @GetMapping(path = LiveController.API + "/instances", produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<String> instances(
            @RequestParam(required = false) @Nullable String queue,
            @RequestParam(required = false) @Nullable String group) {
        if (group != null) {
            TopicName.requireGroup(group);
        }
        InstancesReader.Known known = reader.read(LiveProblems.require(queues, queue), group);
        Instances instances = new Instances(
                known.complete(), known.instances().stream().map(Instance::of).toList());
        return ResponseEntity.ok().cacheControl(CacheControl.noStore()).body(LiveJson.write(instances));
    }
}
