package io.delayqueue.web.live.stream;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.log.LogText;
import io.delayqueue.monitor.InstanceInfo;
import io.delayqueue.web.api.mvc.ApiController;
import io.delayqueue.web.api.mvc.ProblemException;
import io.delayqueue.web.audit.AuditNote;
import io.delayqueue.web.live.sample.GroupSample;
import io.delayqueue.web.live.sample.Sample;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;

/** Lists the instances of groups, from the sample of open pages or else from the store, and drains the instance that answers. */
final class InstancesController implements ApiController {

    /** Maximum number of groups to read, one call each. */
    private static final int MAX_GROUPS = 20;

    private final LiveStreams streams;

    InstancesController(LiveStreams streams) {
        this.streams = streams;
    }

    /**
     * Response without the counters of instances and the options of topics.
     *
     * @param complete whether it contains all requested groups
     * @param unasked the number of groups that were not read
     * @param instances the instances, by group and name
     */
    record Instances(
            boolean complete,
            int unasked,

            @JsonIgnoreProperties({"settings", "counters", "topicCounters"})
            List<InstanceInfo> instances) {

        static Instances of(int groups, List<List<InstanceInfo>> read) {
            return new Instances(
                    read.size() == groups,
                    groups - read.size(),
                    read.stream().flatMap(List::stream).toList());
        }
    }

    /**
     * Request for a drain.
     *
     * @param instance the instance that the caller means; the one that answers if missing
     * @param group the group; all groups if missing
     */
    record DrainRequest(@Nullable String instance, @Nullable String group) {}

    record UndrainRequest(@Nullable String instance) {}

    record Drain(String instance, boolean draining) {}

    @PostMapping("/drain")
    Drain drain(
            DelayQueueEngine queue,
            @RequestBody(required = false) @Nullable DrainRequest body,
            HttpServletRequest request) {
        String group = body == null ? null : body.group();
        if (group != null) {
            AuditNote.topic(request, TopicName.requireGroup(group), null);
        }
        requireHere(queue, body == null ? null : body.instance());
        if (group == null) {
            queue.drain();
        } else {
            drain(queue, group);
        }
        return new Drain(queue.instance(), true);
    }

    private static void drain(DelayQueueEngine queue, String group) {
        try {
            queue.drain(group);
        } catch (InvalidTaskException e) {
            throw ProblemException.notFound(String.valueOf(e.getMessage()));
        }
    }

    @PostMapping("/undrain")
    Drain undrain(DelayQueueEngine queue, @RequestBody(required = false) @Nullable UndrainRequest body) {
        requireHere(queue, body == null ? null : body.instance());
        queue.undrain();
        return new Drain(queue.instance(), false);
    }

    /** Only the instance itself can be drained, and a load balancer may have chosen another. */
    private static void requireHere(DelayQueueEngine queue, @Nullable String instance) {
        if (instance != null && !instance.equals(queue.instance())) {
            throw ProblemException.notFound("The instance that answers is " + queue.instance() + ", not "
                    + LogText.of(instance) + ": send the request to that one");
        }
    }

    @GetMapping("/instances")
    Instances instances(DelayQueueEngine queue, @RequestParam(required = false) @Nullable String group) {
        if (group != null) {
            TopicName.requireGroup(group);
        }
        Sample sample = streams.sample(queue);
        if (sample != null && sample.groups() != null) {
            Collection<String> groups = group == null ? sample.groups().keySet() : Set.of(group);
            List<List<InstanceInfo>> known = groups.stream()
                    .map(sample.instances()::get)
                    .filter(Objects::nonNull)
                    .map(GroupSample::instances)
                    .toList();
            if (group == null || !known.isEmpty()) {
                return Instances.of(groups.size(), known);
            }
        }
        Collection<String> groups = group == null ? queue.register().topics().keySet() : Set.of(group);
        return Instances.of(
                groups.size(),
                groups.stream()
                        .limit(MAX_GROUPS)
                        .map(queue.inspector()::instances)
                        .toList());
    }
}
