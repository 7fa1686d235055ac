package io.delayqueue.web.api;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.Task;
import io.delayqueue.TopicName;
import io.delayqueue.TopicOperations;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.monitor.RepeatingTasks;
import io.delayqueue.web.api.mvc.ApiController;
import io.delayqueue.web.api.mvc.ProblemException;
import io.delayqueue.web.api.mvc.SharedAnswers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/**
 * Lists repeating tasks: of one group, or of all groups with a limited number of calls of the store. Viewers of all groups share an answer
 * for a while. Restores declared ones that were removed.
 */
final class SchedulesController implements ApiController {

    /** Maximum number of groups that one request reads. */
    private static final int MAX_GROUPS = 10;

    private static final Duration SHARED = Duration.ofSeconds(5);

    private final TaskViews views;

    private final SharedAnswers answers;

    SchedulesController(TaskViews views, SharedAnswers answers) {
        this.views = views;
        this.answers = answers;
    }

    /**
     * Page of repeating tasks.
     *
     * @param missing declared tasks that were removed; null if there are none
     * @param unreadableGroups groups whose repeating tasks the store has refused, because a key of theirs is broken; null if there are none
     */
    record Schedules(
            List<TaskView> schedules,
            @Nullable List<Missing> missing,
            @Nullable List<String> unreadableGroups,
            @Nullable String cursor) {}

    /**
     * Declared task that is not there.
     *
     * @param instance a running instance that declares it
     * @param here whether that is the instance that answers
     */
    record Missing(String group, String id, String instance, boolean here) {}

    /** Result of a restore; the task is missing if it has finished since. */
    record Restored(@Nullable TaskView task) {}

    @GetMapping("/groups/{group}/schedules")
    Schedules ofGroup(
            DelayQueueEngine queue,
            @PathVariable String group,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(defaultValue = "50") int limit) {
        RepeatingTasks page = queue.inspector().repeatingTasks(group, cursor, limit);
        return new Schedules(views.schedules(page), unlessEmpty(missing(queue, group, page)), null, page.cursor());
    }

    @PostMapping("/groups/{group}/schedules/{id}/restore")
    Restored restore(DelayQueueEngine queue, @PathVariable String group, @PathVariable String id) {
        if (!queue.restoreSchedule(group, id)) {
            throw ProblemException.notFound("The instance that answers does not declare the schedule '" + id + "' in "
                    + group + ": send the request to one that does");
        }
        answers.clear();
        return new Restored(queue.service()
                .findTask(group, id)
                .map(task -> views.current(task, queue))
                .orElse(null));
    }

    private static List<Missing> missing(DelayQueueEngine queue, String group, RepeatingTasks page) {
        return page.missing().entrySet().stream()
                .map(entry -> {
                    boolean here = entry.getValue().contains(queue.instance());
                    return new Missing(
                            group,
                            entry.getKey(),
                            here ? queue.instance() : entry.getValue().get(0),
                            here);
                })
                .toList();
    }

    private static <T> @Nullable List<T> unlessEmpty(List<T> list) {
        return list.isEmpty() ? null : list;
    }

    /** The cursor is the group to continue with, and the last id in it: {@code orders} or {@code orders/nightly}. */
    @GetMapping("/schedules")
    Schedules ofAll(
            DelayQueueEngine queue,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(defaultValue = "50") int limit) {
        if (limit < 1 || limit > TopicOperations.MAX_PAGE) {
            throw ProblemException.invalid("limit", "must be from 1 to " + TopicOperations.MAX_PAGE);
        }
        String[] position = cursor == null ? new String[] {""} : position(cursor);
        return answers.get(
                List.of("schedules", queue, cursor == null ? "" : cursor, limit),
                SHARED,
                () -> read(queue, position, limit));
    }

    private Schedules read(DelayQueueEngine queue, String[] position, int limit) {
        KnownGroups groups = new KnownGroups(queue);
        List<TaskView> schedules = new ArrayList<>();
        List<Missing> missing = new ArrayList<>();
        int read = 0;
        for (String group : groups.names().tailSet(position[0])) {
            if (read == MAX_GROUPS || schedules.size() == limit) {
                return new Schedules(schedules, unlessEmpty(missing), groups.unreadable(), group);
            }
            read++;
            String after = position.length == 2 && group.equals(position[0]) ? position[1] : null;
            RepeatingTasks page =
                    groups.read(group, () -> queue.inspector().repeatingTasks(group, after, limit - schedules.size()));
            if (page != null) {
                schedules.addAll(views.schedules(page));
                missing.addAll(missing(queue, group, page));
                if (page.cursor() != null) {
                    return new Schedules(
                            schedules, unlessEmpty(missing), groups.unreadable(), group + "/" + page.cursor());
                }
            }
        }
        return new Schedules(schedules, unlessEmpty(missing), groups.unreadable(), null);
    }

    private static String[] position(String cursor) {
        String[] parts = cursor.split("/", -1);
        if (parts.length > 2 || !TopicName.isValid(parts[0]) || (parts.length == 2 && !isId(parts[1]))) {
            throw ProblemException.invalid("cursor", "must be the 'cursor' of the page before");
        }
        return parts;
    }

    private static boolean isId(String text) {
        try {
            return Task.requireId(text).equals(text);
        } catch (InvalidTaskException e) {
            return false;
        }
    }
}
