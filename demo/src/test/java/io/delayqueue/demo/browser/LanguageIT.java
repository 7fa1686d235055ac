package io.delayqueue.demo.browser;

import static io.delayqueue.browser.Dashboard.inTopic;
import static io.delayqueue.browser.Dashboard.mark;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.TopicName;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.springframework.beans.factory.annotation.Autowired;

/** Language of the dashboard. */
class LanguageIT extends BrowserFixture {

    private static final TopicName DEAD = new TopicName("names", "Dead");

    @Autowired
    private DelayQueueService tasks;

    @Test
    void switchShouldChangeTheLanguageAndSurviveAReload() {
        dashboard.overview();
        awaitLanguage("Overview", "en");
        dashboard.click("language");
        awaitLanguage("概览", "zh-CN");
        dashboard.overview();
        awaitLanguage("概览", "zh-CN");
        assertThat(browser.driver().getTitle()).isEqualTo("概览 · 延迟队列");

        dashboard.click("language");
        awaitLanguage("Overview", "en");
    }

    @Test
    void languagesOfTheBrowserShouldChooseChinese() {
        browser.speak("de-DE,de,zh-CN,en");
        dashboard.overview();
        awaitLanguage("概览", "zh-CN");

        browser.speak("de-DE,en,zh-CN");
        dashboard.overview();
        awaitLanguage("Overview", "en");
    }

    @Test
    void choiceShouldPrecedeTheLanguagesOfTheBrowser() {
        browser.speak("zh-CN,zh");
        dashboard.overview();
        dashboard.click("language");
        awaitLanguage("Overview", "en");
        dashboard.overview();
        awaitLanguage("Overview", "en");
    }

    @Test
    void namesShouldNotBeTranslated() {
        tasks.addTask(Task.of(DEAD.group(), DEAD.topic())
                .id("Ready")
                .delay(Duration.ofHours(1))
                .build());
        browser.speak("zh-CN,zh");
        dashboard.overview();
        browser.visible(inTopic(DEAD, "a"));

        dashboard.topic(DEAD, "");
        browser.awaitText(By.tagName("h1"), text -> text.startsWith("Dead"));
        browser.awaitText(mark("tab-dead"), text -> text.startsWith("死信"));
        browser.awaitText(mark("task-link"), "Ready"::equals);
    }

    private void awaitLanguage(String overview, String tag) {
        browser.awaitText(mark("nav-overview"), overview::equals);
        assertThat(browser.driver().executeScript("return document.documentElement.lang"))
                .isEqualTo(tag);
    }
}
