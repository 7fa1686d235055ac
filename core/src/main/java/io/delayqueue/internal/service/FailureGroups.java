package io.delayqueue.internal.service;

import io.delayqueue.TaskError;
import io.delayqueue.monitor.DeadLetterGroups;
import io.delayqueue.monitor.DeadLetterGroups.Group;
import io.delayqueue.store.DeadLetterStore.Failed;
import io.delayqueue.store.DeadLetterStore.FailurePage;
import io.delayqueue.store.TaskStore;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Groups the failures of pages that come newest first. */
final class FailureGroups {

    private static final Comparator<Group> LARGEST =
            Comparator.comparingLong(Group::count).thenComparing(Group::last).reversed();

    /** Maximum number of calls of the store. */
    private static final int MAX_STEPS = 20;

    private FailureGroups() {}

    /** Reads a page of failures. */
    interface Pages {

        FailurePage read(@Nullable String cursor, int limit);
    }

    /** Groups the failures of pages, from a cursor on. */
    static DeadLetterGroups read(Pages pages, @Nullable String from, int limit) {
        Map<TaskError, Group> groups = new LinkedHashMap<>();
        FailurePage page;
        String next = from;
        int read = 0;
        int steps = 0;
        do {
            page = pages.read(next, Math.min(limit - read, TaskStore.MAX_BATCH));
            page.failures().forEach(failed -> groups.merge(failed.kind(), group(failed), FailureGroups::merged));
            read += page.failures().size();
            next = page.cursor();
            steps++;
        } while (next != null && read < limit && steps < MAX_STEPS);
        return new DeadLetterGroups(groups.values().stream().sorted(LARGEST).toList(), read, page.total(), next);
    }

    private static Group group(Failed failed) {
        TaskError kind = failed.kind();
        Instant at = Instant.ofEpochMilli(failed.at());
        return new Group(kind.type(), kind.rootCause(), kind.message(), 1, at, at, failed.id());
    }

    private static Group merged(Group newer, Group older) {
        return new Group(
                newer.type(),
                newer.rootCause(),
                newer.reason(),
                newer.count() + 1,
                older.first(),
                newer.last(),
                newer.lastId());
    }
}
