package io.delayqueue.web.api;

import io.delayqueue.Repeat;
import io.delayqueue.RepeatResult;
import io.delayqueue.RescheduleResult;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.web.api.mvc.ApiController;
import io.delayqueue.web.api.mvc.ProblemException;
import io.delayqueue.web.api.mvc.ProblemType;
import io.delayqueue.web.api.mvc.RawJson;
import io.delayqueue.web.api.mvc.SharedAnswers;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import tools.jackson.databind.util.RawValue;

/** Reschedules, runs, interrupts, requeues and edits a task; changes, pauses and resumes its repetition. */
final class TaskActionsController implements ApiController {

    private static final String TASK = "/groups/{group}/tasks/{id}";

    private final TaskViews views;

    private final SharedAnswers answers;

    TaskActionsController(TaskViews views, SharedAnswers answers) {
        this.views = views;
        this.answers = answers;
    }

    record TimeRequest(@Nullable Duration delay, @Nullable Instant at) {}

    /** Result of an action; the task is missing if it has finished since. */
    record Rescheduled(
            RescheduleResult.Outcome result, @Nullable TaskView task) {}

    /**
     * Change of a repetition.
     *
     * @param expected the repetition that the task must have; any if missing
     */
    record RepeatChange(
            @Nullable RepeatJson repeat, @Nullable RepeatJson expected) {}

    /** Result of a change of a repetition; the task is missing if it has finished since. */
    record Repeated(boolean changed, @Nullable TaskView task) {}

    record EditRequest(@Nullable RawJson payload) {}

    record Requeued(boolean changed) {}

    /**
     * Interruption of an attempt.
     *
     * @param reservedAt when the attempt was reserved; any if missing
     */
    record InterruptRequest(@Nullable Instant reservedAt) {}

    record Interrupted(boolean sent) {}

    @PostMapping(TASK + "/reschedule")
    Rescheduled reschedule(
            DelayQueueEngine queue,
            @PathVariable String group,
            @PathVariable String id,
            @RequestBody TimeRequest request) {
        Duration delay = request.delay();
        Instant at = request.at();
        if (delay != null && at == null) {
            return rescheduled(queue.service().rescheduleTask(group, id, delay), queue, group, id);
        }
        if (at != null && delay == null) {
            return rescheduled(queue.service().rescheduleTask(group, id, at), queue, group, id);
        }
        throw new ProblemException(ProblemType.INVALID_REQUEST, "The body must have a delay or an at, and not both")
                .with("field", "delay");
    }

    @PostMapping(TASK + "/run")
    Rescheduled run(DelayQueueEngine queue, @PathVariable String group, @PathVariable String id) {
        return rescheduled(queue.service().runTaskNow(group, id), queue, group, id);
    }

    @PostMapping(TASK + "/interrupt")
    Interrupted interrupt(
            DelayQueueEngine queue,
            @PathVariable String group,
            @PathVariable String id,
            @RequestBody(required = false) @Nullable InterruptRequest request) {
        Instant reservedAt = request == null ? null : request.reservedAt();
        if (reservedAt == null && !queue.service().interruptTask(group, id)) {
            throw ProblemException.notFound("There is no running task '" + id + "' in " + group);
        }
        if (reservedAt != null && !queue.service().interruptTask(group, id, reservedAt)) {
            throw new ProblemException(
                    ProblemType.CONFLICT,
                    "The attempt of '" + id + "' in " + group + " that was reserved at " + reservedAt
                            + " does not run any longer");
        }
        return new Interrupted(true);
    }

    @PostMapping(TASK + "/requeue")
    Requeued requeue(DelayQueueEngine queue, @PathVariable String group, @PathVariable String id) {
        if (!queue.service().requeueDeadLetter(group, id)) {
            throw noDeadLetter(group, id);
        }
        answers.clear();
        return new Requeued(true);
    }

    @PostMapping(TASK + "/edit")
    Requeued edit(
            DelayQueueEngine queue,
            @PathVariable String group,
            @PathVariable String id,
            @RequestBody EditRequest request) {
        RawJson payload = request.payload();
        if (payload == null) {
            throw ProblemException.invalid("payload", "must be given");
        }
        if (!queue.service().requeueDeadLetter(group, id, new RawValue(payload.text()))) {
            throw noDeadLetter(group, id);
        }
        answers.clear();
        return new Requeued(true);
    }

    @PostMapping(TASK + "/repeat")
    Repeated changeRepeat(
            DelayQueueEngine queue,
            @PathVariable String group,
            @PathVariable String id,
            @RequestBody RepeatChange request) {
        RepeatJson repeat = request.repeat();
        if (repeat == null) {
            throw ProblemException.invalid("repeat", "must be given");
        }
        Repeat expected = request.expected() == null ? null : request.expected().repeat();
        return repeated(queue.service().changeRepeat(group, id, expected, repeat.repeat()), queue, group, id);
    }

    @PostMapping(TASK + "/pause")
    Repeated pause(DelayQueueEngine queue, @PathVariable String group, @PathVariable String id) {
        return repeated(queue.service().pauseRepeat(group, id), queue, group, id);
    }

    @PostMapping(TASK + "/resume")
    Repeated resume(DelayQueueEngine queue, @PathVariable String group, @PathVariable String id) {
        return repeated(queue.service().resumeRepeat(group, id), queue, group, id);
    }

    private Repeated repeated(RepeatResult result, DelayQueueEngine queue, String group, String id) {
        answers.clear();
        return switch (result.outcome()) {
            case CHANGED, UNCHANGED ->
                new Repeated(result.outcome() == RepeatResult.Outcome.CHANGED, current(queue, group, id));
            case CONFLICT -> {
                ProblemException conflict = new ProblemException(
                        ProblemType.CONFLICT, "The task '" + id + "' in " + group + " has another repetition");
                RepeatJson repeat = RepeatJson.of(result.repeat());
                throw repeat == null ? conflict : conflict.with("repeat", repeat);
            }
            case NOT_REPEATING ->
                throw new ProblemException(
                        ProblemType.NOT_REPEATING,
                        "The task '" + id + "' in " + group + " runs once, or for the last time");
            case NOT_FOUND -> throw TasksController.none(group, id);
        };
    }

    private @Nullable TaskView current(DelayQueueEngine queue, String group, String id) {
        return queue.service()
                .findTask(group, id)
                .map(task -> views.current(task, queue))
                .orElse(null);
    }

    private static ProblemException noDeadLetter(String group, String id) {
        return ProblemException.notFound("There is no dead letter '" + id + "' in " + group);
    }

    private Rescheduled rescheduled(RescheduleResult result, DelayQueueEngine queue, String group, String id) {
        answers.clear();
        return switch (result.outcome()) {
            case RESCHEDULED -> new Rescheduled(result.outcome(), current(queue, group, id));
            case NOT_FOUND -> throw TasksController.none(group, id);
            case RUNNING ->
                throw new ProblemException(
                        ProblemType.RUNNING, "The task '" + id + "' in " + group + " runs, or is about to");
            case DEAD ->
                throw new ProblemException(
                        ProblemType.DEAD,
                        "The task '" + id + "' in " + group + " is a dead letter: requeue it instead");
            case AFTER_COMMIT -> throw new IllegalStateException("The service of an engine makes changes at once");
        };
    }
}
