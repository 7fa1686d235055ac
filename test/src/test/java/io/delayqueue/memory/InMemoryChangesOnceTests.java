package io.delayqueue.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.store.Change;
import io.delayqueue.store.Change.Result;
import io.delayqueue.store.ChangesOnceContract;
import io.delayqueue.store.TaskStore;
import io.delayqueue.testing.SetClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Changes that are made once, in memory, and how long their names are kept. */
class InMemoryChangesOnceTests extends ChangesOnceContract {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final SetClock clock = new SetClock(START);

    private final InMemoryBackend backend = new InMemoryBackend(clock);

    private final TaskStore tasks = backend.tasks();

    InMemoryChangesOnceTests() {
        super(new MemoryUnderTest());
    }

    private List<Result> remove(String name) {
        List<Change> changes = List.of(new Change.Remove(name, "a"));
        return tasks.apply(group, changes, NEVER_LATE).results();
    }

    @Test
    void nameShouldBeKeptForAYear() {
        remove("1");
        clock.pass(Duration.ofDays(365).minusMillis(1));
        tasks.confirm(group, List.of("2"));
        assertThat(remove("1")).containsExactly(Result.REPEATED);
        clock.pass(Duration.ofMillis(1));
        tasks.confirm(group, List.of("2"));
        assertThat(remove("1")).containsExactly(Result.NOT_MADE);
    }

    @Test
    void confirmedNameShouldBeKeptForTenMinutes() {
        remove("1");
        tasks.confirm(group, List.of("1"));
        clock.pass(Duration.ofMinutes(10).minusMillis(1));
        tasks.confirm(group, List.of("2"));
        assertThat(remove("1")).containsExactly(Result.REPEATED);
        clock.pass(Duration.ofMillis(1));
        tasks.confirm(group, List.of("2"));
        assertThat(remove("1")).containsExactly(Result.NOT_MADE);
    }

    @Test
    void confirmationWithoutNamesShouldRemoveTheNamesWhoseTimeIsOver() {
        remove("1");
        remove("2");
        tasks.confirm(group, List.of("1"));
        clock.pass(Duration.ofMinutes(10));
        tasks.confirm(group, List.of());
        assertThat(remove("1")).containsExactly(Result.NOT_MADE);
        assertThat(remove("2")).containsExactly(Result.REPEATED);
    }

    @Test
    void callShouldBeInTimeUpToItsDeadline() {
        List<Change> changes = List.of(new Change.Remove("1", "a"));
        long now = START.toEpochMilli();
        assertThat(tasks.apply(group, changes, now - 1)).isEqualTo(new Change.Applied(List.of(), true, now));
        assertThat(tasks.apply(group, changes, now))
                .isEqualTo(new Change.Applied(List.of(Result.NOT_MADE), false, now));
    }

    @Test
    void callThatHungUntilItsNamesWereGivenUpShouldRepeatNothing() {
        List<Change> changes = List.of(new Change.Remove("1", "a"));
        long deadline = clock.millis() + 30_000;
        assertThat(tasks.apply(group, changes, deadline).results()).containsExactly(Result.NOT_MADE);
        tasks.confirm(group, List.of("1"));
        clock.pass(Duration.ofMinutes(10));
        tasks.confirm(group, List.of("2"));
        tasks.add(group, List.of(task("a", 0)));
        assertThat(tasks.apply(group, changes, deadline))
                .isEqualTo(new Change.Applied(List.of(), true, clock.millis()));
        assertThat(tasks.find(group, List.of("a"))).doesNotContainNull();
    }

    @Test
    void clearShouldForgetNames() {
        remove("1");
        backend.clear();
        assertThat(remove("1")).containsExactly(Result.NOT_MADE);
    }
}
