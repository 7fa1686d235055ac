package io.delayqueue.store;

import static io.delayqueue.limit.KeyOrder.OnRetry.BLOCK_KEY;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.monitor.TopicKeys;
import io.delayqueue.monitor.TopicKeys.KeyTasks;
import io.delayqueue.store.TopicStore.DetailPage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract of what a store says of tasks with keys. */
public abstract class KeyViewsContract extends KeysFixture {

    protected KeyViewsContract(StoreUnderTest underTest) {
        super(underTest);
    }

    private void readyOfSeveralKeys() {
        ready(
                keyed("b2", "b", 5),
                keyed("b1", "b", 4),
                keyed("a1", "a", 1),
                keyed("a3", "a", 3),
                keyed("a2", "a", 2),
                keyed("ab1", "a!", 3),
                keyed("ab2", "a!", 4),
                keyed("x", null, 6));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 100})
    void tasksBehindShouldBeListedAfterAllThatAreReady(int limit) {
        readyOfSeveralKeys();
        List<TaskInfo> tasks = list(topic, TaskState.READY, null, limit, true);
        assertThat(ids(tasks)).containsExactly("a1", "ab1", "b1", "x", "a2", "a3", "ab2", "b2");
        assertThat(tasks).allSatisfy(task -> {
            assertThat(task.state()).isEqualTo(TaskState.READY);
            assertThat(task.stateUntil()).isNull();
            assertThat(task).isEqualTo(find(task.id()));
        });
        assertThat(tasks).extracting(TaskInfo::key).containsExactly("a", "a!", "b", null, "a", "a", "a!", "b");
        assertThat(details(limit)).containsExactlyElementsOf(ids(tasks));
    }

    private List<String> details(int limit) {
        List<String> ids = new ArrayList<>();
        String cursor = null;
        do {
            DetailPage page = topics().details(topic, TaskState.READY, cursor, limit);
            page.tasks().forEach(task -> ids.add(task.id()));
            cursor = page.cursor();
        } while (cursor != null);
        return ids;
    }

    @Test
    void countShouldSayHowManyAreBehindAndLeaveThemOutOfTheOverdueOnes() {
        add("later", 60_000);
        assertThat(counts().behind()).isZero();
        readyOfSeveralKeys();
        assertThat(counts().ready()).isEqualTo(8);
        assertThat(counts().behind()).isEqualTo(4);
        assertThat(counts().overdue()).isPositive();
        assertThat(counts().delayed()).isEqualTo(1);
        lease();
        assertThat(counts().ready()).isEqualTo(4);
        assertThat(counts().behind()).isEqualTo(4);
        assertThat(counts().overdue()).isZero();
        assertThat(counts().reserved()).isEqualTo(4);
        finish("a1");
        assertThat(counts().ready()).isEqualTo(4);
        assertThat(counts().behind()).isEqualTo(3);
    }

    @Test
    void keysShouldHaveTheHottestFirst() {
        assertThat(topics().keys(topic, 10)).isEqualTo(new TopicKeys(null, 0, List.of()));
        order(1, BLOCK_KEY);
        readyOfSeveralKeys();
        ready(keyed("b3", "b", 7), keyed("b4", "b", 8), keyed("alone", "alone", 1));
        lease();
        TopicKeys keys = topics().keys(topic, 2);
        assertThat(keys.behind()).isEqualTo(6);
        assertThat(keys.hottest())
                .containsExactly(new KeyTasks("b", List.of("b1"), 3), new KeyTasks("a", List.of("a1"), 2));
        assertThat(topics().keys(topic, 100).hottest()).hasSize(3);
    }

    @Test
    void tasksOfAKeyShouldBeThoseWithPlacesAndThoseBehindThem() {
        order(2, BLOCK_KEY);
        ready("d", "a", "e", "c", "b");
        lease(1);
        retry(60_000, true, "d");
        ready(keyed("x", "other", 1));
        add(new NewTask("t", "later", 60_000, true, detail("t:k", "later"), TestTasks.MODE));
        List<TaskInfo> tasks = topics().tasksOfKey(topic, "k", 100);
        assertThat(ids(tasks).subList(0, 2)).containsExactlyInAnyOrder("d", "a");
        assertThat(ids(tasks).subList(2, 5)).containsExactly("e", "c", "b");
        assertThat(tasks).hasSize(5);
        assertThat(tasks).extracting(TaskInfo::key).containsOnly("k");
        assertThat(tasks).extracting(TaskInfo::payload).containsOnlyNulls();
        assertThat(tasks).extracting(TaskInfo::state).contains(TaskState.DELAYED, TaskState.READY);
        assertThat(ids(topics().tasksOfKey(topic, "k", 3))).hasSize(3).endsWith("e");
        assertThat(ofKey("none")).isEmpty();
    }
}
