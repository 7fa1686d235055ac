package io.delayqueue.demo.browser;

import static io.delayqueue.browser.Dashboard.mark;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.browser.Browser;
import io.delayqueue.browser.Browser.Colours;
import io.delayqueue.browser.Dashboard;
import io.delayqueue.demo.order.Shop;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.support.ui.WebDriverWait;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;

/**
 * Takes the pictures of the documentation. With {@code -Ddelayqueue.docs.write} they are written there, after some minutes in
 * which the charts fill, else to target/images.
 */
@BrowserTest
class PicturesIT {

    private static final boolean WRITE = System.getProperty("delayqueue.docs.write") != null;

    private static final Path FOLDER = WRITE ? Path.of("..", "docs", "images") : Path.of("target", "images");

    private static final int WIDE = 1440;

    private static final int HIGHEST = 1400;

    @Value("http://localhost:${local.server.port}")
    private String address;

    @Autowired
    private Shop shop;

    private Browser browser;

    @Test
    void everyPageShouldHaveItsPicture(Browser browser) {
        this.browser = browser;
        List.of("Coffee beans, 1 kg", "Sourdough bread", "Olive oil", "Two croissants")
                .forEach(item -> shop.place(item, Instant.now().plusSeconds(1500)));
        try (Warehouse warehouse = new Warehouse(OwnRedis.SERVER);
                Warehouse second = new Warehouse(OwnRedis.SERVER)) {
            warehouse.open();
            second.pauseReturns();
            overview();
            topic();
            others();
        }
    }

    private void overview() {
        new Dashboard(browser, address).overview();
        browser.await(
                "everything is counted",
                () -> browser.driver().findElements(mark("group-card")).size() >= 4
                        && browser
                                .driver()
                                .findElements(By.cssSelector("[data-testid='group-card'], [data-testid='topic-row']"))
                                .stream()
                                .noneMatch(element -> element.getText().contains("…")));
        awaitCharts(125);
        take("overview-light", WIDE, Colours.LIGHT);
        take("overview-dark", WIDE, Colours.DARK);
        take("overview-narrow", 360, Colours.LIGHT);
    }

    private void topic() {
        go("topics/shipping/count-stock", mark("countdown"));
        awaitCharts(170);
        take("topic-light", WIDE, Colours.LIGHT);
        take("topic-dark", WIDE, Colours.DARK);
    }

    private void others() {
        go("topics/shipping/pack?state=RESERVED", mark("lease"));
        take("running-light", WIDE, Colours.LIGHT);
        go("topics/billing/charge-card?state=DEAD", mark("error-message"));
        browser.visible(mark("group-type"));
        take("dead-letters-light", WIDE, Colours.LIGHT);
        take("dead-letters-narrow", 360, Colours.LIGHT);
        go("tasks/billing/charge-card-7001", mark("attempt"));
        take("task-light", WIDE, Colours.LIGHT);
        take("task-dark", WIDE, Colours.DARK);
        go("instances", mark("instance-row"));
        browser.click(mark("instance-toggle"));
        browser.visible(mark("instance-details"));
        take("instances-light", WIDE, Colours.LIGHT);
    }

    /** Navigates within the page, which keeps the data of its charts. */
    private void go(String place, By sign) {
        browser.driver().executeScript("location.hash = arguments[0]", "#/" + place);
        browser.visible(sign);
    }

    /** Waits until the page has been open for a time, for pictures of the documentation. */
    private void awaitCharts(int seconds) {
        if (WRITE) {
            new WebDriverWait(browser.driver(), Duration.ofSeconds(2L * seconds)).until(driver -> (Boolean)
                    browser.driver().executeScript("return performance.now() > arguments[0] * 1000", seconds));
        }
    }

    private void take(String name, int width, Colours colours) {
        browser.view(width, 900, colours);
        long height = (Long) browser.driver().executeScript("return document.documentElement.scrollHeight");
        browser.view(width, (int) Math.min(height, HIGHEST), colours);
        browser.settle();
        browser.await("the colours have changed", () -> (Boolean) browser.driver()
                .executeScript("return document.getAnimations().every(each => !each.transitionProperty)"));
        browser.screenshot(FOLDER.resolve(name + ".png"));
        assertThat(FOLDER.resolve(name + ".png")).isNotEmptyFile();
    }
}
