package io.delayqueue.demo.browser;

import static io.delayqueue.browser.Dashboard.inRow;
import static io.delayqueue.browser.Dashboard.mark;
import static io.delayqueue.browser.Dashboard.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.DelayQueueService;
import io.delayqueue.ServiceRegister;
import io.delayqueue.Task;
import io.delayqueue.TaskBuilder;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.browser.Accessibility;
import io.delayqueue.browser.Browser.Colours;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Actions on selected delayed and ready tasks, and the keys of tasks in lists. */
class SelectionIT extends BrowserFixture {

    private static final TopicName TOPIC = new TopicName("browser", "chosen");

    @Autowired
    private DelayQueueService tasks;

    @Autowired
    private ServiceRegister register;

    @AfterEach
    void removeTasks() {
        clear(tasks, TOPIC.group(), TOPIC.topic());
    }

    private void add(int number, Duration delay) {
        register.registerTopic(TOPIC.group(), TOPIC.topic());
        tasks.addTasks(IntStream.range(0, number)
                .mapToObj(i -> {
                    TaskBuilder task = Task.of(TOPIC.group(), TOPIC.topic())
                            .id("chosen" + i)
                            .delay(delay);
                    return (i == 0 ? task : task.key("customer " + i)).build();
                })
                .toList());
    }

    private TaskInfo find(String id) {
        return tasks.findTask(TOPIC.group(), id).orElseThrow();
    }

    private void select(String... ids) {
        browser.awaitText(mark("selected"), "Select all"::equals);
        for (String id : ids) {
            browser.click(inRow(id, "select"));
        }
    }

    @Test
    void delayedTasksShouldBeRunRescheduledAndRemoved() {
        add(5, Duration.ofHours(1));
        dashboard.topic(TOPIC, "");
        browser.awaitText(inRow("chosen1", "row-key"), "Key: customer 1"::equals);
        browser.awaitGone(inRow("chosen0", "row-key"));
        select("chosen0", "chosen1");
        browser.awaitText(mark("selected"), "2 tasks selected"::equals);
        dashboard.click("run-selected");
        browser.awaitText(mark("confirm"), text -> text.contains("Run 2 tasks now?"));
        dashboard.confirm();
        dashboard.awaitWord("2 tasks made due");
        browser.awaitGone(row("chosen0"));
        assertThat(find("chosen1").dueAt()).isBefore(Instant.now().plusSeconds(60));

        select("chosen2", "chosen3");
        dashboard.click("reschedule-selected");
        browser.awaitText(mark("reschedule-form-dialog"), text -> text.startsWith("Reschedule 2 tasks"));
        dashboard.fill("delay", "900");
        dashboard.click("reschedule-form-submit");
        dashboard.awaitWord("2 tasks rescheduled");
        assertThat(find("chosen3").dueAt()).isAfter(Instant.now().plus(Duration.ofHours(12)));
        browser.awaitText(mark("selected"), "Select all"::equals);

        dashboard.click("select-page");
        dashboard.click("remove-selected");
        browser.awaitText(mark("confirm"), text -> text.contains("Remove 3 tasks?"));
        dashboard.confirm();
        dashboard.awaitWord("3 tasks removed");
        browser.visible(mark("empty-delayed"));
        assertThat(tasks.topic(TOPIC.group(), TOPIC.topic()).count().total()).isEqualTo(2);
    }

    @Test
    void taskThatIsRefusedShouldBeShownWithItsReason() {
        add(3, Duration.ofHours(1));
        // The list is not read again before the action.
        dashboard.topic(TOPIC, "");
        select("chosen0", "chosen1", "chosen2");
        dashboard.click("remove-selected");
        browser.visible(mark("confirm"));
        tasks.removeTask(TOPIC.group(), "chosen1");
        browser.expect("404");
        dashboard.confirm();
        browser.awaitText(mark("progress-text"), "2 tasks removed"::equals);
        browser.awaitText(mark("refused"), text -> text.startsWith("chosen1: There is no task 'chosen1' in browser"));
        dashboard.click("progress-stop");
        browser.visible(mark("empty-delayed"));
    }

    @Test
    void readyTasksShouldBeRescheduled() {
        add(2, Duration.ZERO);
        dashboard.topic(TOPIC, "?state=READY");
        dashboard.click("select-page");
        browser.visible(mark("remove-selected"));
        assertThat(browser.driver().findElements(mark("run-selected"))).isEmpty();
        dashboard.click("reschedule-selected");
        dashboard.fill("delay", "900");
        dashboard.click("reschedule-form-submit");
        dashboard.awaitWord("2 tasks rescheduled");
        browser.visible(mark("empty-ready"));
        assertThat(find("chosen0").state()).isEqualTo(TaskState.DELAYED);
    }

    @Test
    void selectionShouldFitIntoANarrowWindow() {
        add(2, Duration.ofHours(1));
        dashboard.topic(TOPIC, "");
        select("chosen0", "chosen1");
        browser.view(360, 900, Colours.LIGHT);
        browser.awaitNoHorizontalScroll();
        Accessibility.check(browser.driver(), "selected tasks");
    }
}
