package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.Priority;
import io.delayqueue.store.LargeTasksContract;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.Reservation;
import io.delayqueue.store.ReservedTask;
import io.delayqueue.store.TaskStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls that name or meet many large tasks, on every topology: what one reply brings is bounded. */
@ParameterizedClass
@EnumSource(Topology.class)
class RedisLargeTasksIT extends LargeTasksContract {

    private final RedisUnderTest redis;

    RedisLargeTasksIT(Topology topology) {
        super(topology);
        this.redis = topology;
    }

    @Override
    protected void brought(List<ReservedTask> tasks) {
        super.brought(tasks);
        int bytes = tasks.stream().mapToInt(task -> task.detail().length).sum();
        assertThat(tasks.size() == 1 || bytes <= MAX_BYTES)
                .as("%d bytes of %d tasks", bytes, tasks.size())
                .isTrue();
    }

    @Test
    void signalShouldStayWhileLargeTasksAreLeft() {
        addLarge(8);
        pushAll();
        long left = 8;
        while (left > 0) {
            Reservation reservation = store().reserve(topic, "i", LEASE, TaskStore.MAX_BATCH);
            left = reservation.remaining();
            assertThat(redis.client().llen("{" + group + "}:SIGNAL:t")).isEqualTo(left > 0 ? 1 : 0);
        }
    }

    @Test
    void replyShouldBringAsManyAsFit() {
        for (int i = 0; i < 12; i++) {
            addLarge("a" + i, 100_000, Priority.NORMAL);
        }
        pushAll();
        assertThat(reserve(TaskStore.MAX_BATCH)).hasSize(10);
        assertThat(reserve(TaskStore.MAX_BATCH)).hasSize(2);
    }

    @Test
    void lowPrioritiesShouldHaveTheirTurnsAmongLargeTasks() {
        for (int i = 0; i < 48; i++) {
            addLarge("high" + i, 600_000, Priority.HIGH);
        }
        for (int i = 0; i < 3; i++) {
            addLarge("normal" + i, 600_000, Priority.NORMAL);
            addLarge("low" + i, 600_000, Priority.LOW);
        }
        pushAll();
        List<String> seen = new ArrayList<>();
        while (seen.size() < 40) {
            List<ReservedTask> tasks = reserve(TaskStore.MAX_BATCH);
            brought(tasks);
            seen.addAll(ids(tasks));
            acknowledge(deliveries(tasks), Outcome.Finished::new);
        }
        assertThat(seen.stream().limit(40)).contains("normal0", "normal1", "normal2", "low0", "low1");
    }
}
