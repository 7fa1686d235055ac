package io.delayqueue.demo.browser;

import static io.delayqueue.browser.Dashboard.inRow;
import static io.delayqueue.browser.Dashboard.mark;
import static io.delayqueue.browser.Dashboard.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueService;
import io.delayqueue.ServiceRegister;
import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.pull.PullOptions;
import io.delayqueue.pull.PulledTask;
import io.delayqueue.pull.TaskPuller;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.springframework.beans.factory.annotation.Autowired;

/** Groups of dead letters, and what is done with some of them. */
class DeadLettersIT extends BrowserFixture {

    private static final String HOSTILE = "</script><img src=x onerror=alert(1)>";

    @Autowired
    private DelayQueueService tasks;

    @Autowired
    private TaskPuller puller;

    @Autowired
    private ServiceRegister register;

    private static void make(TopicName topic, int number) {
        DeadLetters.make(
                topic,
                IntStream.range(0, number)
                        .mapToObj(i -> Task.of(topic.group(), topic.topic())
                                .id(topic.topic() + i)
                                .payload(List.of(i))
                                .build())
                        .toList(),
                "not this one");
    }

    private TaskInfo find(TopicName topic, int number) {
        return tasks.findTask(topic.group(), topic.topic() + number).orElseThrow();
    }

    @Test
    void deadLettersShouldBeGroupedByFailureAndReadInParts() {
        TopicName topic = new TopicName("browser", "grouped");
        make(topic, 600);
        OwnRedis.SERVER
                .client()
                .hset(
                        "{browser}:ERRORS",
                        "grouped599",
                        "{\"type\":\"a.b." + HOSTILE + "\",\"rootCause\":\"" + HOSTILE
                                + "\",\"message\":\"m\",\"stack\":\"s\"}");
        dashboard.topic(topic, "?state=DEAD");
        browser.awaitText(mark("group-type"), "RejectTaskException"::equals);
        browser.awaitText(
                mark("dead-groups-read"), text -> text.matches("Counted the newest \\d+ of 600 dead letters."));
        dashboard.click("dead-groups-more");
        browser.awaitText(mark("dead-groups-read"), "Counted all 600 dead letters."::equals);
        browser.awaitText(mark("group-count"), "599"::equals);
        browser.awaitText(mark("dead-groups"), text -> text.contains(HOSTILE + " caused by " + HOSTILE));
        assertThat(browser.driver().findElements(By.cssSelector("img:not(.mark), script:not([src])")))
                .isEmpty();
        browser.click(mark("group-last"));
        browser.visible(mark("page-task"));
    }

    @Test
    void deadLettersOfPullConsumersShouldBeGroupedByTheirReasonAndSayThatTheyWereRejected()
            throws InterruptedException {
        TopicName topic = new TopicName("browser", "pulled");
        register.registerTopic(topic.group(), topic.topic());
        for (int i = 0; i < 5; i++) {
            tasks.addTask(Task.of(topic.group(), topic.topic()).id("pulled" + i).build());
        }
        int buried = 0;
        while (buried < 5) {
            for (PulledTask task :
                    puller.reserve(topic.group(), topic.topic(), PullOptions.DEFAULT, Duration.ofSeconds(10))) {
                task.bury(buried++ < 3 ? "card declined " + HOSTILE : "503");
            }
        }
        dashboard.topic(topic, "?state=DEAD");
        browser.await("two groups", () -> texts("group-type").equals(List.of("card declined " + HOSTILE, "503")));
        assertThat(texts("group-count")).containsExactly("3", "2");
        assertThat(texts("dead-reason")).hasSize(5).containsOnly("it was rejected");
        dashboard.task(topic.group(), "pulled0");
        browser.awaitText(By.cssSelector("[data-testid='timeline'] .state-dead"), "Dead: it was rejected"::equals);
    }

    @Test
    void lateTaskShouldSayThatItWasTooLate() throws InterruptedException {
        TopicName topic = new TopicName("browser", "late");
        register.registerTopic(topic.group(), topic.topic());
        tasks.addTask(Task.of(topic.group(), topic.topic())
                .id("late0")
                .at(Instant.EPOCH)
                .within(Duration.ofHours(1))
                .build());
        while (find(topic, 0).state() != TaskState.DEAD) {
            assertThat(puller.reserve(topic.group(), topic.topic(), PullOptions.DEFAULT, Duration.ofSeconds(1)))
                    .isEmpty();
        }
        dashboard.topic(topic, "?state=DEAD");
        browser.await("the reason", () -> texts("dead-reason").equals(List.of("it was too late")));
        dashboard.task(topic.group(), "late0");
        browser.awaitText(mark("task-facts"), text -> text.contains("May begin until"));
        browser.awaitText(By.cssSelector("[data-testid='timeline'] .state-dead"), "Dead: it was too late"::equals);
    }

