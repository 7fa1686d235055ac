package io.delayqueue.demo.browser;

import static io.delayqueue.browser.Dashboard.inTopic;
import static io.delayqueue.browser.Dashboard.mark;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.DelayQueueService;
import io.delayqueue.ServiceRegister;
import io.delayqueue.Task;
import io.delayqueue.TopicName;
import io.delayqueue.TopicOperations;
import io.delayqueue.browser.Accessibility;
import io.delayqueue.browser.Browser.Colours;
import io.delayqueue.demo.order.Shop;
import io.delayqueue.monitor.DelayQueueInspector;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.springframework.beans.factory.annotation.Autowired;

/** Overview of the dashboard. */
class OverviewIT extends BrowserFixture {

    private static final String LOOKS = "looks";

    private static final int BATCH = 500;

    private static final TopicName REMIND = new TopicName("orders", "remind");

    @Autowired
    private DelayQueueService tasks;

    @Autowired
    private Shop orders;

    @Autowired
    private ServiceRegister register;

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

    @Test
    void topicsShouldPrecedeChartsAndDeadLettersOtherTopics() {
        add("a-calm", 1);
        DeadLetters.make(
                new TopicName(LOOKS, "z-dead"), List.of(Task.of(LOOKS, "z-dead").build()), "needs attention");
        register.registerTopic(LOOKS, "z-dead");
        open("?group=" + LOOKS);
        browser.await("those with dead letters come first", () -> names().equals(List.of("z-dead", "a-calm")));
        assertThat(browser.driver().executeScript("""
                const before = (a, b) => Boolean(document.querySelector(a).compareDocumentPosition(document.querySelector(b)) & 4);
                return [before("[data-testid='topics']", "[data-testid='group-card']"),
                    before("[data-testid='group-card']", "[data-testid='chart-throughput']")]""")).isEqualTo(List.of(true, true));

        dashboard.click("sort-name");
        browser.await("by name", () -> names().equals(List.of("a-calm", "z-dead")));
        dashboard.click("sort-attention");
        browser.await("by attention", () -> names().equals(List.of("z-dead", "a-calm")));
    }

    @Test
    void depthBarShouldBeAsLongAsItsTopicIsDeep() {
        add("deep", 2_000);
        add("shallow", 7);
        open("?group=" + LOOKS + "&search=low");
        browser.awaitText(inTopic(new TopicName(LOOKS, "shallow"), "td[@data-label = 'Depth']"), "7"::equals);
        assertThat(shares()).isEqualTo(List.of(100L));
        open("?group=" + LOOKS + "&sort=delayed");
        browser.await("both are counted", () -> shares().equals(List.of(27L, 100L)));
    }

    @Test
    void tasksShouldBeInEachWindowThatContainsTheirTime() {
        clear(tasks, register, inspector);
        add("due", 2, Duration.ofMinutes(50));
        add("due", 3, Duration.ofHours(20));
        add("due", 15, Duration.ofDays(6));
        add("due", 1, Duration.ofDays(60));
        List<String> expected = List.of("Next minute 0", "Next hour 2", "Next day 5", "Next week 20", "Later 1");
        open("?group=" + LOOKS);
        browser.await("the sums of all groups", () -> due().equals(expected));
        dashboard.topic(new TopicName(LOOKS, "due"), "");
        browser.await("the topic's tasks", () -> due().equals(expected));
        assertThat(browser.driver().executeScript("""
                return [...document.querySelectorAll("[data-testid='falls-due'] .due-fill")]
                    .map((bar) => Math.round(100 * bar.offsetWidth / bar.parentNode.offsetWidth))""")).isEqualTo(List.of(0L, 10L, 25L, 100L, 5L));
    }

    private List<String> due() {
        return browser.visible(mark("falls-due")).findElements(By.className("due-row")).stream()
                .map(row -> row.getText().replace("\n", " "))
                .toList();
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
                                "sums", "{\"at\":" + now + ",\"instances\":{}}",
                                "late", "[" + now + ",600000,0,0,0,0,0,null,null]",
                                "early", "[" + (now - 3_600_000) + ",300000,30,900,0,0,0,4,95]"));
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

    @Test
    void footerShouldNameTheApplicationAndNoUnknownVersion() {
        dashboard.overview();
        browser.awaitText(By.id("foot"), text -> text.matches("delayqueue-demo( \\S+)? · delayqueue( [0-9]\\S+)?"));
    }

    /** Shares of the bars in their places, in percent. */
    private List<?> shares() {
        return (List<?>) browser.driver().executeScript("""
                return [...document.querySelectorAll("[data-testid='topic-row'] .depth-parts")]
                    .filter((bar) => bar.offsetWidth > 0)
                    .map((bar) => Math.round(100 * bar.offsetWidth / bar.parentNode.offsetWidth))""");
    }

    private List<String> names() {
        return browser.driver().findElements(By.cssSelector("[data-testid='topic-row'] .topic-name")).stream()
                .map(WebElement::getText)
                .toList();
    }

    private void open(String query) {
        browser.open("about:blank");
        browser.open(address + "/delayqueue/#/" + query);
        dashboard.awaitLive();
    }

    private void add(String topic, int number) {
        add(topic, number, Duration.ofHours(1));
    }

    private void add(String topic, int number, Duration delay) {
        register.registerTopic(LOOKS, topic);
        for (int from = 0; from < number; from += BATCH) {
            tasks.addTasks(IntStream.range(0, Math.min(BATCH, number - from))
                    .mapToObj(i -> Task.of(LOOKS, topic).delay(delay).build())
                    .toList());
        }
    }

    @AfterEach
    void empty() {
        for (String topic : List.of("a-calm", "z-dead", "deep", "shallow", "due")) {
            clear(tasks, LOOKS, topic);
            register.cancelTopic(LOOKS, topic);
        }
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
    void topicWhoseTasksNobodyTakesShouldStandOutAsOverdue() {
        TopicOperations topic = tasks.topic(REMIND.group(), REMIND.topic());
        topic.pause();
        try {
            tasks.addTask(Task.of(REMIND.group(), REMIND.topic()).build());
            dashboard.overview();
            browser.visible(inTopic(REMIND, "*[contains(@class, 'overdue-text')]"));
            browser.click(inTopic(REMIND, "a"));
            browser.awaitText(
                    mark("warning"), text -> text.startsWith("Overdue: the oldest ready task has waited for"));
        } finally {
            topic.removeTasks();
            topic.resume();
        }
    }
}
