package io.delayqueue.demo.browser;

import static io.delayqueue.browser.Dashboard.mark;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.DelayQueueService;
import io.delayqueue.ServiceRegister;
import io.delayqueue.Task;
import io.delayqueue.TopicName;
import io.delayqueue.browser.Accessibility;
import io.delayqueue.browser.Browser.Colours;
import io.delayqueue.history.HistoryRule;
import io.delayqueue.monitor.DelayQueueInspector;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.support.ui.Select;
import org.springframework.beans.factory.annotation.Autowired;
import redis.clients.jedis.UnifiedJedis;

/** Histories in the dashboard, of records that are written as docs/data-layout.md describes them. */
class HistoryIT extends BrowserFixture {

    private static final TopicName TOPIC = new TopicName("browser", "recorded");

    private static final String PART = "{browser}:HISTORY:recorded:1";

    private static final UnifiedJedis CLIENT = OwnRedis.SERVER.client();

    @Autowired
    private DelayQueueService tasks;

    @Autowired
    private DelayQueueInspector inspector;

    @Autowired
    private ServiceRegister register;

    private long now;

    @BeforeEach
    void writeRecords() {
        register.registerTopic(TOPIC.group(), TOPIC.topic());
        tasks.addTask(Task.of(TOPIC.group(), TOPIC.topic())
                .id("alive")
                .delay(Duration.ofDays(1))
                .build());
        now = inspector.storeTime(TOPIC.group()).toEpochMilli();
        for (int i = 0; i < 58; i++) {
            record("o-" + i, 100_000 - i, "parcel=" + i, "", "");
        }
        record(
                "order-42",
                3_000,
                "parcel=42",
                "!DEAD",
                ",{\"reason\":\"REJECTED\",\"error\":[\"a.Declined\",\"no <b>card</b>\"],\"payload\":{\"a\":12345678901234567890}}]\n"
                        + "{\"attempt\":1,\"instance\":\"i-1\",\"outcome\":\"FAILED\",\"type\":\"a.Declined\",\"at\":7}");
        record("order-42", 2_000, "parcel=42", "", ",{\"result\":{\"refund\":12345678901234567890}}]");
        record("alive", 1_000, "parcel=7", "", "]");
        String records = "{browser}:RECORDED";
        CLIENT.hset(records, "recorded", "604800000|67108864|P|");
        CLIENT.hset(records, "#recorded", "1:5000:61:" + (now - 100_000) + ":FINISHED=60,DEAD=1");
        CLIENT.hset(records, "!recorded", "2");
    }

    private void record(String id, long ago, String tag, String outcome, String end) {
        String json = "[" + (now - ago) + "," + (now - ago - 500) + ",3,1200,1,\"i-1\"" + (end.isEmpty() ? "]" : end);
        String key = "@k-" + tag;
        CLIENT.rpush(
                PART,
                outcome.isEmpty() ? new String[] {id, tag, key, json} : new String[] {id, tag, key, outcome, json});
    }

    @AfterEach
    void removeRecords() {
        CLIENT.keys("{browser}:HISTORY:*").forEach(CLIENT::del);
        CLIENT.del("{browser}:RECORDED");
        clear(tasks, TOPIC.group(), TOPIC.topic());
    }

    private List<String> texts(String name) {
        return browser.driver().findElements(mark(name)).stream()
                .map(WebElement::getText)
                .toList();
    }

    private void awaitRows(int number) {
        browser.await(number + " records", () -> texts("record-row").size() == number);
    }

    private void search(String outcome, String by, String term) {
        new Select(browser.visible(By.name("outcome"))).selectByValue(outcome);
        new Select(browser.visible(By.name("by"))).selectByValue(by);
        dashboard.fill("term", term);
        dashboard.click("search-history");
    }

