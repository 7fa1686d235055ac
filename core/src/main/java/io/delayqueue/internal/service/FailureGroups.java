package io.delayqueue.internal.service;

import io.delayqueue.TaskError;
import io.delayqueue.TopicName;
import io.delayqueue.monitor.DeadLetterGroups;
import io.delayqueue.monitor.DeadLetterGroups.Group;
import io.delayqueue.store.DeadLetterStore;
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

    private final Map<TaskError, Group> groups = new LinkedHashMap<>();

    private int read;

    private long total;

    /** Groups the failures of a topic's dead letters, from a cursor on. */
    static DeadLetterGroups read(DeadLetterStore store, TopicName topic, @Nullable String from, int limit) {
        FailureGroups groups = new FailureGroups();
        String next = from;
        for (int step = 0; step < MAX_STEPS; step++) {
            FailurePage page = store.failures(topic, next, Math.min(limit - groups.read, TaskStore.MAX_BATCH));
            groups.add(page);
            next = page.cursor();
            if (next == null || groups.read == limit) {
                break;
            }
        }
        return groups.result(next);
    }

    void add(FailurePage page) {
        total = page.total();
        read += page.failures().size();
        page.failures().forEach(failed -> {
            TaskError kind = failed.kind();
            Instant at = Instant.ofEpochMilli(failed.at());
            groups.merge(
                    kind,
                    new Group(kind.type(), kind.rootCause(), kind.message(), 1, at, at, failed.id()),
                    (newer, older) -> new Group(
                            kind.type(),
                            kind.rootCause(),
                            kind.message(),
                            newer.count() + 1,
                            older.first(),
                            newer.last(),
                            newer.lastId()));
        });
    }

    DeadLetterGroups result(@Nullable String next) {
        return new DeadLetterGroups(groups.values().stream().sorted(LARGEST).toList(), read, total, next);
    }
}
