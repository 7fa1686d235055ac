package io.delayqueue.web.api;

import io.delayqueue.Tag;
import io.delayqueue.TaggedTasks;
import io.delayqueue.TaskPage;
import io.delayqueue.TaskState;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.web.api.TasksController.Tasks;
import io.delayqueue.web.api.TopicStepsController.Steps;
import io.delayqueue.web.api.mvc.ApiController;
import io.delayqueue.web.api.mvc.ProblemException;
import io.delayqueue.web.api.mvc.SharedAnswers;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Lists, removes and requeues the tasks with a tag: of a group, or of all groups that are registered. */
final class TagsController implements ApiController {

    private static final String TASKS = "/tasks";

    private static final String OF_GROUP = "/groups/{group}/tasks";

    private final TaskViews views;

    private final SharedAnswers answers;

    TagsController(TaskViews views, SharedAnswers answers) {
        this.views = views;
        this.answers = answers;
    }

    @GetMapping({TASKS, OF_GROUP})
    Tasks list(
            DelayQueueEngine queue,
            @PathVariable(required = false) @Nullable String group,
            @RequestParam String tag,
            @RequestParam(required = false) @Nullable String topic,
            @RequestParam(required = false) TaskState @Nullable [] state,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(defaultValue = "50") int limit) {
        TaskPage page = tagged(queue, group, tag, topic, state).list(cursor, limit);
        return new Tasks(page.tasks().stream().map(views::summary).toList(), page.cursor());
    }

    @DeleteMapping({TASKS, OF_GROUP})
    Steps remove(
            DelayQueueEngine queue,
            @PathVariable(required = false) @Nullable String group,
            @RequestParam String tag,
            @RequestParam(required = false) @Nullable String topic,
            @RequestParam(required = false) TaskState @Nullable [] state,
            @RequestParam(required = false) @Nullable String from,
            @RequestParam(required = false) @Nullable Integer max,
            HttpServletRequest request) {
        TaggedTasks tasks = tagged(queue, group, tag, topic, state);
        Steps steps = TopicStepsController.steps(from, max, request, tasks::remove);
        answers.clear();
        return steps;
    }

    @PostMapping({TASKS + "/requeue", OF_GROUP + "/requeue"})
    Steps requeue(
            DelayQueueEngine queue,
            @PathVariable(required = false) @Nullable String group,
            @RequestParam String tag,
            @RequestParam(required = false) @Nullable String topic,
            @RequestParam(required = false) @Nullable String from,
            @RequestParam(required = false) @Nullable Integer max,
            HttpServletRequest request) {
        TaggedTasks tasks = tagged(queue, group, tag, topic, null);
        Steps steps = TopicStepsController.steps(from, max, request, tasks::requeue);
        answers.clear();
        return steps;
    }

    private static TaggedTasks tagged(
            DelayQueueEngine queue,
            @Nullable String group,
            String tag,
            @Nullable String topic,
            TaskState @Nullable [] states) {
        // An empty one would select all.
        if (states != null && (states.length == 0 || Arrays.asList(states).contains(null))) {
            throw ProblemException.invalid("state", "must be one of " + Arrays.toString(TaskState.values()));
        }
        Tag about = Tag.parse(tag);
        TaggedTasks all =
                group == null ? queue.service().tagged(about) : queue.service().tagged(group, about);
        TaggedTasks ofTopic = topic == null ? all : all.ofTopic(topic);
        return states == null ? ofTopic : ofTopic.inStates(states);
    }
}
