package io.delayqueue.web.api;

import io.delayqueue.FailedAttempt;
import io.delayqueue.Tag;
import io.delayqueue.TaskError;
import io.delayqueue.TaskInfo;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.history.TaskRecord;
import io.delayqueue.history.TaskRecord.Details;
import io.delayqueue.history.TaskRecord.Progress;
import io.delayqueue.monitor.RepeatingTasks;
import io.delayqueue.web.PayloadMask;
import io.delayqueue.web.api.TaskView.ErrorView;
import io.delayqueue.web.api.mvc.RawJson;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Converts tasks and records of tasks to responses of the API and masks them. */
final class TaskViews {

    /** Number of next runs of a repeating task. */
    private static final int RUNS = 5;

    private final PayloadMask mask;

    TaskViews(PayloadMask mask) {
        this.mask = mask;
    }

    /** Converts a task of a list. */
    TaskView summary(TaskInfo task) {
        return view(task, false, false, null, null, null, null);
    }

    /** Converts a task of a list of retried tasks, with the options of its topic. */
    TaskView retried(TaskInfo task, DelayQueueEngine queue) {
        return view(task, false, false, null, topicDefaults(task, queue), null, null);
    }

    private static @Nullable OptionsView topicDefaults(TaskInfo task, DelayQueueEngine queue) {
        return queue.topicOptions(task.topic()).map(OptionsView::of).orElse(null);
    }

    /** Converts a list of repeating tasks. */
    List<TaskView> schedules(RepeatingTasks page) {
        return page.tasks().stream()
                .map(task -> view(
                        task, false, false, null, null, null, page.orphans().contains(task.id()) ? true : null))
                .toList();
    }

    /** Converts a task of a list with payloads. */
    TaskView withPayload(TaskInfo task) {
        return view(task, true, false, null, null, null, null);
    }

    /** Converts a single task that is in the queue, with its progress, its next runs and the options of its topic. */
    TaskView current(TaskInfo task, DelayQueueEngine queue) {
        List<Instant> runs =
                task.options().repeat() == null ? null : queue.inspector().nextRuns(task, RUNS);
        Progress progress = queue.inspector().progress(task).map(mask::progress).orElse(null);
        return view(task, true, true, progress, topicDefaults(task, queue), runs, null);
    }

    /** Converts a single task that has been removed. */
    TaskView removed(TaskInfo task) {
        return view(task, true, true, null, null, null, null);
    }

    private TaskView view(
            TaskInfo task,
            boolean withPayload,
            boolean single,
            @Nullable Progress progress,
            @Nullable OptionsView topicDefaults,
            @Nullable List<Instant> nextRuns,
            @Nullable Boolean orphan) {
        return new TaskView(
                task.topic().group(),
                task.topic().topic(),
                task.id(),
                task.key(),
                task.tags().isEmpty() ? null : tags(task.tags()),
                task.state(),
                task.dueAt(),
                task.stateUntil(),
                task.attempts(),
                task.instance(),
                task.reservedAt(),
                task.priority(),
                task.description(),
                error(task),
                withPayload ? json(task.payload()) : null,
                withPayload && mask.masked() ? true : null,
                single ? mask.headers(new TreeMap<>(task.headers())) : null,
                single ? failedAttempts(task.failedAttempts()) : null,
                OptionsView.of(task.options()),
                task.lastRun(),
                progress,
                topicDefaults,
                nextRuns,
                orphan);
    }

    /**
     * Converts a failure. A masked one has no message, which often quotes the payload, and no stack, which begins with the
     * message.
     */
    private @Nullable ErrorView error(TaskInfo task) {
        TaskError error = task.lastError();
        if (error == null || !mask.masked()) {
            return error == null ? null : new ErrorView(error, null);
        }
        return new ErrorView(
                new TaskError(
                        error.attempt(), error.at(), error.type(), error.rootCause(), null, null, error.deadReason()),
                true);
    }

    private List<FailedAttempt> failedAttempts(List<FailedAttempt> failed) {
        return mask.masked() ? failed.stream().map(TaskViews::masked).toList() : failed;
    }

    private static FailedAttempt masked(FailedAttempt failed) {
        return new FailedAttempt(
                failed.attempt(), failed.at(), failed.instance(), failed.outcome(), failed.type(), null);
    }

    private static List<String> tags(List<Tag> tags) {
        return tags.stream().map(Tag::toString).toList();
    }

    private @Nullable RawJson json(@Nullable String text) {
        return mask.masked() || text == null ? null : new RawJson(text);
    }

    /** Converts the record of a task that has ended. */
    RecordView record(TaskRecord task) {
        Details details = task.details();
        Progress progress = details.progress();
        return new RecordView(
                task.topic().group(),
                task.topic().topic(),
                task.id(),
                task.outcome(),
                task.endedAt(),
                task.dueAt(),
                millis(task.lateness()),
                millis(task.took()),
                task.attempts(),
                task.instance(),
                task.key(),
                tags(task.tags()),
                details.occurrence(),
                json(details.result()),
                details.resultSize(),
                progress == null ? null : mask.progress(progress),
                details.traceId(),
                details.errorType(),
                mask.masked() ? null : details.errorMessage(),
                details.deadReason(),
                json(details.payload()),
                details.payloadSize(),
                details.leftState(),
                details.count(),
                failedAttempts(task.failedAttempts()),
                mask.masked() ? true : null);
    }

    private static @Nullable Long millis(@Nullable Duration duration) {
        return duration == null ? null : duration.toMillis();
    }
}
