package io.delayqueue.internal.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TaskError;
import io.delayqueue.monitor.DeadLetterGroups;
import io.delayqueue.monitor.DeadLetterGroups.Group;
import io.delayqueue.store.DeadLetterStore.Failed;
import io.delayqueue.store.DeadLetterStore.FailurePage;
import io.delayqueue.store.Failures;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class FailureGroupsTests {

    private static final TaskError REFUSED = Failures.kind("a.Failed", "java.net.ConnectException", null);

    private static final TaskError FAILED = Failures.kind("a.Failed", null, "no luck");

    private final Queue<FailurePage> pages = new ArrayDeque<>();

    private DeadLetterGroups read(int limit) {
        return FailureGroups.read((cursor, most) -> Objects.requireNonNull(pages.poll()), null, limit);
    }

    private static Group group(TaskError kind, long count, long first, long last, String lastId) {
        return new Group(
                kind.type(),
                kind.rootCause(),
                kind.message(),
                count,
                Instant.ofEpochMilli(first),
                Instant.ofEpochMilli(last),
                lastId);
    }

    @Test
    void pagesShouldBeGroupedByTypeAndRootCauseTheLargestFirst() {
        pages.add(new FailurePage(List.of(new Failed("e", 50, FAILED), new Failed("d", 40, REFUSED)), 9, "x"));
        pages.add(new FailurePage(List.of(new Failed("c", 30, REFUSED), new Failed("b", 30, REFUSED)), 8, "y"));
        assertThat(read(4))
                .isEqualTo(new DeadLetterGroups(
                        List.of(group(REFUSED, 3, 30, 40, "d"), group(FAILED, 1, 50, 50, "e")), 4, 8, "y"));
    }

    @Test
    void groupsOfOneSizeShouldBeginWithTheNewest() {
        pages.add(new FailurePage(
                List.of(new Failed("b", 2, FAILED), new Failed("a", 1, Failures.kind(null, null, null))), 2, null));
        assertThat(read(100).groups()).extracting(Group::lastId).containsExactly("b", "a");
    }
}
