package io.delayqueue.web.api;

import io.delayqueue.TaskPage;
import io.delayqueue.TaskState;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import io.delayqueue.TopicOperations;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.web.api.mvc.ApiController;
import io.delayqueue.web.api.mvc.ProblemException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
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

    /** Maximum number of pages of a topic's tasks that a request searches, one call each. */
    static final int MAX_PAGES = 10;

    /** Number of found tasks after which no further page is read. */
    private static final int ENOUGH = 50;

    private static final int MAX_PREFIX = 128;

    /** The largest state of most topics is the last. */
    private static final List<TaskState> STATES =
            List.of(TaskState.RESERVED, TaskState.READY, TaskState.DEAD, TaskState.DELAYED);

    private final TaskViews views;

    SearchController(TaskViews views) {
        this.views = views;
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
        Set<String> groups = new TreeSet<>(queue.register().topics().keySet());
        queue.inspector().unregisteredTopics().forEach(topic -> groups.add(topic.group()));
        List<String> left = groups.stream()
                .filter(group -> cursor == null || group.compareTo(cursor) > 0)
                .toList();
        List<String> searched = left.subList(0, Math.min(MAX_GROUPS, left.size()));
        List<TaskView> tasks = new ArrayList<>();
        List<String> unreadable = new ArrayList<>();
        for (String group : searched) {
            try {
                queue.service().findTask(group, id).map(views::summary).ifPresent(tasks::add);
            } catch (TaskStoreUnavailableException e) {
                throw e;
            } catch (TaskStoreException e) {
                unreadable.add(group);
            }
        }
        int unsearched = left.size() - searched.size();
        return new InGroups(
                tasks,
                searched.size() - unreadable.size(),
                unsearched,
                unreadable.isEmpty() ? null : unreadable,
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
        Place place = Place.of(cursor);
        List<TaskView> found = new ArrayList<>();
        int searched = 0;
        for (int pages = 0; pages < MAX_PAGES && place != null && found.size() < ENOUGH; pages++) {
            TaskPage page = operations.list(place.state(), place.cursor(), TopicOperations.MAX_PAGE, 1);
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

        static @Nullable Place of(@Nullable String text) {
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
