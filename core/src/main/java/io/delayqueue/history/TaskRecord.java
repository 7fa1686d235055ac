package io.delayqueue.history;

import io.delayqueue.DeadReason;
import io.delayqueue.FailedAttempt;
import io.delayqueue.Tag;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Record of a task that has ended, or of an occurrence of a repeating task. All times are the store's.
 *
 * @param topic the group and the topic
 * @param id the id of the task; {@link #ALL} in the record of a step that removed all tasks of the topic
 * @param outcome the end
 * @param endedAt the time of the end
 * @param dueAt the due time that the task or the occurrence had at its end
 * @param lateness the time from the due time of the last attempt to its begin; null if no attempt has begun, or it is unknown
 * @param took the time that the last attempt took; null if no attempt has begun, or it is unknown
 * @param attempts the number of attempts that have begun, from the last requeue or the begin of the occurrence on
 * @param instance the instance that reserved the task last; null if none did
 * @param key the key; null if the task had none
 * @param tags the tags
 * @param details the rest, as far as it was kept
 * @param failedAttempts the attempts that went wrong, the newest first: those of 2 KB
 */
public record TaskRecord(
        TopicName topic,
        String id,
        RecordedOutcome outcome,
        Instant endedAt,
        Instant dueAt,
        @Nullable Duration lateness,
        @Nullable Duration took,
        int attempts,
        @Nullable String instance,
        @Nullable String key,
        List<Tag> tags,
        Details details,
        List<FailedAttempt> failedAttempts) {

    /** The {@link #id} of the record of a step that removed all tasks of a topic; no task has it. */
    public static final String ALL = "*";

    /** Copies the lists. */
    public TaskRecord {
        tags = List.copyOf(tags);
        failedAttempts = List.copyOf(failedAttempts);
    }

    /**
     * Parts of a record that most records lack.
     *
     * @param occurrence the time for which the occurrence was planned; null if that is its due time
     * @param result the result as JSON
     * @param resultSize the bytes of a result that was too large to keep
     * @param progress the last progress that the callback reported
     * @param traceId the id of the trace of the last attempt
     * @param errorType the class of the exception of the last attempt
     * @param errorMessage its message, at most 200 characters
     * @param deadReason the reason why the task became a dead letter
     * @param payload the payload as JSON, if the {@linkplain HistoryRule rule} keeps payloads
     * @param payloadSize the bytes of a payload that was too large to keep
     * @param leftState the state of a task that was removed or replaced
     * @param count the number of tasks that a step removed which removed all tasks of the topic
     */
    public record Details(
            @Nullable Instant occurrence,
            @Nullable String result,
            @Nullable Integer resultSize,
            @Nullable Progress progress,
            @Nullable String traceId,
            @Nullable String errorType,
            @Nullable String errorMessage,
            @Nullable DeadReason deadReason,
            @Nullable String payload,
            @Nullable Integer payloadSize,
            @Nullable TaskState leftState,
            @Nullable Integer count) {

        /**
         * Copies the details.
         *
         * @param kept the payload as JSON; null for none
         * @return the copy
         */
        public Details payload(@Nullable String kept) {
            return with(kept, result, errorMessage, progress);
        }

        /**
         * Copies the details.
         *
         * @param kept the result as JSON; null for none
         * @return the copy
         */
        public Details result(@Nullable String kept) {
            return with(payload, kept, errorMessage, progress);
        }

        /**
         * Copies the details.
         *
         * @param kept the message of the exception of the last attempt; null for none
         * @return the copy
         */
        public Details errorMessage(@Nullable String kept) {
            return with(payload, result, kept, progress);
        }

        /**
         * Copies the details.
         *
         * @param kept the last progress; null for none
         * @return the copy
         */
        public Details progress(@Nullable Progress kept) {
            return with(payload, result, errorMessage, kept);
        }

        private Details with(
                @Nullable String newPayload,
                @Nullable String newResult,
                @Nullable String newMessage,
                @Nullable Progress newProgress) {
            return new Details(
                    occurrence,
                    newResult,
                    resultSize,
                    newProgress,
                    traceId,
                    errorType,
                    newMessage,
                    deadReason,
                    newPayload,
                    payloadSize,
                    leftState,
                    count);
        }
    }

    /**
     * Progress of an attempt.
     *
     * @param done how much is done
     * @param total of how much; 0 if it is unknown
     * @param text a few words; null if there are none
     */
    public record Progress(long done, long total, @Nullable String text) {}
}
