package io.delayqueue.demo.browser;

import static io.delayqueue.browser.Dashboard.inRow;
import static io.delayqueue.browser.Dashboard.mark;
import static io.delayqueue.browser.Dashboard.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.WebElement;
import org.springframework.beans.factory.annotation.Autowired;

/** Tab of the tasks that are being retried. */
class RetryingIT extends BrowserFixture {

    private static final TopicName TOPIC = new TopicName("browser", "retried");

    @Autowired
    private DelayQueueService tasks;

    @Autowired
    private TaskPuller puller;

    @Autowired
    private ServiceRegister register;

    @BeforeEach
    void failTasks() throws InterruptedException {
        register.registerTopic(TOPIC.group(), TOPIC.topic());
        for (String id : List.of("a", "b", "c")) {
            tasks.addTask(
                    Task.of(TOPIC.group(), TOPIC.topic()).id(id).maxAttempts(5).build());
            for (PulledTask task :
                    puller.reserve(TOPIC.group(), TOPIC.topic(), PullOptions.DEFAULT, Duration.ofSeconds(10))) {
                task.retry(Duration.ofHours(id.equals("c") ? 2 : 1), id.equals("c") ? "503 <b>" : "timed out");
            }
        }
        tasks.addTask(Task.of(TOPIC.group(), TOPIC.topic())
                .id("untried")
                .delay(Duration.ofDays(1))
                .build());
        await().until(() -> tasks.topic(TOPIC.group(), TOPIC.topic()).count().retrying() == 3);
        dashboard.topic(TOPIC, "?state=RETRYING");
    }

    @AfterEach
    void removeTasks() {
        clear(tasks, TOPIC.group(), TOPIC.topic());
    }

    private List<String> texts(String name) {
        return browser.driver().findElements(mark(name)).stream()
                .map(WebElement::getText)
                .toList();
    }

    @Test
    void retriedTasksShouldHaveTheirErrorNextAttemptAndAttempts() {
        browser.awaitText(mark("count-retrying"), "3"::equals);
        browser.awaitText(inRow("c", "next-attempt"), text -> text.startsWith("in 1 h 59 min"));
        assertThat(texts("task-link")).first().isEqualTo("c");
        assertThat(texts("task-link")).doesNotContain("untried");
        browser.awaitText(row("c"), text -> text.contains("503 <b>") && text.contains("1 of 5"));
        browser.click(inRow("c", "task-link"));
        browser.visible(mark("page-task"));
    }

    @Test
    void retriedTasksShouldBeGroupedByFailure() {
        browser.await("two groups", () -> texts("group-type").equals(List.of("timed out", "503 <b>")));
        assertThat(texts("group-count")).containsExactly("2", "1");
        browser.awaitText(mark("retrying-groups-read"), "Counted all 3 tasks."::equals);
    }

    @Test
    void retriedTasksShouldBeRunAndRemoved() {
        browser.click(inRow("a", "run-now"));
        dashboard.confirm();
        browser.awaitText(inRow("a", "state"), "Ready"::equals);
        assertThat(tasks.findTask(TOPIC.group(), "a").orElseThrow().state()).isEqualTo(TaskState.READY);

        browser.click(inRow("b", "select"));
        dashboard.click("remove-selected");
        dashboard.confirm();
        browser.awaitGone(row("b"));
        assertThat(tasks.findTask(TOPIC.group(), "b")).isEmpty();
        browser.awaitText(mark("count-retrying"), "2"::equals);
        assertThat(browser.driver().findElements(mark("remove-all"))).isEmpty();
    }

    @Test
    void tabShouldBeReadableForAllInBothLanguages() {
        browser.visible(row("c"));
        Accessibility.check(browser.driver(), "retried tasks");
        browser.view(360, 900, Colours.LIGHT);
        browser.awaitNoHorizontalScroll();
        Accessibility.check(browser.driver(), "retried tasks in a narrow window");
        browser.speak("zh-CN,zh");
        dashboard.topic(TOPIC, "?state=RETRYING");
        browser.awaitText(mark("tab-retrying"), text -> text.startsWith("重试中"));
        browser.awaitText(mark("retrying-groups-read"), "已统计全部 3 个任务。"::equals);
    }
}
