package io.delayqueue.demo.browser;

import static io.delayqueue.browser.Dashboard.mark;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TopicName;
import io.delayqueue.browser.Accessibility;
import io.delayqueue.browser.Browser.Colours;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;

/** Settings of a topic as its instances report them. */
class SettingsIT extends BrowserFixture {

    private static final TopicName PARCEL = new TopicName("promises", "parcel");

    private static final String INSTANCES = "{promises}:INSTANCES";

    @AfterEach
    void removeInstances() {
        OwnRedis.SERVER.client().hdel(INSTANCES, "new", "old");
    }

    private static void report(String instance, String settings) {
        OwnRedis.SERVER
                .client()
                .hset(
                        INSTANCES,
                        Map.of(
                                instance,
                                "{\"at\":" + (System.currentTimeMillis() + 60_000)
                                        + ",\"host\":\"shop-" + instance
                                        + "\",\"pid\":7,\"topicCount\":1,\"topics\":[[\"parcel\",1,0,0]]" + settings
                                        + "}"));
    }

    @Test
    void settingsShouldBeShownWithTheInstancesThatHaveOthers() {
        report("old", "");
        report("new", """
                ,"settings":[{"topics":[0],"values":{"concurrency":8,"ttr":"PT5M","maxAttempts":5,
                "retryPolicy":"com.acme.Slowly","within":"PT1H","whenExpired":"DROP","noRetryFor":["com.acme.Gone"],
                "batch":{"size":100,"least":20,"longestWait":"PT2S"},"keyOrder":{"concurrency":2,"onRetry":"LET_PASS"},
                "limits":{"globalConcurrency":3,"rate":"2/s","names":["stripe"]},"retryFor":"PT24H","moon":{"full":true}}}]""");
        dashboard.topic(PARCEL, "");
        browser.click(By.cssSelector("[data-testid='settings'] summary"));
        browser.visible(mark("settings-differ"));
        awaitSetting("concurrency", "Concurrency 8");
        awaitSetting("maxAttempts", "Attempts 5");
        awaitSetting("ttr", "Time to run not set on .* 5 min on shop-new:7");
        awaitSetting("retryPolicy", "Retries after 1 s, then × 2 .* on .* com.acme.Slowly on shop-new:7");
        awaitSetting("limits", "Limits 2/s on .* 3 at once, 2/s, stripe on shop-new:7");
        awaitSetting("within", ".* 1 h after the due time on shop-new:7");
        awaitSetting("whenExpired", "If too late dead letter on .* removed on shop-new:7");
        awaitSetting("batch", ".* up to 100 tasks, from 20 on or after 2 s on shop-new:7");
        awaitSetting("keyOrder", ".* At most 2 tasks of a key run at once. on shop-new:7");
        awaitSetting("retryFor", ".* 1 d after the begin of the first attempt on shop-new:7");
        awaitSetting("noRetryFor", ".* com.acme.Gone on shop-new:7");
        awaitSetting("moon", "moon not set on .* \\{\"full\":true\\} on shop-new:7");
        browser.awaitText(mark("settings"), text -> text.contains("Not reported by shop-old:7"));
        browser.view(360, 900, Colours.LIGHT);
        browser.awaitNoHorizontalScroll();
        Accessibility.check(browser.driver(), "settings of a topic");
    }

    private void awaitSetting(String name, String pattern) {
        browser.awaitText(
                mark("setting-" + name), text -> text.replaceAll("\\s+", " ").matches(pattern));
    }

    @Test
    void settingsThatAllInstancesHaveShouldHaveNoInstance() {
        dashboard.topic(PARCEL, "");
        browser.click(By.cssSelector("[data-testid='settings'] summary"));
        awaitSetting("limits", "Limits 2/s");
        assertThat(browser.driver().findElements(mark("settings-differ"))).isEmpty();
    }
}
