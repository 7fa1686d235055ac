package io.delayqueue.web.api;

import io.delayqueue.TaskInfo;
import io.delayqueue.TaskPage;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.TopicOperations;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.web.api.mvc.ApiController;
import io.delayqueue.web.api.mvc.ProblemException;
import io.delayqueue.web.api.mvc.SharedAnswers;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;

/** Finds, lists and removes tasks. */
final class TasksController implements ApiController {

    private final TaskViews views;

    private final SharedAnswers answers;

    TasksController(TaskViews views, SharedAnswers answers) {
        this.views = views;
        this.answers = answers;
    }

    record Tasks(List<TaskView> tasks, @Nullable String cursor) {}

    @GetMapping("/groups/{group}/topics/{topic}/tasks")
    Tasks list(
            DelayQueueEngine queue,
            @PathVariable String group,
            @PathVariable String topic,
            @RequestParam TaskState state,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(defaultValue = "50") int limit,
            @RequestParam(defaultValue = "false") boolean payload) {
        TopicOperations operations = queue.service().topic(group, topic);
        TaskPage page =
                payload ? operations.listWithPayloads(state, cursor, limit) : operations.list(state, cursor, limit);
        return new Tasks(
                page.tasks().stream()
                        .map(payload ? views::withPayload : views::summary)
                        .toList(),
                page.cursor());
    }

    @GetMapping("/groups/{group}/topics/{topic}/retrying")
    Tasks retrying(
            DelayQueueEngine queue,
            @PathVariable String group,
            @PathVariable String topic,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(defaultValue = "50") int limit) {
        TaskPage page = queue.inspector().retrying(new TopicName(group, topic), cursor, limit);
        return new Tasks(
                page.tasks().stream().map(task -> views.retried(task, queue)).toList(), page.cursor());
    }

    @GetMapping("/groups/{group}/tasks/{id}")
    TaskView find(DelayQueueEngine queue, @PathVariable String group, @PathVariable String id) {
        return views.current(found(queue.service().findTask(group, id).orElse(null), group, id), queue);
    }

    @DeleteMapping("/groups/{group}/tasks/{id}")
    TaskView remove(DelayQueueEngine queue, @PathVariable String group, @PathVariable String id) {
        TaskInfo removed = found(queue.service().removeTask(group, id).task(), group, id);
        answers.clear();
        return views.removed(removed);
    }

    private static TaskInfo found(@Nullable TaskInfo task, String group, String id) {
        if (task == null) {
            throw none(group, id);
        }
        return task;
    }

    static ProblemException none(String group, String id) {
        return ProblemException.notFound("There is no task '" + id + "' in " + group
                + ": it has finished, was removed or purged, or was never added");
    }
}
