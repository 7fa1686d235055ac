package io.delayqueue.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.delayqueue.RejectTaskException;
import io.delayqueue.Tag;
import io.delayqueue.TaggedTasks;
import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskPage;
import io.delayqueue.TaskState;
import io.delayqueue.TopicStep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KitTagsTests extends WithKit {

    private static final Tag ORDER = new Tag("order", "42");

    private TaggedTasks tagged() {
        return kit.service().tagged("g", ORDER);
    }

    private static List<String> ids(TaskPage page) {
        return page.tasks().stream().map(TaskInfo::id).toList();
    }

    private void inThreeStates() {
        on((payload, task) -> {
            throw new RejectTaskException("no");
        });
        add(task("dead").tag("order", "42"));
        add(task("other").tag("order", "4"));
        kit.runDue();
        add(task("delayed").tag("order", "42").tag("customer", "7").delay(Duration.ofDays(1)));
        add(task("u", "ofTopic").tag("order", "42").delay(Duration.ofDays(1)));
    }

    @Test
    void tasksShouldBeListedByTagTopicAndState() {
        inThreeStates();
        assertThat(ids(tagged().list(null, 500))).containsExactly("dead", "delayed", "ofTopic");
        assertThat(tagged().list(null, 500).tasks())
                .extracting(TaskInfo::payload)
                .containsOnlyNulls();
        assertThat(ids(tagged().ofTopic("t").list(null, 500))).containsExactly("dead", "delayed");
        assertThat(ids(tagged().inStates(TaskState.DEAD, TaskState.READY).list(null, 500)))
                .containsExactly("dead");
        assertThat(tagged().count()).isEqualTo(3);
        assertThat(tagged().ofTopic("t").count()).isEqualTo(2);
        assertThat(tagged().inStates(TaskState.DELAYED).count()).isEqualTo(2);
        assertThat(tagged().ofTopic("u").inStates(TaskState.DEAD).count()).isZero();
        assertThat(kit.service().tagged("h", ORDER).count()).isZero();
    }

    @Test
    void assertionsShouldKeepTasksOfATag() {
        inThreeStates();
        assertThat(kit)
                .hasTasks(ORDER, 3)
                .hasTasks(new Tag("customer", "7"), 1)
                .hasTasks(new Tag("customer", "42"), 0)
                .hasTask("g", "t")
                .withTag("order", "42")
                .withTag("customer", "7")
                .withId("delayed")
                .and()
                .dead("g", "t")
                .withTag("order", "42")
                .withId("dead");
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> assertThat(kit).hasTasks(ORDER, 2))
                .withMessageStartingWith("Expecting 2 tasks with tag order=42 but found 3.")
                .withMessageContaining("DELAYED g/t delayed, due in 1d, tag order=42, tag customer=7, payload");
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() ->
                        assertThat(kit).hasTask("g", "u").withTag("order", "42").withTag("customer", "7"))
                .withMessageStartingWith("Expecting a task of g/u\n  with tag order=42\n  with tag customer=7\n");
    }

    @Test
    void tasksShouldBeRemovedRequeuedAndRescheduledByTag() {
        inThreeStates();
        assertThat(tagged().inStates(TaskState.DELAYED).requeue()).isZero();
        assertThat(tagged().requeue()).isEqualTo(1);
        kit.runDue();
        assertThat(tagged().ofTopic("u").reschedule(kit.now().plusSeconds(5))).isEqualTo(1);
        assertThat(tagged().reschedule(kit.now().plusSeconds(9))).isEqualTo(2);
        assertThat(kit.service().findTask("g", "delayed").orElseThrow().dueAt())
                .isEqualTo(kit.now().plusSeconds(9));
        assertThat(tagged().inStates(TaskState.DEAD).remove()).isEqualTo(1);
        assertThat(tagged().remove()).isEqualTo(2);
        assertThat(kit.tasks()).extracting(TaskInfo::id).containsExactly("other");
    }

    @Test
    void pagesAndStepsShouldGoOverAllGroups() {
        List<String> groups =
                IntStream.range(0, 120).mapToObj(i -> String.format("g%03d", i)).toList();
        groups.forEach(group -> kit.service()
                .addTask(Task.of(group, "t")
                        .id("of-" + group)
                        .tag("order", "42")
                        .delay(Duration.ofDays(1))
                        .build()));
        groups.forEach(kit.register()::registerGroup);
        TaggedTasks all = kit.service().tagged(ORDER);
        assertThat(all.count()).isEqualTo(120);
        assertThat(all.inStates(TaskState.DELAYED).count()).isEqualTo(120);
        List<String> found = new ArrayList<>();
        String cursor = null;
        int pages = 0;
        do {
            TaskPage page = all.list(cursor, 30);
            found.addAll(ids(page));
            cursor = page.cursor();
            pages++;
        } while (cursor != null);
        assertThat(found)
                .containsExactlyElementsOf(
                        groups.stream().map(group -> "of-" + group).toList());
        assertThat(pages).isEqualTo(5);
        assertThat(steps(all)).containsExactly(50, 50, 20);
        assertThat(all.list(null, 1)).isEqualTo(new TaskPage(List.of(), "g050/"));
        assertThat(all.remove()).isZero();
    }

    private static List<Integer> steps(TaggedTasks tasks) {
        List<Integer> steps = new ArrayList<>();
        @Nullable String from = null;
        do {
            TopicStep step = tasks.remove(from);
            steps.add(step.tasks());
            from = step.next();
        } while (from != null);
        return steps;
    }
}
