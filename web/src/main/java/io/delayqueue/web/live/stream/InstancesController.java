package io.delayqueue.web.live.stream;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.monitor.InstanceInfo;
import io.delayqueue.web.api.mvc.ApiController;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Lists the instances of groups. */
final class InstancesController implements ApiController {

    private final InstancesReader reader;

    InstancesController(InstancesReader reader) {
        this.reader = reader;
    }

    /**
     * Response without the counters of instances.
     *
     * @param complete whether it contains all requested groups
     * @param unasked the number of groups that were not read; null if the groups are not known yet
     */
    record Instances(
            boolean complete,
            @Nullable Integer unasked,

            @JsonIgnoreProperties({"counters", "topicCounters"})
            List<InstanceInfo> instances) {}

    @GetMapping("/instances")
    Instances instances(DelayQueueEngine queue, @RequestParam(required = false) @Nullable String group) {
        if (group != null) {
            TopicName.requireGroup(group);
        }
        InstancesReader.Known known = reader.read(queue, group);
        return new Instances(Objects.equals(known.unasked(), 0), known.unasked(), known.instances());
    }
}
