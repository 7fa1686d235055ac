package io.delayqueue.demo.browser;

import static io.delayqueue.browser.Dashboard.inRow;
import static io.delayqueue.browser.Dashboard.mark;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Undoing actions. */
class UndoIT extends BrowserFixture {

    private static final TopicName REMIND = new TopicName("orders", "remind");

    private static final TopicName LATER = new TopicName("browser", "later");

    @Autowired
    private DelayQueueService tasks;

    @Test
    void pauseShouldBeTakenBack() {
        dashboard.topic(REMIND, "");
        dashboard.click("pause");
        dashboard.confirm();
        browser.visible(mark("paused-badge"));
        assertThat(tasks.topic(REMIND.group(), REMIND.topic()).count().paused()).isTrue();

        dashboard.undo("remind is paused");
        browser.awaitGone(mark("paused-badge"));
        assertThat(tasks.topic(REMIND.group(), REMIND.topic()).count().paused()).isFalse();
    }

    @Test
    void dueTimeShouldBeTakenBack() {
        String id = add("run-or-not");
        Instant due = dueAt(id);
        dashboard.topic(LATER, "");
        browser.click(inRow(id, "run-now"));
        dashboard.confirm();
        dashboard.undo(id + " is due now");
        dashboard.awaitWord(id + " is back at its former time");
        browser.visible(inRow(id, "countdown"));
        assertThat(tasks.findTask("browser", id))
                .hasValueSatisfying(task -> assertThat(task.state()).isEqualTo(TaskState.DELAYED));
        assertThat(dueAt(id)).isEqualTo(due);
    }

    @Test
    void otherTimeShouldBeTakenBack() {
        String id = add("moved-or-not");
        Instant due = dueAt(id);
        dashboard.topic(LATER, "");
        browser.click(inRow(id, "reschedule"));
        dashboard.fill("delay", "900");
        dashboard.click("reschedule-form-submit");
        dashboard.awaitWord(id + " is due ");
        assertThat(dueAt(id)).isAfter(due.plus(Duration.ofHours(12)));
        dashboard.undo(id + " is due ");
        dashboard.awaitWord(id + " is back at its former time");
        assertThat(dueAt(id)).isEqualTo(due);
    }

    private Instant dueAt(String id) {
        return tasks.findTask("browser", id).orElseThrow().dueAt();
    }

    private String add(String id) {
        tasks.addTask(Task.of(LATER.group(), LATER.topic())
                .id(id)
                .delay(Duration.ofHours(1))
                .build());
        return id;
    }
}
