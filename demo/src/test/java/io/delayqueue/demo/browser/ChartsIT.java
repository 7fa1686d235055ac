package io.delayqueue.demo.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.browser.Accessibility;
import io.delayqueue.browser.Browser.Colours;
import io.delayqueue.demo.order.Shop;
import io.delayqueue.monitor.DelayQueueInspector;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.springframework.beans.factory.annotation.Autowired;

/** Charts of the overview. */
class ChartsIT extends BrowserFixture {

    @Autowired
    private Shop orders;

    @Autowired
    private DelayQueueInspector inspector;

    @Test
    void chartShouldHaveWhatHasRunAlsoInItsTable() {
        dashboard.overview();
        awaitFirstSample("orders");
        browser.click(By.cssSelector("[data-testid='chart-throughput'] summary"));
        orders.place("Figs", Instant.now().plusSeconds(5));
        browser.awaitText(
                By.xpath("//*[@data-testid = 'chart-throughput']//tr[th = 'orders']/td[last()]"),
                highest -> highest.matches(".*[1-9].*/s"));
    }

    /** Waits until the page knows the instances of a group, because it shows the work since then. */
    private void awaitFirstSample(String group) {
        // A click of the user would fail while there is no other group to show.
        browser.driver().executeScript("document.querySelector(\"[data-testid='more-groups']\").click()");
        browser.awaitText(
                By.cssSelector("[data-testid='group-card'][data-group='" + group + "']"),
                text -> text.matches("(?s).*\\d instances?.*"));
    }

    @Test
    void subjectShouldKeepItsColourAndLinesShouldBeStraight() {
        dashboard.overview();
        assertThat(browser.driver().executeAsyncScript("""
                        const done = arguments[0];
                        import("/delayqueue/colours.js").then(({ coloursOf }) => {
                            const names = "abcdefgh".split("").map((name) => `test/${name}`);
                            const all = coloursOf(names, 8);
                            const reversed = coloursOf([...names].reverse(), 8).reverse();
                            const some = coloursOf(["test/h", "test/new", "test/b"], 8);
                            done([new Set(all).size, all.join() === reversed.join(), some[0] === all[7], some[2] === all[1], new Set(some).size]);
                        }, (error) => done(String(error)));""")).isEqualTo(List.of(8L, true, true, true, 3L));
        browser.await("the chart is drawn", () -> (Boolean) browser.driver().executeScript("""
                const chart = Chart.getChart(document.querySelector("[data-testid='chart-throughput'] canvas"));
                return Boolean(chart) && chart.options.elements.line.tension === 0"""));
    }

    @Test
    void chartShouldKeepItsSamplesWhenThePageIsLoadedAgain() {
        dashboard.overview();
        browser.await("a sample", () -> firstSample() != null);
        Object before = firstSample();
        browser.driver().navigate().refresh();
        dashboard.awaitLive();
        browser.await("samples after the reload", () -> firstSample() != null);
        assertThat(firstSample()).isEqualTo(before);
    }

    private Object firstSample() {
        return browser.driver().executeAsyncScript("""
                const done = arguments[0];
                import("/delayqueue/history.js").then(
                    ({ history }) => done(history("default/orders")[0]?.time ?? null),
                    (error) => done(String(error)));""");
    }

    @Test
    void chartsOfADayShouldShowWhatRedisHasAlsoAfterAReload() {
        long now = inspector.storeTime("orders").toEpochMilli();
        OwnRedis.SERVER.client().del("{orders}:WORK");
        OwnRedis.SERVER
                .client()
                .hset(
                        "{orders}:WORK",
                        Map.of(
                                "sums",
                                "{\"at\":" + now + ",\"instances\":{}}",
                                "late",
                                "[\"" + Instant.ofEpochMilli(now) + "\",\"PT10M\",0,0,0,0,0,null,null]",
                                "early",
                                "[\"" + Instant.ofEpochMilli(now - 3_600_000)
                                        + "\",\"PT5M\",30,900,0,0,0,\"PT0.004S\",\"PT0.095S\"]"));
        dashboard.overview();
        browser.click(By.cssSelector("[data-span='day']"));
        browser.click(By.cssSelector("[data-testid='chart-throughput'] summary"));
        By row = By.xpath("//*[@data-testid = 'chart-throughput']//tr[th = 'orders']");
        browser.awaitText(row, "orders 0/s 0/s 3.0/s"::equals);
        browser.awaitText(
                By.cssSelector("[data-testid='chart-throughput'] .small"), text -> text.contains("every five minutes"));
        assertThat(axis()).isEqualTo(List.of("Throughput, last 24 hours", true));
        assertThat(browser.driver().executeScript("""
                const chart = Chart.getChart(document.querySelector("[data-testid='chart-throughput'] canvas"));
                const place = chart.data.datasets.findIndex(({ label }) => label === "orders");
                return chart.getDatasetMeta(place).dataset.segments.map(({ start, end }) => end - start);""")).as("a step each").isEqualTo(List.of(1L, 1L));
        browser.view(360, 900, Colours.LIGHT);
        browser.awaitNoHorizontalScroll();
        Accessibility.check(browser.driver(), "charts of a day");
        browser.view(1440, 900, Colours.LIGHT);

        browser.driver().navigate().refresh();
        dashboard.awaitLive();
        browser.click(By.cssSelector("[data-testid='chart-throughput'] summary"));
        browser.awaitText(row, "orders 0/s 0/s 3.0/s"::equals);
        browser.click(By.cssSelector("[data-span='live']"));
        browser.await("the last minutes", () -> axis().equals(List.of("Throughput, last 10 minutes", false)));
    }

    /** Returns the beginning of the words of the chart, and whether it has more than an hour. */
    private Object axis() {
        return browser.driver().executeScript("""
                const canvas = document.querySelector("[data-testid='chart-throughput'] canvas");
                const { min, max } = Chart.getChart(canvas).scales.x;
                return [canvas.getAttribute("aria-label").split(".")[0], max - min > 3600000];""");
    }
}
