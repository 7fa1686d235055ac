package io.delayqueue.web.api;

import io.delayqueue.DeadReason;
import io.delayqueue.FailedAttempt;
import io.delayqueue.TaskState;
import io.delayqueue.history.RecordedOutcome;
import io.delayqueue.history.TaskRecord.Progress;
import io.delayqueue.web.api.mvc.RawJson;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Record of a task that has ended in responses of the API.
 *
 * @param tags the tags, such as {@code order=42}
 * @param masked true if the payload, the result, the text of the progress and messages are omitted
 */
record RecordView(
        String group,
        String topic,
        String id,
        RecordedOutcome outcome,
        Instant endedAt,
        Instant dueAt,
        @Nullable Long latenessMillis,
        @Nullable Long tookMillis,
        int attempts,
        @Nullable String instance,
        @Nullable String key,
        List<String> tags,
        @Nullable Instant occurrence,
        @Nullable RawJson result,
        @Nullable Integer resultSize,
        @Nullable Progress progress,
        @Nullable String traceId,
        @Nullable String errorType,
        @Nullable String errorMessage,
        @Nullable DeadReason deadReason,
        @Nullable RawJson payload,
        @Nullable Integer payloadSize,
        @Nullable TaskState leftState,
        @Nullable Integer count,
        List<FailedAttempt> failedAttempts,
        @Nullable Boolean masked) {}