    private List<String> texts(String name) {
        return browser.driver().findElements(mark(name)).stream()
                .map(WebElement::getText)
                .toList();
    }

    @Test
    void selectedDeadLettersShouldBeRequeuedAndPurged() {
        TopicName topic = new TopicName("browser", "selected");
        make(topic, 5);
        dashboard.topic(topic, "?state=DEAD");
        browser.awaitText(mark("selected"), "Select all"::equals);
        browser.click(inRow("selected1", "select"));
        browser.visible(inRow("selected3", "select")).sendKeys(Keys.SPACE);
        browser.awaitText(mark("selected"), "2 dead letters selected"::equals);
        dashboard.click("requeue-selected");
        browser.awaitText(mark("confirm"), text -> text.contains("Requeue 2 dead letters of browser/selected?"));
        dashboard.confirm();
        dashboard.awaitWord("2 requeued");
        browser.awaitGone(row("selected1"));
        assertThat(find(topic, 3).state()).isEqualTo(TaskState.READY);
        browser.awaitText(mark("selected"), "Select all"::equals);
        dashboard.click("select-page");
        browser.awaitText(mark("selected"), "3 dead letters selected"::equals);
        dashboard.click("purge-selected");
        dashboard.confirm();
        dashboard.awaitWord("3 purged");
        browser.visible(mark("empty-dead"));
        assertThat(tasks.topic(topic.group(), topic.topic()).count().total()).isEqualTo(2);
    }

    @Test
    void allDeadLettersShouldBeRequeuedAtAPace() {
        TopicName topic = new TopicName("browser", "paced");
        make(topic, 700);
        dashboard.topic(topic, "?state=DEAD");
        browser.awaitText(mark("count-dead"), "700"::equals);
        dashboard.click("requeue-all");
        browser.visible(mark("pace")).sendKeys("0");
        dashboard.click("confirm-yes");
        browser.awaitText(mark("confirm"), text -> text.contains("Enter a whole number from 1 to 10000."));
        browser.visible(mark("pace")).clear();
        browser.visible(mark("pace")).sendKeys("2", Keys.ENTER);
        dashboard.awaitWord("700 requeued: 2 become due each second");
        browser.visible(mark("empty-dead"));
        List<TaskInfo> delayed = tasks.topic(topic.group(), topic.topic())
                .list(TaskState.DELAYED, null, 500)
                .tasks();
        assertThat(delayed).hasSize(500);
        assertThat(delayed.get(499).stateUntil().toEpochMilli()
                        - delayed.get(497).stateUntil().toEpochMilli())
                .isEqualTo(1_000);
    }

    @Test
    void editThatIsRefusedShouldShowTheReasonInItsForm() {
        TopicName topic = new TopicName("browser", "refused");
        make(topic, 1);
        dashboard.task(topic.group(), "refused0");
        dashboard.click("edit");
        browser.visible(mark("edit-form-dialog"));
        tasks.topic(topic.group(), topic.topic()).purgeDeadLetters();
        browser.expect("404");
        dashboard.click("edit-form-submit");
        browser.awaitText(mark("edit-form-dialog"), text -> text.contains("There is no dead letter 'refused0'"));
    }

    @Test
    void deadLetterShouldBeRequeuedWithAnotherPayload() {
        TopicName topic = new TopicName("browser", "edited");
        make(topic, 1);
        dashboard.task(topic.group(), "edited0");
        dashboard.click("edit");
        By text = By.cssSelector("#edit-form textarea");
        assertThat(browser.visible(text).getDomProperty("value")).isEqualTo("[\n  0\n]");
        browser.visible(text).clear();
        dashboard.click("edit-form-submit");
        browser.awaitText(mark("edit-form-dialog"), line -> line.contains("Enter JSON"));
        browser.visible(text).sendKeys("{\"n\": 1.50");
        dashboard.click("edit-form-submit");
        browser.awaitText(mark("edit-form-dialog"), line -> line.contains("Not JSON"));
        browser.visible(text).sendKeys("}");
        dashboard.click("edit-form-submit");
        dashboard.awaitWord("edited0 is requeued with the edited payload");
        await().until(() -> find(topic, 0).state() == TaskState.READY);
        assertThat(find(topic, 0).payload()).isEqualTo("{\"n\": 1.50}");
        browser.awaitText(mark("payload"), line -> line.contains("1.50"));
        browser.awaitGone(mark("edit"));
    }
}
