package io.delayqueue.demo.browser;

import static io.delayqueue.browser.Dashboard.mark;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.delayqueue.browser.Accessibility;
import io.delayqueue.browser.Accessibility.Rules;
import io.delayqueue.browser.Browser;
import io.delayqueue.browser.Browser.Colours;
import io.delayqueue.browser.ChineseFont;
import io.delayqueue.browser.Dashboard;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Accessibility of the dashboard, on every size of screen. */
class EverybodyIT extends BrowserFixture {

    private static Warehouse warehouse;

    @BeforeAll
    static void open(@Autowired JdbcClient database) {
        warehouse = new Warehouse(OwnRedis.SERVER);
        warehouse.open();
        RefusedChanges.insert(database, "a task of the topic pack has the id", "ship-1", "ship-2");
    }

    @AfterAll
    static void close(@Autowired JdbcClient database) {
        RefusedChanges.clear(database);
        warehouse.close();
    }

    @Test
    void everyPageShouldFitAndBeAccessible() {
        checkPages(List.of(360, 700, 768, 900, 1024, 1440));
    }

    @Test
    void everyPageShouldFitAndBeAccessibleInChinese() {
        assumeTrue(ChineseFont.isInstalled(), ChineseFont.MISSING);
        browser.speak("zh-CN,zh");
        checkPages(List.of(360, 768, 1440));
    }

    private void checkPages(List<Integer> widths) {
        for (Place place : places(dashboard)) {
            browser.view(1440, 900, Colours.LIGHT);
            place.open().run();
            browser.visible(place.sign());
            for (int width : widths) {
                browser.view(width, 900, Colours.LIGHT);
                browser.awaitNoHorizontalScroll();
                assertThat(smallTargets()).as("%s, %s px", place.name(), width).isEmpty();
                assertThat(outside()).as("%s, %s px", place.name(), width).isEmpty();
                if (width == 360 || width == 1440) {
                    check(place, width, width == 1440 ? Rules.ALL : Rules.ALL_BUT_COLOURS);
                }
            }
            browser.view(1440, 900, Colours.DARK);
            browser.settle();
            check(place, 1440, Rules.COLOURS);
        }
    }

    private void check(Place place, int width, Rules rules) {
        Accessibility.check(browser.driver(), place.name() + ", " + width + " px", rules);
    }

    /** Returns the links and buttons below 24 px, apart from links in sentences. */
    private List<?> smallTargets() {
        return (List<?>) browser.driver().executeScript("""
                return [...document.querySelectorAll("a[href], button, summary, select, input, textarea, [role='tab']")]
                    .filter((target) => target.checkVisibility() && !target.closest("p, .skip-link"))
                    .map((target) => ({ target, box: target.getBoundingClientRect() }))
                    .filter(({ box }) => Math.round(box.height) < 24 || Math.round(box.width) < 24)
                    .map(({ target, box }) => `${Math.round(box.width)}x${Math.round(box.height)} ${target.outerHTML.slice(0, 200)}`)""");
    }

    /** Returns the buttons and links that are partly outside of a box that scrolls or clips. */
    private List<?> outside() {
        return (List<?>) browser.driver().executeScript("""
                const clips = (box) => getComputedStyle(box).overflowX !== 'visible' || box === document.body;
                const boxes = (node) => node === null ? [] : [...(clips(node) ? [node.getBoundingClientRect()] : []), ...boxes(node.parentElement)];
                const isHidden = (node) => node !== null && (getComputedStyle(node).clipPath !== 'none' || isHidden(node.parentElement));
                return [...document.querySelectorAll("a[href], button, summary, select, input")]
                    .filter((target) => target.checkVisibility() && !target.closest(".skip-link") && !isHidden(target))
                    .filter((target) => {
                        const { left, right } = target.getBoundingClientRect();
                        return boxes(target.parentElement).some((box) => left < box.left - 1 || right > box.right + 1);
                    })
                    .map((target) => `${target.textContent} ${target.outerHTML.slice(0, 200)}`)""");
    }

    private record Place(String name, Runnable open, By sign) {}

