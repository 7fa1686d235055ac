package io.delayqueue.web.api;

import io.delayqueue.Tag;
import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.history.HistoryCounts;
import io.delayqueue.history.HistoryPage;
import io.delayqueue.history.HistoryQuery;
import io.delayqueue.history.RecordedOutcome;
import io.delayqueue.history.TopicHistory;
import io.delayqueue.web.api.mvc.ApiController;
import io.delayqueue.web.api.mvc.ProblemException;
import io.delayqueue.web.audit.AuditNote;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;

/** Lists, counts and forgets the records of a topic's tasks that have ended. */
final class HistoryController implements ApiController {

    private static final String HISTORY = "/groups/{group}/topics/{topic}/history";

    private final TaskViews views;

    HistoryController(TaskViews views) {
        this.views = views;
    }

    record Records(
            List<RecordView> records,
            @Nullable String cursor,
            @Nullable Instant searchedTo,
            HistoryCounts counts) {}

    record Forgotten(int records) {}

    @GetMapping(HISTORY)
    Records list(
            DelayQueueEngine queue,
            @PathVariable String group,
            @PathVariable String topic,
            @RequestParam(required = false) @Nullable String id,
            @RequestParam(required = false) @Nullable String tag,
            @RequestParam(required = false) @Nullable String key,
            @RequestParam(required = false) @Nullable RecordedOutcome outcome,
            @RequestParam(required = false) @Nullable Instant before,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(defaultValue = "50") int limit) {
        TopicHistory history = queue.inspector().history(new TopicName(group, topic));
        Tag about = tag == null ? null : Tag.parse(tag);
        HistoryPage page = history.list(new HistoryQuery(id, about, key, outcome, before, cursor, limit));
        return new Records(
                page.records().stream().map(views::record).toList(),
                page.cursor(),
                page.searchedTo(),
                history.counts());
    }

    @DeleteMapping(HISTORY)
    Forgotten forget(
            DelayQueueEngine queue,
            @PathVariable String group,
            @PathVariable String topic,
            @RequestParam(required = false) @Nullable String id,
            @RequestParam(required = false) @Nullable String tag,
            @RequestParam(required = false) @Nullable String key,
            HttpServletRequest request) {
        if (Stream.of(id, tag, key).filter(Objects::nonNull).count() != 1) {
            throw ProblemException.invalid("id", "must be given, or a tag or a key instead");
        }
        TopicHistory history = queue.inspector().history(new TopicName(group, topic));
        int records = id != null
                ? history.forget(id)
                : tag != null ? history.forget(Tag.parse(tag)) : history.forgetKey(Objects.requireNonNull(key));
        AuditNote.tasks(request, records);
        return new Forgotten(records);
    }
}
