package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.delayqueue.TaskInfo;
import io.delayqueue.TaskStoreException;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.RepeatsContract;
import io.delayqueue.store.TaskEdit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Tasks that repeat on every topology; after each test a task must be in exactly one structure. */
@ParameterizedClass
@EnumSource(Topology.class)
class RedisRepeatsIT extends RepeatsContract {

    private final Topology topology;

    RedisRepeatsIT(Topology topology) {
        super(topology);
        this.topology = topology;
    }

    @Test
    void editShouldReadATaskAgainThatChangesMeanwhile() {
        add("a", 60_000);
        List<Instant> seen = new ArrayList<>();
        assertThat(store().edit(group, "a", (json, task) -> {
                    seen.add(find("a").dueAt());
                    if (seen.size() < 3) {
                        store().reschedule(group, "a", 4_000_000_000_000L + seen.size(), false);
                    }
                    return new TaskEdit.Edited(json, 4_000_000_000_009L);
                }))
                .isTrue();
        assertThat(seen).hasSize(3).endsWith(Instant.ofEpochMilli(4_000_000_000_002L));
        assertThat(find("a").stateUntil()).isEqualTo(Instant.ofEpochMilli(4_000_000_000_009L));
        assertThatThrownBy(() -> store().edit(group, "a", (json, task) -> {
                    store().reschedule(group, "a", 60_000 + seen.size(), true);
                    seen.add(Instant.EPOCH);
                    return new TaskEdit.Edited(json, 1L);
                }))
                .isInstanceOf(TaskStoreException.class)
                .hasMessageContaining("changes all the time");
        assertThat(seen).hasSize(13);
    }

    /** Its JSON and its state are as they were. */
    @Test
    void editShouldReadATaskAgainThatWaitsForItsNextAttemptMeanwhile() {
        add("a", 200);
        List<Integer> seen = new ArrayList<>();
        assertThat(store().edit(group, "a", (json, task) -> {
                    seen.add(task.attempts());
                    if (task.attempts() > 0) {
                        return new TaskEdit.Edited(json, null);
                    }
                    await().until(() -> pushAll() == 1);
                    Delivery delivery = reserve(1).get(0).delivery();
                    acknowledge(new Outcome.Retry(delivery, 3_600_000, "{}", true));
                    return new TaskEdit.Edited(json, 4_000_000_000_009L);
                }))
                .isTrue();
        assertThat(seen).containsExactly(0, 1);
        assertThat(find("a").stateUntil()).isBefore(Instant.ofEpochMilli(4_000_000_000_009L));
    }

    /** Another program may have written the second entry. */
    @Test
    void endOfTheLeaseOfAPausedTaskThatAlsoWaitsShouldLeaveOtherTasksWhereTheyAre() {
        String waiting = "{" + group + "}:WAITING:t";
        add("a", 0);
        await().until(() -> pushAll() == 1);
        assertThat(reserve(1)).hasSize(1);
        assertThat(store().edit(group, "a", (json, task) -> new TaskEdit.Edited(json, TaskEdit.PAUSED_UNTIL)))
                .isTrue();
        add("b", 60_000);
        topology.client().zadd(waiting, 1.125, "a");
        topology.client().zadd("{" + group + "}:RESERVED:t", 1.125, "a");
        topology.client().zadd("{" + group + "}:TOPICS", 1, "t");
        pushAll();
        assertThat(topology.client().zrange(waiting, 0, -1)).contains("b");
        store().remove(group, List.of("a"));
    }

    /** Entries without a repeating task would not be listed. */
    @AfterEach
    void listShouldHaveNoOtherEntries() {
        assertThat(topology.client().zrange("{" + group + "}:REPEATS", 0, -1))
                .isEqualTo(topics().repeating(group, null, 500).tasks().stream()
                        .map(TaskInfo::id)
                        .toList());
    }
}
