package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.Tag;
import io.delayqueue.TaskState;
import io.delayqueue.limit.KeyOrder.OnRetry;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Contract of tags: a task keeps its tags as long as it is there. */
public abstract class TagsContract extends KeysFixture {

    protected static final Tag ORDER = new Tag("order", "42");

    protected TagsContract(StoreUnderTest underTest) {
        super(underTest);
    }

    /** Returns a task with tags, as they are stored. */
    protected static NewTask tagged(String id, String key, long due, Tag... tags) {
        StringBuilder label = new StringBuilder("t:").append(key);
        for (Tag tag : tags) {
            label.append("\\t").append(tag);
        }
        return TestTasks.task("t", id, due, false, detail(label.toString(), id));
    }

    @Test
    void taskWithTagsShouldKeepThemInEveryState() {
        add(tagged("a", "", 1, ORDER));
        pushAll();
        assertThat(find("a").state()).isEqualTo(TaskState.READY);
        assertThat(lease()).containsExactly("a");
        retry(60_000, true, "a");
        postpone("a");
        assertThat(find("a").state()).isEqualTo(TaskState.DELAYED);
        reschedule("a", 1);
        pushAll();
        assertThat(lease()).containsExactly("a");
        assertThat(delivery("a").key()).isNull();
        end(delivery -> new Outcome.Dead(delivery, ERROR), "a");
        deadLetters().requeue(group, List.of("a"));
        assertThat(find("a").tags()).containsExactly(ORDER);
        assertThat(find("a").key()).isNull();
        assertThat(find("a").topic()).isEqualTo(topic);
        assertThat(lease()).containsExactly("a");
        finish("a");
        assertThat(counts().total()).isZero();
    }

    @Test
    void tagsShouldBeNoPartOfTheKey() {
        order(1, OnRetry.BLOCK_KEY);
        add(tagged("a", "k", 1, ORDER), tagged("b", "k", 2), tagged("c", "k", 3, ORDER, new Tag("a", "b:c")));
        add(tagged("d", "", 4, ORDER));
        pushAll();
        assertThat(ofKey("k")).containsExactly("a", "b", "c");
        assertThat(lease()).containsExactly("a", "d");
        assertThat(delivery("a").key()).isEqualTo("k");
        finish("a");
        assertThat(lease()).containsExactly("b");
        assertThat(store().remove(group, List.of("b")).get(0).key()).isEqualTo("k");
        assertThat(lease()).containsExactly("c");
        assertThat(find("c").key()).isEqualTo("k");
        finish("c", "d");
    }

    @Test
    void addOfTheSameTaskWithOtherTagsShouldBeAnotherOne() {
        add(tagged("a", "", 60_000, ORDER));
        assertThat(add(tagged("a", "", 60_000, ORDER)).get(0).kind()).isEqualTo(AddStatus.Kind.REPEATED);
        assertThat(add(tagged("a", "", 60_000, new Tag("order", "4"))).get(0).kind())
                .isEqualTo(AddStatus.Kind.EXISTED);
    }
}