    private static List<Place> places(Dashboard dashboard) {
        String task = "charge-card-7001";
        return List.of(
                new Place("overview", dashboard::overview, mark("topic-row")),
                new Place("delayed", () -> dashboard.topic(Warehouse.TRACK, ""), mark("countdown")),
                new Place("ready", () -> dashboard.topic(Warehouse.PACK, "?state=READY"), mark("due-since")),
                new Place("running", () -> dashboard.topic(Warehouse.PACK, "?state=RESERVED"), mark("lease")),
                new Place("dead", () -> dashboard.topic(Warehouse.CHARGE, "?state=DEAD"), mark("error-message")),
                new Place("history", () -> dashboard.topic(Warehouse.CHARGE, "?state=HISTORY"), mark("record-row")),
                new Place("task", () -> dashboard.task(Warehouse.CHARGE.group(), task), mark("attempt")),
                new Place("schedule", () -> dashboard.task(Warehouse.STOCK.group(), "stock-berlin"), mark("repeat")),
                new Place("schedules", dashboard::schedules, mark("next-run")),
                new Place("repeat form", () -> repeatForm(dashboard), mark("repeat-form-dialog")),
                new Place("outbox", dashboard::outbox, mark("reason")),
                new Place("instances", dashboard::instances, mark("instance-row")),
                new Place("find", () -> dashboard.find("?id=" + task), mark("found-task")),
                new Place("form", () -> form(dashboard), mark("add-form-dialog")));
    }

    private static void repeatForm(Dashboard dashboard) {
        dashboard.schedules();
        dashboard.click("change-repeat");
    }

    private static void form(Dashboard dashboard) {
        dashboard.topic(Warehouse.TRACK, "");
        dashboard.click("add-task");
    }

    @Test
    void keyboardShouldReachAButtonAndComeBackToItFromItsDialog() {
        dashboard.topic(Warehouse.TRACK, "");
        WebElement pause = browser.visible(mark("pause"));
        browser.await("Tab reaches the button", () -> {
            press(browser, Keys.TAB);
            return browser.driver().switchTo().activeElement().equals(pause);
        });
        press(browser, Keys.ENTER);
        WebElement dialog = browser.visible(mark("confirm"));
        assertThat(dialog.findElements(By.cssSelector(":focus"))).hasSize(1);
        for (int i = 0; i < 5; i++) {
            press(browser, Keys.TAB);
            assertThat(browser.driver()
                                    .executeScript("return arguments[0].contains(document.activeElement)", dialog)
                                    .equals(true)
                            || browser.driver()
                                    .executeScript("return document.activeElement === document.body")
                                    .equals(true))
                    .as("nothing behind the dialog has the focus")
                    .isTrue();
        }
        press(browser, Keys.ESCAPE);
        browser.awaitGone(mark("confirm"));
        assertThat(browser.driver().switchTo().activeElement()).isEqualTo(pause);
    }

    @Test
    void arrowsShouldGoThroughTheTabs() {
        dashboard.topic(Warehouse.CHARGE, "");
        browser.click(mark("tab-delayed"));
        press(browser, Keys.ARROW_LEFT);
        browser.visible(mark("record-row"));
        press(browser, Keys.ARROW_LEFT);
        browser.visible(mark("error-message"));
        assertThat(browser.driver().switchTo().activeElement().getAttribute("aria-selected"))
                .isEqualTo("true");
        press(browser, Keys.HOME);
        browser.visible(mark("empty-delayed"));
    }

    @Test
    void firstKeyShouldOfferToSkipTheBar() {
        dashboard.overview();
        press(browser, Keys.TAB);
        assertThat(browser.driver().switchTo().activeElement().getText()).isEqualTo("Skip to content");
        press(browser, Keys.ENTER);
        assertThat(browser.driver().switchTo().activeElement().getAttribute("id"))
                .isEqualTo("main");
        assertThat(browser.driver().findElements(mark("page-overview"))).hasSize(1);
    }

    private static void press(Browser browser, Keys key) {
        new Actions(browser.driver()).sendKeys(key).perform();
    }
}
