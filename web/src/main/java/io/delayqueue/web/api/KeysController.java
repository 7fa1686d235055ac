package io.delayqueue.web.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.monitor.TopicKeys;
import io.delayqueue.web.api.TasksController.Tasks;
import io.delayqueue.web.api.mvc.ApiController;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;

/** Shows the keys of a topic with the most tasks behind, and the first tasks of a key. */
final class KeysController implements ApiController {

    private static final String KEYS = "/groups/{group}/topics/{topic}/keys";

    private final TaskViews views;

    KeysController(TaskViews views) {
        this.views = views;
    }

    record KeysView(@JsonUnwrapped TopicKeys keys) {}

    @GetMapping(KEYS)
    KeysView keys(
            DelayQueueEngine queue,
            @PathVariable String group,
            @PathVariable String topic,
            @RequestParam(defaultValue = "10") int limit) {
        return new KeysView(queue.inspector().keys(new TopicName(group, topic), limit));
    }

    /** A key is no part of the path, because it may have any characters. */
    @GetMapping(KEYS + "/tasks")
    Tasks tasks(
            DelayQueueEngine queue,
            @PathVariable String group,
            @PathVariable String topic,
            @RequestParam String key,
            @RequestParam(defaultValue = "50") int limit) {
        return new Tasks(
                queue.inspector().tasksOfKey(new TopicName(group, topic), key, limit).stream()
                        .map(views::summary)
                        .toList(),
                null);
    }
}
