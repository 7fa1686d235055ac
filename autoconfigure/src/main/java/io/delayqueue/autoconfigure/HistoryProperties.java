package io.delayqueue.autoconfigure;

import io.delayqueue.InvalidSettingException;
import io.delayqueue.history.HistoryRule;
import io.delayqueue.history.RecordedOutcome;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * History of a topic over all instances.
 *
 * @param maxAge How long a record is kept, at least one second. Has to be set.
 * @param maxSize The maximum size of all records, from 2 MB to 1 GB. Has to be set.
 * @param payload Whether a record has the payload of a task that has run.
 * @param result Whether a record has the value that a listener returns.
 * @param outcomes The outcomes that are recorded. All if not set.
 */
public record HistoryProperties(
        @Nullable Duration maxAge,
        @Nullable DataSize maxSize,
        @DefaultValue("false") boolean payload,
        @DefaultValue("false") boolean result,
        @DefaultValue Set<RecordedOutcome> outcomes) {

    HistoryRule toRule() {
        if (maxAge == null || maxSize == null) {
            throw new InvalidSettingException("", maxAge == null ? "maxAge" : "maxSize", "must be set");
        }
        return new HistoryRule(maxAge, maxSize.toBytes(), payload, result, outcomes);
    }
}