    @Test
    void tabShouldListRecordsOnAndOnAndTheirNumbers() {
        dashboard.topic(TOPIC, "?state=HISTORY");
        awaitRows(50);
        browser.awaitText(mark("count-history"), "61"::equals);
        browser.awaitText(
                mark("history-numbers"),
                text -> Stream.of("60", "1", "2 not kept").allMatch(text::contains) && !text.contains("Missed"));
        browser.awaitText(mark("history-rule"), text -> text.contains("7 d") && text.contains("64.0 MB"));
        browser.awaitText(mark("searched-to"), text -> text.startsWith("Searched down to"));
        assertThat(texts("record-row").get(1)).contains("order-42", "parcel=42", "1.2 s", "12345678901234567890");
        assertThat(texts("record-row").get(2)).contains("it was rejected", "Declined: no <b>card</b>");
        dashboard.click("search-further");
        awaitRows(61);
        browser.awaitGone(mark("searched-to"));
    }

    @Test
    void tabShouldSearch() {
        dashboard.topic(TOPIC, "?state=HISTORY");
        awaitRows(50);
        search("DEAD", "tag", "");
        awaitRows(1);
        search("", "tag", "parcel=42");
        awaitRows(3);
        search("", "key", "k-parcel=7");
        awaitRows(2);
        search("", "id", "o-3");
        awaitRows(1);
        search("MISSED", "id", "o-3");
        browser.visible(mark("no-records"));
        search("", "tag", "");
        awaitRows(50);
    }

    @Test
    void recordsWithATagShouldBeForgotten() {
        dashboard.topic(TOPIC, "?state=HISTORY");
        awaitRows(50);
        search("DEAD", "tag", "");
        awaitRows(1);
        assertThat(browser.driver().findElement(mark("forget-records")).isDisplayed())
                .isFalse();
        search("DEAD", "tag", "parcel=42");
        awaitRows(1);
        dashboard.click("forget-records");
        dashboard.confirm();
        browser.visible(mark("no-records"));
        assertThat(CLIENT.lrange(PART, 0, -1))
                .doesNotContain("parcel=42", "!DEAD")
                .contains("parcel=41", "parcel=7");
        search("", "id", "o-42");
        browser.visible(mark("no-records"));
        search("", "id", "o-41");
        awaitRows(1);
    }

    @Test
    void topicWithoutHistoryShouldSaySo() {
        register.registerTopic(TOPIC.group(), "forgetful");
        dashboard.topic(new TopicName(TOPIC.group(), "forgetful"), "?state=HISTORY");
        browser.visible(mark("no-history"));
        assertThat(browser.driver().findElement(By.name("term")).isDisplayed()).isFalse();
    }

    @Test
    void taskThatHasEndedShouldBeAStoryOfItsRecords() {
        browser.expect("404");
        dashboard.task(TOPIC.group(), "order-42");
        browser.await("two records", () -> texts("record").size() == 2);
        assertThat(browser.driver().findElements(mark("task-gone"))).isEmpty();
        assertThat(texts("outcome")).containsExactly("Finished", "Finished", "Dead");
        assertThat(texts("record").get(0)).contains("\"refund\": 12345678901234567890", "1 attempt");
        assertThat(texts("record").get(1)).contains("it was rejected", "no <b>card</b>", "Attempt 1 failed");
        dashboard.task(TOPIC.group(), "never-added");
        browser.visible(mark("task-gone"));
    }

    @Test
    void taskThatIsThereShouldShowItsStateBeforeItsRecords() {
        browser.expect("404");
        dashboard.task(TOPIC.group(), "alive");
        browser.visible(mark("task-facts"));
        browser.await("a record", () -> texts("record").size() == 1);
        tasks.removeTask(TOPIC.group(), "alive");
        browser.awaitGone(mark("task-facts"));
        assertThat(texts("record")).hasSize(1);
    }

