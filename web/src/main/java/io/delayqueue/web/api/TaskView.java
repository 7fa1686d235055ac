package io.delayqueue.web.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.delayqueue.FailedAttempt;
import io.delayqueue.Priority;
import io.delayqueue.TaskError;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.history.TaskRecord;
import io.delayqueue.web.api.mvc.RawJson;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Task in responses of the API. Lists omit its headers, its history, what is computed and, unless requested, its payload.
 *
 * @param progress what its attempt has reported, if it runs
 * @param topicDefaults limits that apply where the task has none, as far as the answering application runs tasks of its topic
 * @param nextRuns the due times of its next occurrences, if it repeats
 * @param orphan true in a list of repeating tasks if no running instance has its declaration
 */
record TaskView(
        String group,
        String topic,
        String id,
        @Nullable String key,
        @Nullable List<String> tags,
        TaskState state,
        Instant dueAt,
        @Nullable Instant stateUntil,
        int attempts,
        @Nullable String instance,
        @Nullable Instant reservedAt,
        Priority priority,
        @Nullable String description,
        @Nullable ErrorView error,
        @Nullable RawJson payload,
        @Nullable Boolean payloadMasked,
        @Nullable Map<String, String> headers,
        @Nullable List<FailedAttempt> failedAttempts,
        @JsonUnwrapped OptionsView options,
        TaskInfo.@Nullable LastRun lastRun,
        TaskRecord.@Nullable Progress progress,
        @Nullable OptionsView topicDefaults,
        @Nullable List<Instant> nextRuns,
        @Nullable Boolean orphan) {

    record ErrorView(
            @JsonUnwrapped TaskError error, @Nullable Boolean messageMasked) {}
}
