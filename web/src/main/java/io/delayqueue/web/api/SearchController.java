package io.delayqueue.web.api;

import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskPage;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.TopicOperations;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.web.api.mvc.ApiController;
import io.delayqueue.web.api.mvc.ProblemException;
import io.delayqueue.web.api.mvc.SharedAnswers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;

/**
 * Searches tasks: by their id in all groups, and by the beginning of their ids in a topic. A request makes a bounded number of calls of the
 * store, and returns how much it has searched and where to go on.
 */
final class SearchController implements ApiController {

    /** Maximum number of groups that a request searches, one call each. */
    static final int MAX_GROUPS = 50;

    /** Maximum number of pages of a topic's tasks that a request searches. */
    static final int MAX_PAGES = 10;

    /** Number of found tasks after which no further page is read. */
    private static final int ENOUGH = 50;

    private static final int MAX_PREFIX = 128;

    /** The largest state of most topics is the last. */
    private static final List<TaskState> STATES =
            List.of(TaskState.RESERVED, TaskState.READY, TaskState.DEAD, TaskState.DELAYED);

    /** Time for which viewers who search the same share the answer. */
    private static final Duration SHARED = Duration.ofSeconds(1);

    private final TaskViews views;

    private final SharedAnswers answers;

    SearchController(TaskViews views, SharedAnswers answers) {
        this.views = views;
        this.answers = answers;
    }

    /**
     * Tasks with an id.
     *
     * @param unreadableGroups groups whose search the store has refused, because a key of theirs is broken; null if there are none
     */
    record InGroups(
            List<TaskView> tasks,
            int searchedGroups,
            int unsearchedGroups,
            @Nullable List<String> unreadableGroups,
            @Nullable String next) {}

    record InTopic(
            List<TaskView> tasks,
            int searchedTasks,
            @Nullable String next) {}

    @GetMapping("/search")
    InGroups inGroups(
            DelayQueueEngine queue, @RequestParam String id, @RequestParam(required = false) @Nullable String cursor) {
        if (cursor != null && !TopicName.isValid(cursor)) {
            throw ProblemException.invalid("cursor", "must be the 'next' of the previous answer");
        }
        Task.requireId(id);
        return answers.get(
                List.of("search", queue, id, cursor == null ? "" : cursor), SHARED, () -> search(queue, id, cursor));
    }

    private InGroups search(DelayQueueEngine queue, String id, @Nullable String cursor) {
        KnownGroups groups = new KnownGroups(queue);
        List<String> left = groups.names().stream()
                .filter(group -> cursor == null || group.compareTo(cursor) > 0)
                .toList();
        List<String> searched = left.subList(0, Math.min(MAX_GROUPS, left.size()));
        List<TaskView> tasks = new ArrayList<>();
        for (String group : searched) {
            Optional<TaskInfo> found = groups.read(group, () -> queue.service().findTask(group, id));
            if (found != null) {
                found.map(views::summary).ifPresent(tasks::add);
            }
        }
        List<String> unreadable = groups.unreadable();
        int unsearched = left.size() - searched.size();
        return new InGroups(
                tasks,
                searched.size() - (unreadable == null ? 0 : unreadable.size()),
                unsearched,
                unreadable,
                unsearched == 0 ? null : searched.get(searched.size() - 1));
    }

    @GetMapping("/groups/{group}/topics/{topic}/search")
    InTopic inTopic(
            DelayQueueEngine queue,
            @PathVariable String group,
            @PathVariable String topic,
            @RequestParam String prefix,
            @RequestParam(required = false) @Nullable String cursor) {
        if (prefix.isEmpty() || prefix.length() > MAX_PREFIX) {
            throw ProblemException.invalid("prefix", "must have from 1 to " + MAX_PREFIX + " characters");
        }
        TopicOperations operations = queue.service().topic(group, topic);
        Place first = Place.of(cursor);
        return answers.get(
                List.of("search in topic", queue, new TopicName(group, topic), prefix, cursor == null ? "" : cursor),
                SHARED,
                () -> search(operations, prefix, first));
    }

    private InTopic search(TopicOperations operations, String prefix, Place first) {
        Place place = first;
        List<TaskView> found = new ArrayList<>();
        int searched = 0;
        for (int pages = 0; pages < MAX_PAGES && place != null && found.size() < ENOUGH; pages++) {
            TaskPage page = operations.list(place.state(), place.cursor(), TopicOperations.MAX_PAGE);
            searched += page.tasks().size();
            page.tasks().stream()
                    .filter(task -> task.id().startsWith(prefix))
                    .map(views::summary)
                    .forEach(found::add);
            place = place.behind(page.cursor());
        }
        return new InTopic(found, searched, place == null ? null : place.toString());
    }

    /** Where to go on: a state, and the cursor of its next page. */
    private record Place(TaskState state, @Nullable String cursor) {

        static Place of(@Nullable String text) {
            if (text == null) {
                return new Place(STATES.get(0), null);
            }
            int colon = text.indexOf(':');
            for (TaskState state : STATES) {
                if (colon >= 0 && state.name().equals(text.substring(0, colon))) {
                    String cursor = text.substring(colon + 1);
                    return new Place(state, cursor.isEmpty() ? null : cursor);
                }
            }
            throw ProblemException.invalid("cursor", "must be the 'next' of the previous answer");
        }

        /** Returns the next place; null at the end. */
        @Nullable
        Place behind(@Nullable String nextPage) {
            if (nextPage != null) {
                return new Place(state, nextPage);
            }
            int next = STATES.indexOf(state) + 1;
            return next == STATES.size() ? null : new Place(STATES.get(next), null);
        }

        @Override
        public String toString() {
            return state + ":" + (cursor == null ? "" : cursor);
        }
    }
}