    @Test
    void attemptsOfADeadLetterShouldBeShownOnce() {
        browser.expect("404");
        TopicName dying = new TopicName(TOPIC.group(), "dying");
        HistoryRule rule = HistoryRule.of(Duration.ofHours(1), HistoryRule.MIN_SIZE);
        Task task = Task.of(dying.group(), dying.topic()).id("dead").build();
        DeadLetters.make(dying, List.of(task), "no card", engine -> engine.history(dying, rule));
        // Of an earlier task with the id.
        record("dead", 1_000, "parcel=7", "!DEAD", "]\n{\"attempt\":3,\"outcome\":\"FAILED\",\"at\":7}");
        dashboard.task(dying.group(), "dead");
        browser.await("two records", () -> texts("record").size() == 2);
        assertThat(texts("attempt")).hasSize(2);
        assertThat(texts("attempt").get(0)).startsWith("Attempt 1 failed").contains("no card");
        assertThat(texts("attempt").get(1)).startsWith("Attempt 3 failed");
        assertThat(texts("record").get(0)).contains("Dead", "no card").doesNotContain("Attempt 1");
        tasks.removeTask(dying.group(), "dead");
        browser.awaitGone(mark("task-facts"));
        browser.await("all of the record", () -> texts("record").get(0).contains("Attempt 1"));
    }

    @Test
    void taskPageShouldSearchTheTopicOfTheTaskFirst() {
        browser.expect("404");
        // More topics than a request searches, with names before that of the task's.
        for (int i = 10; i < 21; i++) {
            String topic = "also-" + i;
            register.registerTopic(TOPIC.group(), topic);
            CLIENT.rpush("{browser}:HISTORY:" + topic + ":1", topic, "[" + now + "," + now + ",3,1200,1,\"i-1\"]");
            CLIENT.hset("{browser}:RECORDED", "#" + topic, "1:500:1:" + now + ":FINISHED=1");
        }
        dashboard.task(TOPIC.group(), "alive");
        browser.await("a record", () -> texts("record").size() == 1);
        dashboard.topic(TOPIC, "?state=HISTORY");
        awaitRows(50);
        browser.click(By.linkText("order-42"));
        browser.await("two records", () -> texts("record").size() == 2);
    }

    @Test
    void searchFieldShouldFindRecordsByIdAndTag() {
        browser.expect("404");
        dashboard.find("?id=order-42");
        browser.awaitText(mark("find-exact"), text -> text.contains("Nothing found"));
        browser.await("two records", () -> texts("found-record").size() == 2);
        browser.awaitText(mark("find-history"), text -> text.contains("topics (all)"));
        dashboard.find("?id=parcel%3D42");
        browser.await("three records", () -> texts("found-record").size() == 3);
        browser.click(By.cssSelector("[data-testid='found-record'] a"));
        browser.visible(mark("task-records"));
    }

    @Test
    void historyShouldBeReadableForAllInBothLanguages() {
        browser.expect("404");
        dashboard.topic(TOPIC, "?state=HISTORY");
        awaitRows(50);
        Accessibility.check(browser.driver(), "a history");
        dashboard.task(TOPIC.group(), "order-42");
        browser.visible(mark("record"));
        Accessibility.check(browser.driver(), "a task that has ended");
        browser.view(360, 900, Colours.DARK);
        browser.awaitNoHorizontalScroll();
        dashboard.find("?id=parcel%3D42");
        browser.visible(mark("found-record"));
        browser.awaitNoHorizontalScroll();
        dashboard.topic(TOPIC, "?state=HISTORY");
        awaitRows(50);
        browser.awaitNoHorizontalScroll();
        Accessibility.check(browser.driver(), "a history in a narrow window");
        browser.speak("zh-CN,zh");
        dashboard.topic(TOPIC, "?state=HISTORY");
        browser.awaitText(mark("tab-history"), text -> text.startsWith("历史记录"));
        browser.awaitText(mark("history-rule"), text -> text.startsWith("记录保留"));
    }
}
