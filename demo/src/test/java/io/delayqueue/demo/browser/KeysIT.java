package io.delayqueue.demo.browser;

import static io.delayqueue.browser.Dashboard.mark;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueService;
import io.delayqueue.ServiceRegister;
import io.delayqueue.Task;
import io.delayqueue.TopicName;
import io.delayqueue.browser.Accessibility;
import io.delayqueue.browser.Browser.Colours;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.springframework.beans.factory.annotation.Autowired;

/** Keys of a topic on its page, and on the pages of its tasks. */
class KeysIT extends BrowserFixture {

    private static final TopicName TOPIC = new TopicName("keys", "sync");

    private static final String HOSTILE = "<img src=x onerror=alert(1)>&key=%20+#/?";

    @Autowired
    private DelayQueueService tasks;

    @Autowired
    private ServiceRegister register;

    @BeforeEach
    void registerTopic() {
        register.registerTopic(TOPIC.group(), TOPIC.topic());
    }

    @AfterEach
    void clearTopic() {
        clear(tasks, TOPIC.group(), TOPIC.topic());
    }

    private void add(String key, String... ids) {
        List.of(ids)
                .forEach(id -> tasks.addTask(
                        Task.of(TOPIC.group(), TOPIC.topic()).id(id).key(key).build()));
    }

    private void addAndOpen() {
        add("customer-42", "a1", "a2", "a3");
        add(HOSTILE, "b1", "b2");
        await().until(() -> tasks.topic(TOPIC.group(), TOPIC.topic()).count().behind() == 3);
        dashboard.topic(TOPIC, "");
    }

    private static By inKey(String key, String name) {
        return By.xpath(
                "//tr[@data-testid = 'key-row'][.//button[. = \"" + key + "\"]]//*[@data-testid = '" + name + "']");
    }

    private List<String> tasksOfTheKey() {
        return browser.driver().findElements(mark("key-task")).stream()
                .map(row -> row.findElement(By.tagName("a")).getText())
                .toList();
    }

    @Test
    void hottestKeysShouldBeShownWithWhatIsBehindThem() {
        addAndOpen();
        browser.awaitText(mark("keys-behind"), text -> text.startsWith("3 ready tasks wait for another one"));
        browser.awaitText(inKey("customer-42", "key-behind"), "2"::equals);
        browser.awaitText(inKey("customer-42", "key-first"), "a1"::equals);
        browser.awaitText(inKey(HOSTILE, "key-behind"), "1"::equals);
        assertThat(browser.driver().findElements(mark("key-row")))
                .extracting(WebElement::getText)
                .first()
                .asString()
                .startsWith("customer-42");
    }

    @Test
    void keyShouldOpenToItsTasks() {
        addAndOpen();
        browser.click(inKey("customer-42", "key"));
        browser.awaitText(mark("key-name"), "First tasks of customer-42"::equals);
        assertThat(tasksOfTheKey()).containsExactly("a1", "a2", "a3");
        browser.click(inKey("customer-42", "key"));
        browser.awaitGone(mark("key-name"));
    }

    @Test
    void hostileKeyShouldStayText() {
        addAndOpen();
        browser.click(inKey(HOSTILE, "key"));
        browser.awaitText(mark("key-name"), ("First tasks of " + HOSTILE)::equals);
        assertThat(tasksOfTheKey()).containsExactly("b1", "b2");
        dashboard.task(TOPIC.group(), "b2");
        browser.awaitText(mark("task-key"), HOSTILE::equals);
        assertThat(browser.driver().findElements(By.cssSelector("img:not(.mark), [onerror]")))
                .isEmpty();
    }

    @Test
    void taskShouldShowItsKeyAndTheTasksItWaitsFor() {
        addAndOpen();
        dashboard.task(TOPIC.group(), "a3");
        browser.awaitText(mark("task-key"), "customer-42"::equals);
        browser.awaitText(mark("task-waits"), "Other tasks of its key come first: a1"::equals);
        browser.awaitText(
                By.cssSelector("[data-testid='timeline'] .state-ready"),
                "Waits: Other tasks of its key come first"::equals);
        browser.click(By.xpath("//*[@data-testid = 'task-waits']/a"));
        browser.awaitText(By.tagName("h1"), text -> text.startsWith("a1"));
    }

    @Test
    void topicWithoutTasksBehindShouldShowNoKeys() {
        add("customer-42", "alone");
        tasks.addTask(Task.of(TOPIC.group(), TOPIC.topic()).id("keyless").build());
        await().until(() -> tasks.topic(TOPIC.group(), TOPIC.topic()).count().ready() == 2);
        dashboard.topic(TOPIC, "?state=READY");
        browser.awaitText(mark("tasks-ready"), text -> text.contains("keyless"));
        assertThat(browser.driver().findElements(mark("keys"))).noneMatch(WebElement::isDisplayed);
        dashboard.task(TOPIC.group(), "keyless");
        browser.visible(mark("task-facts"));
        assertThat(browser.driver().findElements(mark("task-key"))).noneMatch(WebElement::isDisplayed);
    }

    @Test
    void keysShouldFitIntoANarrowWindow() {
        add("k".repeat(128), "long-1", "long-2");
        await().until(() -> tasks.topic(TOPIC.group(), TOPIC.topic()).count().behind() == 1);
        dashboard.topic(TOPIC, "");
        dashboard.click("key");
        browser.visible(mark("key-name"));
        browser.view(360, 900, Colours.LIGHT);
        browser.awaitNoHorizontalScroll();
        Accessibility.check(browser.driver(), "keys of a topic");
    }
}
