package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.TaskState;
import io.delayqueue.TaskStoreException;
import io.delayqueue.store.Change;
import io.delayqueue.store.Change.Result;
import io.delayqueue.store.ChangesOnceContract;
import io.delayqueue.store.TestTasks;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Changes that are made once, on every topology, and how long Redis keeps their names. */
@ParameterizedClass
@EnumSource(Topology.class)
class RedisChangesOnceIT extends ChangesOnceContract {

    private static final long YEAR = Duration.ofDays(365).toMillis();

    private static final long TEN_MINUTES = Duration.ofMinutes(10).toMillis();

    private final Topology topology;

    RedisChangesOnceIT(Topology topology) {
        super(topology);
        this.topology = topology;
    }

    private String names() {
        return "{" + group + "}:APPLIED";
    }

    private long score(String name) {
        return topology.client().zscore(names(), name).longValue();
    }

    private void makeForeign(String key) {
        topology.client().del(key);
        topology.client().set(key, "of another program");
    }

    @Test
    void nameShouldBeKeptForAYearAndForTenMinutesFromItsConfirmation() {
        long before = store().time(group);
        apply(added("1", "a"), added("2", "b"));
        assertThat(List.of(score("1"), score("2")))
                .allSatisfy(end -> assertThat(end).isBetween(before + YEAR, store().time(group) + YEAR));

        store().confirm(group, List.of("1", "unknown"));
        assertThat(score("1")).isBetween(before + TEN_MINUTES, store().time(group) + TEN_MINUTES);
        assertThat(score("2")).isGreaterThanOrEqualTo(before + YEAR);
        assertThat(topology.client().zscore(names(), "unknown")).isNull();
        assertThat(topology.client().pttl(names())).as("the key").isGreaterThan(TEN_MINUTES);

        store().confirm(group, List.of("2"));
        assertThat(topology.client().pttl(names())).as("the key").isBetween(1L, TEN_MINUTES);
        apply(added("3", "c"));
        assertThat(topology.client().pttl(names())).as("the key").isGreaterThan(TEN_MINUTES);
    }

    @Test
    void confirmationShouldRemoveAtMostTwoNamesWhoseTimeIsOver() {
        for (int i = 0; i < 5; i++) {
            topology.client().zadd(names(), 1_000 + i, "over" + i);
        }
        apply(added("1", "a"));
        store().confirm(group, List.of("1"));
        assertThat(topology.client().zrange(names(), 0, -1)).containsExactly("over2", "over3", "over4", "1");
        assertThat(apply(added("over2", "b"))).as("a name that is there still").containsExactly(Result.REPEATED);
        store().confirm(group, List.of("1", "over4"));
        assertThat(topology.client().zrange(names(), 0, -1)).containsExactlyInAnyOrder("1", "over4");
    }

    /** Otherwise these names would stay for a year, because the first one is not confirmed. */
    @Test
    void confirmationWithoutNamesShouldRemoveAThousandWhoseTimeIsOver() {
        apply(added("1", "a"), added("2", "b"));
        store().confirm(group, List.of("2"));
        for (int i = 0; i < 1_500; i++) {
            topology.client().zadd(names(), 1_000 + i, "over" + i);
        }
        store().confirm(group, List.of());
        assertThat(topology.client().zcard(names())).isEqualTo(502);
        assertThat(topology.client().zrange(names(), 0, 0)).containsExactly("over1000");
        store().confirm(group, List.of());
        assertThat(topology.client().zrange(names(), 0, -1)).containsExactly("2", "1");
        store().confirm(group, List.of());
        assertThat(apply(added("1", "a"), added("2", "b"))).containsExactly(Result.REPEATED, Result.REPEATED);
        assertThat(topology.client().pttl(names())).as("the key").isGreaterThan(TEN_MINUTES);
    }

    @Test
    void callThatHungUntilItsNamesWereGivenUpShouldRepeatNothing() {
        List<Change> changes = List.of(new Change.Remove("1", "a"));
        long deadline = store().time(group);
        assertThat(apply(changes.get(0))).containsExactly(Result.NOT_MADE);
        topology.client().del(names());
        add("a", 60_000);
        untilTheNextMillisecond();
        assertThat(store().apply(group, changes, deadline).late()).isTrue();
        assertThat(findOrNull("a")).isNotNull();
    }

    @Test
    void callWithoutChangesOfTasksShouldLeaveNoNames() {
        store().apply(group, List.of(added("1", "a")), 1);
        add("b", 60_000);
        byte[] detail = detail("u", "x");
        assertThat(apply(new Change.Add("2", TestTasks.task("u", "b", 0, true, detail))))
                .containsExactly(Result.OTHER_TOPIC);
        store().confirm(group, List.of("1", "2"));
        assertThat(topology.client().exists(names())).isFalse();
    }

    private void assertRefused(Change... changes) {
        assertThatThrownBy(() -> apply(changes))
                .isExactlyInstanceOf(TaskStoreException.class)
                .hasMessageContaining("WRONGTYPE");
    }

    @Test
    void foreignKeyShouldRefuseChangesThatAreMadeOnceAndNoOthers() {
        add("a", 60_000);
        makeForeign(names());
        assertRefused(added("1", "b"));
        assertRefused(new Change.Remove("2", "a"));
        assertRefused(new Change.Reschedule("3", "a", 1, false));
        assertThat(find("a").state()).isEqualTo(TaskState.DELAYED);
        assertThat(counts().total()).isEqualTo(1);
        assertThat(store().remove(group, List.of("a")).get(0)).isNotNull();
        topology.client().del(names());
        assertThat(apply(added("1", "b"))).containsExactly(Result.MADE);
    }

    @Test
    void changesThatAreRefusedTogetherShouldAllBeMadeLater() {
        add("a", 60_000);
        store().add(group, List.of(TestTasks.task("u", "b", 0, true, detail("u", "b"))));
        pushAll();
        String foreign = "{" + group + "}:WAITING:u";
        makeForeign(foreign);
        long due = find("a").dueAt().toEpochMilli();
        Change moved = new Change.Reschedule("1", "a", due + 1, false);
        Change movedOther = new Change.Reschedule("2", "b", due + 1, false);
        Change addedOther = new Change.Add("4", TestTasks.task("u", "d", 60_000, true, detail("u", "d")));
        assertRefused(moved, movedOther);
        assertRefused(added("3", "c"), addedOther);
        assertThat(find("a").dueAt().toEpochMilli()).isEqualTo(due);
        assertThat(findOrNull("c")).isNull();
        assertThat(topology.client().exists(names())).isFalse();
        assertThat(apply(moved)).as("alone").containsExactly(Result.MADE);
        topology.client().del(foreign);
        assertThat(apply(moved, movedOther, added("3", "c"), addedOther))
                .containsExactly(Result.REPEATED, Result.MADE, Result.MADE, Result.MADE);
    }
}
