package io.delayqueue.demo.browser;

import static io.delayqueue.browser.Dashboard.inRow;
import static io.delayqueue.browser.Dashboard.mark;
import static io.delayqueue.browser.Dashboard.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.DelayQueueService;
import io.delayqueue.ServiceRegister;
import io.delayqueue.Task;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.browser.Accessibility;
import io.delayqueue.browser.Browser.Colours;
import io.delayqueue.pull.PullOptions;
import io.delayqueue.pull.PulledTask;
import io.delayqueue.pull.TaskPuller;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.springframework.beans.factory.annotation.Autowired;

/** Search by a tag, and what is done with the tasks that it finds. */
class TagsIT extends BrowserFixture {

    private static final TopicName SHIP = new TopicName("tagged", "ship");

    private static final TopicName CALL = new TopicName("tagged-too", "call");

    private static final By SEARCHED = By.cssSelector("[data-testid='find-tag'] [data-testid='searched']");

    @Autowired
    private DelayQueueService tasks;

    @Autowired
    private TaskPuller puller;

    @Autowired
    private ServiceRegister register;

    @BeforeEach
    void addTasks() {
        register.registerTopic(SHIP.group(), SHIP.topic());
        register.registerTopic(CALL.group(), CALL.topic());
        DeadLetters.make(SHIP, List.of(tagged(SHIP, "dead-one", Duration.ZERO)), "not this one");
        tasks.addTask(tagged(SHIP, "ship-it", Duration.ofHours(1)));
        tasks.addTask(tagged(CALL, "call-her", Duration.ofHours(2)));
        tasks.addTask(Task.of(SHIP.group(), SHIP.topic())
                .id("other")
                .delay(Duration.ofHours(1))
                .tag("order", "42424")
                .build());
        dashboard.topic(SHIP, "");
        dashboard.find("?id=order%3D4242");
        browser.visible(row("call-her"));
    }

    private static Task tagged(TopicName topic, String id, Duration delay) {
        return Task.of(topic.group(), topic.topic())
                .id(id)
                .delay(delay)
                .tag("order", "4242")
                .tag("mood", "<b>&\u4e2d")
                .build();
    }

    @AfterEach
    void removeTasks() {
        clear(tasks, SHIP.group(), SHIP.topic());
        clear(tasks, CALL.group(), CALL.topic());
    }

    @Test
    void tasksOfAllGroupsShouldBeFoundByATag() {
        browser.visible(row("ship-it"));
        browser.awaitText(inRow("dead-one", "found-error"), "RejectTaskException: not this one"::equals);
        browser.awaitGone(row("other"));
        browser.awaitText(SEARCHED, "Found 3 tasks (all)."::equals);
        browser.awaitText(inRow("call-her", "row-key"), "order=4242 · mood=<b>&\u4e2d"::equals);
        browser.click(inRow("ship-it", "task-link"));
        browser.awaitText(mark("task-tags"), text -> text.startsWith("order=4242"));
    }

    @Test
    void retriedTaskShouldBeFoundWithItsNextAttemptAndItsError() throws InterruptedException {
        tasks.addTask(Task.of(CALL.group(), CALL.topic())
                .id("again")
                .tag("order", "4343")
                .build());
        for (PulledTask task :
                puller.reserve(CALL.group(), CALL.topic(), PullOptions.DEFAULT, Duration.ofSeconds(10))) {
            task.retry(Duration.ofHours(1), "timed out");
        }
        dashboard.topic(SHIP, "");
        dashboard.find("?id=order%3D4343");
        browser.awaitText(inRow("again", "found-error"), "RetryTaskException: timed out"::equals);
        assertThat(Instant.parse(browser.visible(inRow("again", "found-due")).getAttribute("datetime")))
                .isEqualTo(tasks.findTask(CALL.group(), "again").orElseThrow().stateUntil());
    }

    @Test
    void foundTasksShouldBeRunRequeuedAndRemoved() {
        browser.click(inRow("dead-one", "select"));
        dashboard.click("requeue-selected");
        dashboard.confirm();
        browser.awaitText(inRow("dead-one", "state"), "Ready"::equals);
        assertThat(tasks.findTask(SHIP.group(), "dead-one").orElseThrow().state())
                .isEqualTo(TaskState.READY);

        browser.click(inRow("ship-it", "select"));
        browser.click(inRow("call-her", "select"));
        dashboard.click("run-selected");
        dashboard.confirm();
        browser.awaitText(inRow("call-her", "state"), "Ready"::equals);

        dashboard.click("remove-tagged");
        dashboard.confirm();
        browser.awaitGone(row("ship-it"));
        assertThat(tasks.findTask(CALL.group(), "call-her")).isEmpty();
        assertThat(tasks.findTask(SHIP.group(), "other")).isPresent();
    }

    @Test
    void searchByATagShouldBeReadableForAllInBothLanguages() {
        Accessibility.check(browser.driver(), "tasks with a tag");
        browser.view(360, 900, Colours.LIGHT);
        browser.awaitNoHorizontalScroll();
        Accessibility.check(browser.driver(), "tasks with a tag in a narrow window");
        browser.speak("zh-CN,zh");
        dashboard.topic(SHIP, "");
        dashboard.find("?id=order%3D4242");
        browser.awaitText(SEARCHED, "找到 3 个任务（全部）。"::equals);
    }
}
