package io.delayqueue.test.assertions;

import io.delayqueue.Priority;
import io.delayqueue.Tag;
import io.delayqueue.TaskError;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Narrows down tasks: each step keeps the tasks that match it and all earlier steps, and fails if there are none. If several
 * are left, all of them match.
 */
public final class TaskAssert extends AbstractAssert<TaskAssert, List<TaskInfo>> {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final TestQueueAssert queue;

    private final QueueView view;

    private final String expected;

    private TaskAssert(TestQueueAssert queue, QueueView view, String expected, List<TaskInfo> tasks) {
        super(tasks, TaskAssert.class);
        this.queue = queue;
        this.view = view;
        this.expected = expected;
        info.description(queue.info.description());
        info.overridingErrorMessage(queue.info.overridingErrorMessage());
        info.useRepresentation(queue.info.representation());
    }

    static TaskAssert of(TestQueueAssert queue, QueueView view, String expected, Predicate<TaskInfo> which) {
        return new TaskAssert(queue, view, expected, view.tasks()).keep(expected, null, which);
    }

    /**
     * Keeps the task with an id.
     *
     * @param id the id it was added with
     * @return assertions on it
     */
    public TaskAssert withId(String id) {
        Objects.requireNonNull(id, "id must not be null");
        return keep("with id " + id, task -> id.equals(task.id()));
    }

    /**
     * Keeps the tasks with a payload. It is written like payloads of the queue and compared as JSON, ignoring the order of
     * fields.
     *
     * @param payload the payload; null keeps the tasks without one
     * @return assertions on them
     */
    public TaskAssert withPayload(@Nullable Object payload) {
        if (payload == null) {
            return keep("without a payload", task -> task.payload() == null);
        }
        String json = view.json().apply(payload);
        JsonNode tree = JSON.readTree(json);
        return keep(
                "with payload " + json, task -> task.payload() != null && tree.equals(JSON.readTree(task.payload())));
    }

    /**
     * Keeps the tasks with a header.
     *
     * @param name the header's name
     * @param value its value
     * @return assertions on them
     */
    public TaskAssert withHeader(String name, String value) {
        Objects.requireNonNull(value, "value must not be null");
        return keep(
                "with header " + name + "=" + value,
                task -> value.equals(task.headers().get(name)));
    }

    /**
     * Keeps the tasks with a tag.
     *
     * @param name the tag's name
     * @param value its value
     * @return assertions on them
     * @throws io.delayqueue.InvalidTaskException if the name or the value breaks its rule
     */
    public TaskAssert withTag(String name, String value) {
        Tag tag = new Tag(name, value);
        return keep("with tag " + tag, task -> task.tags().contains(tag));
    }

    /**
     * Keeps the tasks whose next attempt is due after a delay by the queue's time, rounded up to milliseconds like in the
     * queue. A task that is due already, because its topic is paused for example, is due in zero or less. A dead letter is
     * never due.
     *
     * @param delay the delay from now
     * @return assertions on them
     */
    public TaskAssert dueIn(Duration delay) {
        Instant due = DueTime.inMillis(view.now().plus(delay));
        return keep("due " + DueTime.relative(delay), task -> due.equals(view.due(task)));
    }

    /**
     * Keeps the tasks whose next attempt is or was due at an instant, as in {@link #dueIn}.
     *
     * @param instant the due time
     * @return assertions on them
     */
    public TaskAssert dueAt(Instant instant) {
        Instant due = DueTime.inMillis(instant);
        String relative = DueTime.relative(Duration.between(view.now(), due));
        return keep("due at " + due + " (" + relative + ")", task -> due.equals(view.due(task)));
    }

    /**
     * Keeps the tasks in a state.
     *
     * @param state the state
     * @return assertions on them
     */
    public TaskAssert withState(TaskState state) {
        Objects.requireNonNull(state, "state must not be null");
        return keep("in state " + state, task -> task.state() == state);
    }

    /**
     * Keeps the tasks with a number of started attempts.
     *
     * @param attempts the number
     * @return assertions on them
     * @throws IllegalArgumentException if it is negative
     */
    public TaskAssert withAttempts(int attempts) {
        TestQueueAssert.requireCount(attempts);
        return keep("with attempts " + attempts, task -> task.attempts() == attempts);
    }

    /**
     * Keeps the tasks of a priority.
     *
     * @param priority the priority
     * @return assertions on them
     */
    public TaskAssert withPriority(Priority priority) {
        Objects.requireNonNull(priority, "priority must not be null");
        return keep("with priority " + priority, task -> task.priority() == priority);
    }

    /**
     * Keeps the tasks whose last failure had a message.
     *
     * @param part a part of the message
     * @return assertions on them
     */
    public TaskAssert withError(String part) {
        Objects.requireNonNull(part, "part must not be null");
        return keepFailed(
                "with an error that says \"" + part + "\"",
                error -> error.message() != null && error.message().contains(part));
    }

    /**
     * Keeps the tasks whose last failure had exactly this type; subtypes do not match, because only the name is stored.
     *
     * @param type the exception's class
     * @return assertions on them
     */
    public TaskAssert withError(Class<? extends Throwable> type) {
        return keepFailed("with an error of exactly " + type.getName(), error -> type.getName()
                .equals(error.type()));
    }

    /** {@return the assertions on the whole queue} */
    public TestQueueAssert and() {
        return queue;
    }

    private TaskAssert keepFailed(String step, Predicate<TaskError> which) {
        return keep(step, task -> task.lastError() != null && which.test(task.lastError()));
    }

    private TaskAssert keep(String step, Predicate<TaskInfo> which) {
        return keep(expected + "\n  " + step, step, which);
    }

    private TaskAssert keep(String all, @Nullable String step, Predicate<TaskInfo> which) {
        List<TaskInfo> kept = actual.stream().filter(which).toList();
        if (kept.isEmpty()) {
            throw failure("%s", "Expecting " + all + "\nbut " + found(step));
        }
        return new TaskAssert(queue, view, all, kept);
    }

    private String found(@Nullable String step) {
        QueueReport report = new QueueReport(view);
        boolean said = actual.size() == view.tasks().size();
        String left = said ? "" : " These do all the others:\n" + report.lines(actual);
        return (step == null ? "found none." : "no task fulfils the last line." + left) + "\n" + report.all();
    }
}
