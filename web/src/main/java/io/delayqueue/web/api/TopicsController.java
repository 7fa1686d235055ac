package io.delayqueue.web.api;

import io.delayqueue.ServiceRegister.Unregistration;
import io.delayqueue.TaskCounts;
import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.web.api.mvc.ApiController;
import io.delayqueue.web.api.mvc.ProblemException;
import io.delayqueue.web.api.mvc.ProblemType;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Lists topics with their counts and settings; pauses and resumes them; unregisters topics and groups that are no longer used. */
final class TopicsController implements ApiController {

    /** Number of topics that the store counts in one step. */
    private static final int MAX_TOPICS = 200;

    private static final String TOPIC = "/groups/{group}/topics/{topic}";

    record TopicPage(List<TopicView> topics, @Nullable String next) {}

    record Change(boolean changed, TopicView topic) {}

    record Settings(List<InstanceSettings> instances) {}

    /** Options of a topic in an instance that consumes it; null if the instance does not report them. */
    record InstanceSettings(
            String instance,
            String host,
            long pid,
            @Nullable Map<String, Object> settings) {}

    record Unregistered(boolean changed) {}

    @GetMapping("/groups/{group}/topics")
    TopicPage topics(
            DelayQueueEngine queue,
            @PathVariable String group,
            @RequestParam(defaultValue = "") String search,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(defaultValue = "100") int limit) {
        if (limit < 1 || limit > MAX_TOPICS) {
            throw ProblemException.invalid("limit", "must be from 1 to " + MAX_TOPICS);
        }
        if (cursor != null && !TopicName.isValid(cursor)) {
            throw ProblemException.invalid("cursor", "must be the 'next' of the previous page");
        }
        Set<String> registered = queue.register().topics().get(TopicName.requireGroup(group));
        List<String> others = queue.inspector().unregisteredTopics().stream()
                .filter(name -> name.group().equals(group))
                .map(TopicName::topic)
                .toList();
        if (registered == null && others.isEmpty()) {
            throw ProblemException.notFound("The group " + group + " is not registered and has no tasks");
        }
        String part = search.toLowerCase(Locale.ROOT);
        Predicate<String> wanted = name -> (cursor == null || name.compareTo(cursor) > 0)
                && name.toLowerCase(Locale.ROOT).contains(part);
        Set<String> names = new TreeSet<>(registered == null ? Set.of() : registered);
        names.removeIf(wanted.negate());
        names.addAll(withTasks(queue, group, others.stream().filter(wanted).toList()));
        List<String> page = names.stream().limit(limit).toList();
        return new TopicPage(
                count(queue, group, page).stream()
                        .map(counts -> TopicView.of(
                                counts,
                                registered != null
                                        && registered.contains(counts.topic().topic())))
                        .toList(),
                names.size() > limit ? page.get(limit - 1) : null);
    }

    private static List<String> withTasks(DelayQueueEngine queue, String group, List<String> topics) {
        return count(queue, group, topics).stream()
                .filter(counts -> counts.total() > 0 || counts.paused())
                .map(counts -> counts.topic().topic())
                .toList();
    }

    /** An empty list of topics would count all. */
    private static List<TaskCounts> count(DelayQueueEngine queue, String group, List<String> topics) {
        return topics.isEmpty() ? List.of() : queue.service().countTasks(group, topics);
    }

    @GetMapping(TOPIC)
    TopicView topic(DelayQueueEngine queue, @PathVariable String group, @PathVariable String topic) {
        return Topics.view(queue, group, topic);
    }

    @GetMapping(TOPIC + "/settings")
    Settings settings(DelayQueueEngine queue, @PathVariable String group, @PathVariable String topic) {
        return new Settings(queue.inspector().instances(group).stream()
                .filter(instance -> !instance.gone() && instance.mayConsume(topic))
                .map(instance -> new InstanceSettings(
                        instance.instance(),
                        instance.host(),
                        instance.pid(),
                        instance.settings().get(topic)))
                .toList());
    }

    @PostMapping(TOPIC + "/pause")
    Change pause(DelayQueueEngine queue, @PathVariable String group, @PathVariable String topic) {
        boolean changed = Topics.existing(queue, group, topic).pause();
        return change(changed, queue, group, topic);
    }

    @PostMapping(TOPIC + "/resume")
    Change resume(DelayQueueEngine queue, @PathVariable String group, @PathVariable String topic) {
        boolean changed = Topics.existing(queue, group, topic).resume();
        return change(changed, queue, group, topic);
    }

    private static Change change(boolean changed, DelayQueueEngine queue, String group, String topic) {
        boolean registered = queue.register().isTopicRegistered(group, topic);
        return new Change(
                changed, TopicView.of(queue.service().topic(group, topic).count(), registered));
    }

    @DeleteMapping(TOPIC)
    Unregistered unregister(DelayQueueEngine queue, @PathVariable String group, @PathVariable String topic) {
        return answer(queue.register().cancelUnusedTopic(group, topic), "The topic " + new TopicName(group, topic));
    }

    @DeleteMapping("/groups/{group}")
    Unregistered unregisterGroup(DelayQueueEngine queue, @PathVariable String group) {
        return answer(queue.register().cancelUnusedGroup(group), "The group " + group);
    }

    private static Unregistered answer(Unregistration outcome, String name) {
        return switch (outcome) {
            case UNREGISTERED -> new Unregistered(true);
            case NOT_REGISTERED -> throw ProblemException.notFound(name + " is not registered");
            case HAS_TASKS ->
                throw new ProblemException(
                        ProblemType.HAS_TASKS, name + " has tasks, perhaps dead letters: remove them first");
            case HAS_CONSUMERS ->
                throw new ProblemException(
                        ProblemType.HAS_CONSUMERS, name + " is consumed by an instance: stop its consumers first");
        };
    }
}
