package io.delayqueue.web.api;

import io.delayqueue.AddResult;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.Task;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.web.api.mvc.ApiController;
import io.delayqueue.web.api.mvc.ApiPath;
import io.delayqueue.web.api.mvc.ApiProblems;
import io.delayqueue.web.api.mvc.ProblemException;
import io.delayqueue.web.api.mvc.ProblemType;
import io.delayqueue.web.audit.AuditNote;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;

/** Adds tasks. */
final class AddController implements ApiController {

    private final ApiPath path;

    private final int maxBatch;

    AddController(ApiPath path, int maxBatch) {
        this.path = path;
        this.maxBatch = maxBatch;
    }

    record Added(String id, Instant dueAt, AddResult.Outcome status) {

        static Added of(AddResult result) {
            return new Added(result.id(), result.dueAt(), result.outcome());
        }
    }

    record Batch(@Nullable List<@Nullable TaskRequest> tasks) {}

    record AddedBatch(List<Added> results) {}

    @PostMapping("/groups/{group}/topics/{topic}/tasks")
    ResponseEntity<Added> add(
            DelayQueueEngine queue,
            @PathVariable String group,
            @PathVariable String topic,
            @RequestBody TaskRequest body,
            HttpServletRequest request) {
        if (body.group() != null || body.topic() != null) {
            throw ProblemException.invalid(body.group() != null ? "group" : "topic", "must be in the path only");
        }
        Task task = queue.freeze(body.task(group, topic));
        AuditNote.id(request, task.id());
        AddResult result;
        try {
            result = queue.service().addTask(task);
            AuditNote.id(request, result.id());
        } catch (TaskStoreException e) {
            throw ApiProblems.storeProblem(e, request).with("id", task.id());
        }
        HttpStatus status =
                switch (result.outcome()) {
                    case EXISTED, RECENT -> HttpStatus.OK;
                    default -> HttpStatus.CREATED;
                };
        return ResponseEntity.status(status)
                .header(
                        HttpHeaders.LOCATION,
                        path.task(request, group, result.id()).toString())
                .body(Added.of(result));
    }

    @PostMapping("/tasks")
    AddedBatch addAll(DelayQueueEngine queue, @RequestBody Batch body, HttpServletRequest request) {
        List<Task> tasks = tasks(queue, body);
        note(request, tasks);
        try {
            return new AddedBatch(
                    queue.service().addTasks(tasks).stream().map(Added::of).toList());
        } catch (TaskStoreException e) {
            throw ApiProblems.storeProblem(e, request)
                    .with("ids", tasks.stream().map(Task::id).toList());
        }
    }

    private static void note(HttpServletRequest request, List<Task> tasks) {
        AuditNote.tasks(request, tasks.size());
        if (tasks.size() == 1) {
            AuditNote.id(request, tasks.get(0).id());
        }
        List<TopicName> topics = tasks.stream().map(Task::topic).distinct().toList();
        if (topics.stream().map(TopicName::group).distinct().count() == 1) {
            TopicName first = topics.get(0);
            AuditNote.topic(request, first.group(), topics.size() == 1 ? first.topic() : null);
        }
    }

    /** Adds all tasks, or none if one is not valid. */
    private List<Task> tasks(DelayQueueEngine queue, Batch batch) {
        List<@Nullable TaskRequest> requests = batch.tasks();
        if (requests == null) {
            throw ProblemException.invalid("tasks", "must be given");
        }
        if (requests.size() > maxBatch) {
            throw new ProblemException(
                            ProblemType.TOO_LARGE,
                            "tasks must be at most " + maxBatch + " in one request, but are " + requests.size())
                    .with("field", "tasks");
        }
        List<Task> tasks = new ArrayList<>(requests.size());
        for (int i = 0; i < requests.size(); i++) {
            tasks.add(task(queue, requests.get(i), "tasks[" + i + "]"));
        }
        return tasks;
    }

    private static Task task(DelayQueueEngine queue, @Nullable TaskRequest request, String place) {
        if (request == null) {
            throw ProblemException.invalid(place, "must be an object, but is null");
        }
        if (request.group() == null || request.topic() == null) {
            throw ProblemException.invalid(place + (request.group() == null ? ".group" : ".topic"), "must be given");
        }
        try {
            return queue.freeze(request.task(request.group(), request.topic()));
        } catch (InvalidTaskException e) {
            throw in(place, e.field(), e);
        } catch (ProblemException e) {
            throw in(place, field(e), e);
        }
    }

    private static String field(ProblemException e) {
        Map<String, Object> members = e.getBody().getProperties();
        return members == null ? "" : String.valueOf(members.get("field"));
    }

    private static ProblemException in(String place, String field, RuntimeException e) {
        return new ProblemException(ProblemType.INVALID_REQUEST, place + "." + e.getMessage())
                .with("field", place + "." + field);
    }
}
