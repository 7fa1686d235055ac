package io.delayqueue.monitor;

import io.delayqueue.TaskInfo;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Page of the repeating tasks of a group.
 *
 * @param tasks the tasks in the order of their ids, without payloads; may be fewer than the limit, even none, although more follow
 * @param orphans ids of tasks of the page that were added by a {@linkplain io.delayqueue.TaskSchedule declaration} which no running instance
 *     has: it was removed from the code, or the application that has it is not running. Empty if no instance serves the group, or
 *     if the declarations of one of them are {@linkplain InstanceInfo#schedules not known}
 * @param missing ids that running instances declare, within the page's part of the ids, and of which there is no repeating task: it was
 *     removed. Each with the names of these instances. An instance whose declarations are {@linkplain InstanceInfo#schedules not known} is left out
 * @param cursor the cursor of the next page, or null at the end
 */
public record RepeatingTasks(
        List<TaskInfo> tasks,
        Set<String> orphans,
        Map<String, List<String>> missing,
        @Nullable String cursor) {

    /** Copies the collections. */
    public RepeatingTasks {
        tasks = List.copyOf(tasks);
        orphans = Set.copyOf(orphans);
        missing = Collections.unmodifiableMap(new TreeMap<>(missing));
    }
}
