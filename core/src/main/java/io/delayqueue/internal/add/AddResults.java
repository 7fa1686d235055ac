package io.delayqueue.internal.add;

import io.delayqueue.AddResult;
import io.delayqueue.IfExists;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.Task;
import io.delayqueue.TaskExistsException;
import io.delayqueue.store.AddStatus;
import java.time.Instant;

/** Converts what the store did with a task into the result for the caller. */
final class AddResults {

    private AddResults() {}

    static AddResult of(Task task, AddStatus status) {
        if (status.kind() == AddStatus.Kind.OTHER_TOPIC) {
            throw new InvalidTaskException(
                    "id",
                    "id must be unique in its group, but '" + task.id() + "' belongs to a task of another topic of "
                            + task.topic().group() + "; use another id, or remove that task by this id",
                    null);
        }
        if (status.kind() == AddStatus.Kind.EXISTED && task.idGenerated()) {
            throw new InvalidTaskException(
                    "id",
                    "id must be unique in its group, but the generated '" + task.id()
                            + "' belongs to a task with other content; build the task again",
                    null);
        }
        AddResult.Outcome outcome =
                switch (status.kind()) {
                    case ADDED -> AddResult.Outcome.ADDED;
                    case REPLACED -> AddResult.Outcome.REPLACED;
                    default -> AddResult.Outcome.EXISTED;
                };
        if (outcome == AddResult.Outcome.EXISTED && task.ifExists() == IfExists.FAIL) {
            throw new TaskExistsException(task.topic(), task.id());
        }
        return new AddResult(task.id(), outcome, Instant.ofEpochMilli(status.dueAt()));
    }
}
