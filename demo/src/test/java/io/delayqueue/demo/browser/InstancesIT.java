package io.delayqueue.demo.browser;

import static io.delayqueue.browser.Dashboard.mark;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.Task;
import io.delayqueue.browser.Accessibility;
import io.delayqueue.browser.Browser.Colours;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.redis.RedisBackend;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;

/** Page of the instances. */
class InstancesIT extends BrowserFixture {

    /** Of the instance that answers; the other instances have hidden ones. */
    private static final By DRAIN = By.cssSelector("[data-testid='drain']:not([hidden])");

    private static final By DRAINING = By.cssSelector("[data-testid='draining']:not([hidden])");

    private static final String LONG = "a-group-with-a-name-".repeat(6);

    @ParameterizedTest
    @ValueSource(ints = {360, 768, 1440})
    void longNamesShouldFitIntoTheirRow(int width) {
        try (DelayQueueEngine engine = DelayQueueEngine.builder(
                        RedisBackend.connect(OwnRedis.SERVER.host(), OwnRedis.SERVER.port()))
                .callback(LONG, LONG, Object.class, (payload, context) -> {})
                .callback(LONG + "-2", LONG, Object.class, (payload, context) -> {})
                .build()) {
            engine.start();
            browser.view(width, 900, Colours.LIGHT);
            dashboard.instances();
            By row = By.xpath("//tr[@data-testid = 'instance-row'][.//*[. = '" + engine.instance() + "']]");
            browser.awaitText(row, text -> text.contains("0 of "));
            browser.click(row, mark("instance-toggle"));
            browser.await(
                    "both groups",
                    () -> browser.driver().findElements(mark("instance-group")).size() == 2);
            browser.awaitNoHorizontalScroll();
            assertThat(overflowing()).isEmpty();
            Accessibility.check(browser.driver(), "instances with details, " + width + " px");
        } finally {
            OwnRedis.SERVER.client().hdel("MONITOR:SUMMARY", LONG, LONG + "-2");
        }
    }

    @Test
    void groupThatNoInstanceServesShouldBeNamedWithoutATakeOver() {
        String group = "only-added-to";
        try (DelayQueueEngine engine = DelayQueueEngine.builder(
                        RedisBackend.connect(OwnRedis.SERVER.host(), OwnRedis.SERVER.port()))
                .build()) {
            engine.start();
            engine.service()
                    .addTask(Task.of(group, "t").delay(Duration.ofHours(1)).build());
            dashboard.instances();
            browser.awaitText(mark("not-served"), text -> text.contains(group));
            // Groups of an engine that has just stopped may still be without a pusher.
            browser.await(
                    "a pusher for each other group",
                    () -> browser.driver().findElements(mark("no-pusher")).isEmpty());
        }
    }

    @Test
    void instanceThatAnswersShouldBeDrainedAndUndrained() {
        dashboard.instances();
        browser.click(DRAIN);
        dashboard.confirm();
        browser.awaitText(DRAINING, "Draining"::equals);
        browser.awaitText(DRAIN, "Undrain"::equals);
        browser.click(DRAIN);
        dashboard.confirm();
        browser.awaitText(DRAIN, "Drain"::equals);
    }

    private List<?> overflowing() {
        return (List<?>) browser.driver().executeScript("""
                return [...document.querySelectorAll(".table-box, [data-testid='instance-group']")]
                    .filter((box) => box.scrollWidth > box.clientWidth)
                    .map((box) => `${box.className} ${box.scrollWidth} > ${box.clientWidth}`)""");
    }
}
