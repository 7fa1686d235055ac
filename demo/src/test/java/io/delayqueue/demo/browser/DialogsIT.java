package io.delayqueue.demo.browser;

import static io.delayqueue.browser.Dashboard.inRow;
import static io.delayqueue.browser.Dashboard.mark;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Repeat;
import io.delayqueue.ServiceRegister;
import io.delayqueue.Task;
import io.delayqueue.TaskBuilder;
import io.delayqueue.TopicName;
import io.delayqueue.limit.Limit;
import io.delayqueue.monitor.DelayQueueInspector;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.interactions.Actions;
import org.springframework.beans.factory.annotation.Autowired;

/** Titles of dialogs, which say what an action changes: topics of several groups have the same names. */
class DialogsIT extends BrowserFixture {

    private static final TopicName TOPIC = new TopicName("dialogs", "index");

    private static final TopicName EMPTY = new TopicName("dialogs", "empty");

    @Autowired
    private DelayQueueService tasks;

    @BeforeAll
    static void fill(
            @Autowired DelayQueueService tasks,
            @Autowired ServiceRegister register,
            @Autowired DelayQueueInspector inspector) {
        DeadLetters.make(TOPIC, List.of(task("dead").build()), "no");
        register.registerTopic(TOPIC.group(), TOPIC.topic());
        register.registerTopic(EMPTY.group(), EMPTY.topic());
        tasks.addTask(task("later").delay(Duration.ofHours(1)).build());
        tasks.addTask(task("ready").build());
        tasks.addTask(task("nightly")
                .repeat(Repeat.cron("0 0 0 1 1 *", ZoneOffset.UTC))
                .build());
        inspector.setLimit(Limit.of(TOPIC.group(), TOPIC.topic()).concurrency(7));
    }

    @AfterAll
    static void removeLimit(@Autowired DelayQueueInspector inspector) {
        inspector.removeLimit(TOPIC.group(), TOPIC.topic());
    }

    private static TaskBuilder task(String id) {
        return Task.of(TOPIC.group(), TOPIC.topic()).id(id);
    }

    /** Opens the dialog of an action, and closes it. */
    private void expect(String title, By action) {
        browser.click(action);
        browser.awaitText(By.className("dialog-title"), title::equals);
        new Actions(browser.driver()).sendKeys(Keys.ESCAPE).perform();
        browser.awaitGone(By.className("dialog-title"));
    }

    private void expect(String title, String action) {
        expect(title, mark(action));
    }

    @Test
    void dialogsOfATopicShouldNameItsGroup() {
        dashboard.topic(TOPIC, "");
        expect("Pause dialogs/index?", "pause");
        expect("Hold dialogs/index", "hold");
        expect("Set the limit dialogs/index", "limit");
        expect("Hold the limit dialogs/index", "hold-limit");
        expect("Remove the limit dialogs/index?", "reset-limit");
        expect("Add a task to dialogs/index", "add-task");
        expect("Remove 3 tasks of dialogs/index?", "remove-all");
        dashboard.topic(TOPIC, "?state=DEAD");
        expect("Requeue 1 dead letter of dialogs/index?", "requeue-all");
        expect("Purge 1 dead letter of dialogs/index?", "purge-all");
        dashboard.topic(EMPTY, "");
        expect("Unregister dialogs/empty?", "unregister");
    }

    @Test
    void resumeShouldNameTheGroup() {
        tasks.topic(EMPTY.group(), EMPTY.topic()).hold(Instant.now().plus(Duration.ofHours(1)));
        try {
            dashboard.topic(EMPTY, "");
            expect("Resume dialogs/empty?", "resume");
        } finally {
            tasks.topic(EMPTY.group(), EMPTY.topic()).resume();
        }
    }

    @Test
    void dialogsOfATaskShouldNameItsTopic() {
        dashboard.topic(TOPIC, "");
        expect("Run later of dialogs/index now?", inRow("later", "run-now"));
        expect("Reschedule later of dialogs/index", inRow("later", "reschedule"));
        dashboard.topic(TOPIC, "?state=READY");
        expect("Remove ready of dialogs/index?", inRow("ready", "remove"));
        dashboard.task(TOPIC.group(), "dead");
        expect("Requeue dead of dialogs/index?", "requeue");
        expect("Edit and requeue dead of dialogs/index", "edit");
        dashboard.schedules();
        expect("Pause nightly of dialogs/index?", inRow("nightly", "pause-repeat"));
        expect("Change the schedule of nightly of dialogs/index", inRow("nightly", "change-repeat"));
    }
}
