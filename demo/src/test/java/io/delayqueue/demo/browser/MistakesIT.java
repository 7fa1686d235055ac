package io.delayqueue.demo.browser;

import static io.delayqueue.browser.Dashboard.inTopic;
import static io.delayqueue.browser.Dashboard.mark;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.DelayQueueService;
import io.delayqueue.ServiceRegister;
import io.delayqueue.Task;
import io.delayqueue.TopicName;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.interactions.Actions;
import org.springframework.beans.factory.annotation.Autowired;

/** Mistaken names, unused topics, and the search for a task, in the dashboard. */
class MistakesIT extends BrowserFixture {

    private static final TopicName TYPO = new TopicName("ordres", "cancel-unpayed");

    private static final TopicName UNUSED = new TopicName("retired", "old");

    @Autowired
    private DelayQueueService tasks;

    @Autowired
    private ServiceRegister register;

    @AfterEach
    void removeTasks() {
        tasks.topic(TYPO.group(), TYPO.topic()).removeTasks();
        register.cancelGroup(UNUSED.group());
    }

    private void add(String id) {
        tasks.addTask(Task.of(TYPO.group(), TYPO.topic())
                .id(id)
                .delay(Duration.ofHours(1))
                .build());
    }

    @Test
    void topicAndGroupThatNobodyRegisteredShouldBeMarked() {
        add("lost-1");
        dashboard.overview();
        browser.visible(inTopic(TYPO, "*[@data-testid = 'unregistered-badge' and not(@hidden)]"));
        browser.visible(By.cssSelector("[data-group='ordres'] [data-testid='unregistered-badge']"));
        browser.click(inTopic(TYPO, "a"));
        browser.visible(By.cssSelector("h1 [data-testid='unregistered-badge']"));
    }

    @Test
    void dueTasksOfAGroupWithoutAnInstanceShouldBeExplained() {
        add("lost-1");
        tasks.rescheduleTask(TYPO.group(), "lost-1", Duration.ZERO);
        dashboard.topic(TYPO, "?state=READY");
        browser.awaitText(
                mark("empty-ready"), text -> text.contains("If they stay there, no instance serves this group"));
        dashboard.overview();
        browser.awaitText(
                By.cssSelector("[data-group='ordres'][data-testid='group-card']"),
                text -> text.contains("1 topic · 0 instances"));
    }

    @Test
    void unusedTopicShouldBeUnregisteredOnItsPage() {
        register.registerTopic(UNUSED.group(), UNUSED.topic());
        dashboard.overview();
        browser.visible(inTopic(UNUSED, "*[@data-testid = 'no-consumer-badge' and not(@hidden)]"));
        dashboard.topic(UNUSED, "");
        dashboard.click("unregister");
        dashboard.confirm();
        dashboard.awaitWord("retired/old is unregistered");
        browser.visible(mark("page-overview"));
        assertThat(register.isTopicRegistered(UNUSED.group(), UNUSED.topic())).isFalse();
        assertThat(register.isGroupRegistered(UNUSED.group())).isTrue();
    }

    @Test
    void unusedGroupShouldBeUnregisteredOnItsCard() {
        // Of an application that is gone: the one of this test works for the groups that it registers.
        OwnRedis.SERVER.client().hset("MONITOR:SUMMARY", "abandoned", "old");
        dashboard.overview();
        browser.visible(mark("group-card"));
        browser.driver().executeScript("document.querySelector(\"[data-testid='more-groups']\").click()");
        browser.click(By.cssSelector("[data-group='abandoned'] [data-testid='unregister-group']"));
        dashboard.confirm();
        dashboard.awaitWord("abandoned is unregistered");
        assertThat(register.isGroupRegistered("abandoned")).isFalse();
    }

    @Test
    void slashShouldLeadToTheSearchForAnIdInAllGroups() {
        add("lost-2");
        dashboard.overview();
        new Actions(browser.driver()).sendKeys("/").perform();
        assertThat(browser.driver().switchTo().activeElement().getAttribute("data-testid"))
                .isEqualTo("find");
        new Actions(browser.driver()).sendKeys("lost-2", Keys.ENTER).perform();
        browser.awaitText(mark("find-exact"), text -> text.contains("lost-2") && text.contains("(all)"));
        browser.click(By.cssSelector("[data-testid='found-task'] a"));
        browser.visible(mark("page-task"));
    }

    @Test
    void searchOnATopicsPageShouldFindIdsThatBeginWithTheText() {
        add("lost-3");
        add("lost-4");
        dashboard.topic(TYPO, "");
        dashboard.fill("find", "lost-");
        browser.visible(mark("find")).sendKeys(Keys.ENTER);
        browser.awaitText(
                mark("find-prefix"),
                text -> text.contains("lost-3") && text.contains("lost-4") && text.contains("Searched 2 tasks"));
        browser.awaitText(mark("find-exact"), text -> text.contains("Nothing found"));
    }
}
