package io.delayqueue.demo.browser;

import static io.delayqueue.browser.Dashboard.mark;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.browser.Browser.Colours;
import io.delayqueue.demo.order.Shop;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.support.ui.WebDriverWait;
import org.springframework.beans.factory.annotation.Autowired;

/**
 * Takes the pictures of the documentation. With {@code -Ddelayqueue.docs.write} they are written there, after some minutes in
 * which the charts fill, and further ones of each page to target/images, where all are otherwise.
 */
class PicturesIT extends BrowserFixture {

    private static final boolean WRITE = System.getProperty("delayqueue.docs.write") != null;

    private static final Path DOCS = Path.of("..", "docs");

    private static final Path OTHERS = Path.of("target", "images");

    private static final int WIDE = 1440;

    private static final int NARROW = 360;

    private static final int HIGHEST = 2000;

    private static final int HIGHEST_NARROW = 1400;

    @Autowired
    private Shop shop;

    @Test
    void everyPageShouldHaveItsPicture() {
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
        dashboard.overview();
        awaitOverview();
        awaitCharts(125);
        take("overview");
        overviewInChinese();
        fillADay();
        browser.click(By.cssSelector("[data-span='day']"));
        browser.awaitText(
                By.cssSelector("[data-testid='chart-lateness'] .small"), text -> text.endsWith("every five minutes."));
        take("overview-day");
        browser.click(By.cssSelector("[data-span='live']"));
    }

    private void awaitOverview() {
        dashboard.awaitLive();
        browser.await(
                "everything is counted",
                () -> browser.driver().findElements(mark("group-card")).size() >= 4
                        && browser
                                .driver()
                                .findElements(By.cssSelector("[data-testid='group-card'], [data-testid='topic-row']"))
                                .stream()
                                .noneMatch(element -> element.getText().contains("…")));
    }

    /** The tab keeps the data of the charts while it loads the page in the other language. */
    private void overviewInChinese() {
        dashboard.click("language");
        browser.awaitText(mark("nav-overview"), "概览"::equals);
        awaitOverview();
        take("overview-zh");
        dashboard.click("language");
        browser.awaitText(mark("nav-overview"), "Overview"::equals);
        awaitOverview();
    }

    private void topic() {
        go("topics/shipping/count-stock", mark("countdown"));
        awaitCharts(170);
        take("topic");
    }

    private void others() {
        go("topics/shipping/pack?state=RESERVED", By.cssSelector(".host-cell .strong"));
        take("running");
        go("topics/billing/charge-card?state=DEAD", mark("error-message"));
        browser.visible(mark("group-type"));
        take("dead-letters");
        go("topics/shipping/pick?state=HISTORY", mark("record-row"));
        take("history");
        go("tasks/billing/charge-card-7001", mark("record"));
        take("task");
        go("schedules", mark("next-run"));
        take("schedules");
        go("find?id=order%3D7001", mark("task-row"));
        browser.visible(mark("found-record"));
        take("find");
        go("instances", mark("instance-row"));
        browser.click(mark("instance-toggle"));
        browser.visible(mark("instance-details"));
        take("instances");
    }

    /** Writes the work of a day, with more of it at some hours, and a break. */
    private static void fillADay() {
        long now = Instant.now().toEpochMilli();
        List<String> groups = List.of("billing", "mails", "orders", "shipping");
        for (String group : groups) {
            Map<String, String> work = new HashMap<>(Map.of("sums", "{\"at\":" + now + ",\"instances\":{}}"));
            for (int i = 0; i < 288; i++) {
                double wave = 1 + Math.sin((i + 40 * groups.indexOf(group)) / 30.0) + 0.3 * Math.sin(i / 3.0);
                long tasks = Math.round(Math.max(0, 500 * wave * (1 + groups.indexOf(group))));
                String lateness =
                        tasks == 0 ? "null,null" : "\"PT0.002S\",\"" + Duration.ofMillis(10 + tasks / 20) + "\"";
                work.put(
                        String.valueOf(i),
                        "[\"" + Instant.ofEpochMilli(now - i * 300_000L) + "\",\"PT5M\"," + tasks + "," + tasks
                                + ",0,0,0," + lateness + "]");
            }
            IntStream.range(150, 165).forEach(i -> work.remove(String.valueOf(i)));
            OwnRedis.SERVER.client().hset("{" + group + "}:WORK", work);
        }
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

    /** Takes the documented pictures of a page; for the documentation also the others, which show what is wrong. */
    private void take(String page) {
        for (int width : List.of(WIDE, NARROW)) {
            for (Colours colours : Colours.values()) {
                String name = page
                        + (width == NARROW ? "-narrow" : "")
                        + (width == WIDE || colours == Colours.DARK
                                ? "-" + colours.name().toLowerCase(Locale.ROOT)
                                : "");
                boolean documented = documentation().contains("images/" + name + ".png");
                if (WRITE || documented) {
                    take(
                            (WRITE && documented ? DOCS.resolve("images") : OTHERS).resolve(name + ".png"),
                            width,
                            colours);
                }
            }
        }
    }

    private static String documentation() {
        try {
            return Files.readString(DOCS.resolve("dashboard.md"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void take(Path file, int width, Colours colours) {
        browser.view(width, 900, colours);
        long height = (Long) browser.driver().executeScript("return document.documentElement.scrollHeight");
        int highest = file.startsWith(OTHERS) ? Integer.MAX_VALUE : width == WIDE ? HIGHEST : HIGHEST_NARROW;
        browser.view(width, (int) Math.min(height, highest), colours);
        browser.settle();
        browser.screenshot(file);
        assertThat(file).isNotEmptyFile();
    }
}
