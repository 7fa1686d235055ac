package io.delayqueue.web.api;

import io.delayqueue.Tag;
import io.delayqueue.TaggedTasks;
import io.delayqueue.TaskPage;
import io.delayqueue.TaskState;
import io.delayqueue.TopicStep;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.web.api.TasksController.Tasks;
import io.delayqueue.web.api.TopicStepsController.Steps;
import io.delayqueue.web.api.mvc.ApiController;
import io.delayqueue.web.api.mvc.ProblemException;
import io.delayqueue.web.api.mvc.SharedAnswers;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.Arrays;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Lists, removes, requeues and reschedules the tasks with a tag: of a group, or of all groups that are registered. */
final class TagsController implements ApiController {

    private static final String TASKS = "/tasks";

    private static final String OF_GROUP = "/groups/{group}/tasks";

    private final TaskViews views;

    private final SharedAnswers answers;

    TagsController(TaskViews views, SharedAnswers answers) {
        this.views = views;
        this.answers = answers;
    }

    /** Selects the tasks of each call. */
    @ModelAttribute
    TaggedTasks tagged(
            DelayQueueEngine queue,
            @PathVariable(required = false) @Nullable String group,
            @RequestParam String tag,
            @RequestParam(required = false) @Nullable String topic,
            @RequestParam(required = false) TaskState @Nullable [] state) {
        // An empty one would select all.
        if (state != null && (state.length == 0 || Arrays.asList(state).contains(null))) {
            throw ProblemException.invalid("state", "must be one of " + Arrays.toString(TaskState.values()));
        }
        Tag about = Tag.parse(tag);
        TaggedTasks all =
                group == null ? queue.service().tagged(about) : queue.service().tagged(group, about);
        TaggedTasks ofTopic = topic == null ? all : all.ofTopic(topic);
        return state == null ? ofTopic : ofTopic.inStates(state);
    }

    @GetMapping({TASKS, OF_GROUP})
    Tasks list(
            @ModelAttribute(binding = false) TaggedTasks tasks,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(defaultValue = "50") int limit) {
        TaskPage page = tasks.list(cursor, limit);
        return new Tasks(page.tasks().stream().map(views::summary).toList(), page.cursor());
    }

    @DeleteMapping({TASKS, OF_GROUP})
    Steps remove(
            @ModelAttribute(binding = false) TaggedTasks tasks,
            @RequestParam(required = false) @Nullable String from,
            @RequestParam(required = false) @Nullable Integer max,
            HttpServletRequest request) {
        return change(from, max, request, tasks::remove);
    }

    @PostMapping({TASKS + "/requeue", OF_GROUP + "/requeue"})
    Steps requeue(
            @ModelAttribute(binding = false) TaggedTasks tasks,
            @RequestParam(required = false) @Nullable String from,
            @RequestParam(required = false) @Nullable Integer max,
            HttpServletRequest request) {
        return change(from, max, request, tasks::requeue);
    }

    /** Takes a time and no delay, which would count from another time in each call. */
    @PostMapping({TASKS + "/reschedule", OF_GROUP + "/reschedule"})
    Steps reschedule(
            @ModelAttribute(binding = false) TaggedTasks tasks,
            @RequestParam Instant at,
            @RequestParam(required = false) @Nullable String from,
            @RequestParam(required = false) @Nullable Integer max,
            HttpServletRequest request) {
        return change(from, max, request, next -> tasks.reschedule(at, next));
    }

    private Steps change(
            @Nullable String from,
            @Nullable Integer max,
            HttpServletRequest request,
            Function<@Nullable String, TopicStep> step) {
        try {
            return TopicStepsController.steps(from, max, request, step);
        } finally {
            answers.clear();
        }
    }
}
