package io.delayqueue.web.api;

import io.delayqueue.Tag;
import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.history.HistoryCounts;
import io.delayqueue.history.HistoryPage;
import io.delayqueue.history.HistoryQuery;
import io.delayqueue.web.api.mvc.ApiController;
import io.delayqueue.web.api.mvc.ProblemException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/**
 * Searches the histories of all topics, one after the other. A request makes a bounded number of calls of the store, and returns how much it has
 * searched and where to go on.
 */
final class HistorySearchController implements ApiController {

    /** Maximum number of groups that a request searches: one step each, and more for its histories. */
    private static final int MAX_STEPS = 50;

    /** A page of a history is at most 20 calls of the store. */
    private static final int STEPS_OF_A_PAGE = 5;

    /** Number of found records after which no further page is read. */
    private static final int ENOUGH = 50;

    private final TaskViews views;

    HistorySearchController(TaskViews views) {
        this.views = views;
    }

    /**
     * Records with an id, a tag or a key.
     *
     * @param searchedTopics the number of topics with a history that were searched to their end
     * @param unreadableGroups groups whose search the store has refused; null if there are none
     * @param topic the topic whose search is not at its end; null if there is none
     * @param searchedTo the time down to which that topic was searched
     */
    record Found(
            List<RecordView> records,
            int searchedTopics,
            int searchedGroups,
            int unsearchedGroups,
            @Nullable List<String> unreadableGroups,
            @Nullable String topic,
            @Nullable Instant searchedTo,
            @Nullable String next) {}

    @GetMapping("/search/history")
    Found search(
            DelayQueueEngine queue,
            @RequestParam(required = false) @Nullable String id,
            @RequestParam(required = false) @Nullable String tag,
            @RequestParam(required = false) @Nullable String key,
            @RequestParam(required = false) @Nullable String group,
            @RequestParam(defaultValue = "") String topic,
            @RequestParam(required = false) @Nullable String cursor) {
        if (id == null && tag == null && key == null) {
            throw ProblemException.invalid("id", "must be given, or a tag or a key instead");
        }
        Tag about = tag == null ? null : Tag.parse(tag);
        HistoryQuery query = new HistoryQuery(id, about, key, null, null, null, ENOUGH);
        return new Search(queue, query, topic, new KnownGroups(queue)).from(Place.of(cursor), group);
    }

    /** Where to go on, and the time down to which the topic was searched before. */
    private record Place(
            String group,
            String topic,
            @Nullable String cursor,
            @Nullable Instant searchedTo) {

        private static final Pattern TEXT = Pattern.compile("([\\w.-]+):([\\w.-]*):(.*)");

        static Place of(@Nullable String text) {
            if (text == null) {
                return new Place("", "", null, null);
            }
            Matcher parts = TEXT.matcher(text);
            if (!parts.matches()) {
                throw ProblemException.invalid("cursor", "must be the 'next' of the previous answer");
            }
            return new Place(parts.group(1), parts.group(2), parts.group(3).isEmpty() ? null : parts.group(3), null);
        }

        @Override
        public String toString() {
            return group + ":" + topic + ":" + (cursor == null ? "" : cursor);
        }
    }

    /** Search of one request. */
    private final class Search {

        private final DelayQueueEngine queue;

        private final HistoryQuery query;

        /** The topic that is searched before the others of a group. */
        private final String firstTopic;

        private final KnownGroups known;

        private final List<RecordView> records = new ArrayList<>();

        private int topics;

        private int steps;

        Search(DelayQueueEngine queue, HistoryQuery query, String firstTopic, KnownGroups known) {
            this.queue = queue;
            this.query = query;
            this.firstTopic = firstTopic;
            this.known = known;
        }

        Found from(Place first, @Nullable String only) {
            List<String> groups = known.names().stream()
                    .filter(name -> name.compareTo(first.group()) >= 0 && (only == null || name.equals(only)))
                    .toList();
            int searched = 0;
            Place next = null;
            while (next == null && searched < groups.size()) {
                String group = groups.get(searched);
                next = known.read(
                        group, () -> search(group.equals(first.group()) ? first : new Place(group, "", null, null)));
                searched += next == null ? 1 : 0;
            }
            List<String> unreadable = known.unreadable();
            return new Found(
                    records,
                    topics,
                    searched - (unreadable == null ? 0 : unreadable.size()),
                    groups.size() - searched,
                    unreadable,
                    next == null || next.topic().isEmpty() ? null : next.topic(),
                    next == null ? null : next.searchedTo(),
                    next == null ? null : next.toString());
        }

        /** Searches a group, and returns where to go on; null at its end. */
        private @Nullable Place search(Place first) {
            if (steps++ >= MAX_STEPS) {
                return first;
            }
            String group = first.group();
            for (HistoryCounts counts :
                    queue.inspector().histories(group, known.topics(group, firstTopic, first.topic()))) {
                if (counts.records() == 0) {
                    continue;
                }
                TopicName topic = counts.topic();
                HistoryQuery next = query.from(topic.topic().equals(first.topic()) ? first.cursor() : null);
                Instant searchedTo = null;
                do {
                    if (steps >= MAX_STEPS || records.size() >= ENOUGH) {
                        return new Place(group, topic.topic(), next.cursor(), searchedTo);
                    }
                    HistoryPage page = queue.inspector().history(topic).list(next);
                    page.records().stream().map(views::record).forEach(records::add);
                    steps += STEPS_OF_A_PAGE;
                    searchedTo = page.searchedTo();
                    next = next.from(page.cursor());
                } while (next.cursor() != null);
                topics++;
            }
            return null;
        }
    }
}
