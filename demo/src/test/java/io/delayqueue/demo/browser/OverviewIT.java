package io.delayqueue.demo.browser;

import static io.delayqueue.browser.Dashboard.inTopic;
import static io.delayqueue.browser.Dashboard.mark;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.DelayQueueService;
import io.delayqueue.ServiceRegister;
import io.delayqueue.Task;
import io.delayqueue.TopicName;
import io.delayqueue.TopicOperations;
import io.delayqueue.browser.Browser;
import io.delayqueue.monitor.DelayQueueInspector;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
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
    private ServiceRegister register;

    @Autowired
    private DelayQueueInspector inspector;

    @Test
    void topicsShouldPrecedeChartsAndDeadLettersOtherTopics() {
        add("a-calm", 1);
        DeadLetters.make(
                new TopicName(LOOKS, "z-dead"), List.of(Task.of(LOOKS, "z-dead").build()), "needs attention");
        register.registerTopic(LOOKS, "z-dead");
        open("?group=" + LOOKS);
        assertThat(isOn("sort-attention")).isTrue();
        browser.await("those with dead letters come first", () -> names().equals(List.of("z-dead", "a-calm")));
        assertThat(browser.driver().executeScript("""
            const before = (a, b) => Boolean(document.querySelector(a).compareDocumentPosition(document.querySelector(b)) & 4);
            return [before("[data-testid='topics']", "[data-testid='group-card']"),
                before("[data-testid='group-card']", "[data-testid='chart-throughput']")]\
            """)).isEqualTo(List.of(true, true));

        dashboard.click("sort-name");
        browser.await("by name", () -> names().equals(List.of("a-calm", "z-dead")));
        assertThat(isOn("sort-attention")).isFalse();
        dashboard.click("sort-attention");
        browser.await("by attention", () -> names().equals(List.of("z-dead", "a-calm")));
        assertThat(isOn("sort-attention")).isTrue();
        dashboard.click("sort-attention");
        browser.await("by name again", () -> names().equals(List.of("a-calm", "z-dead")));
        assertThat(isOn("sort-attention")).isFalse();
    }

    /** Whether a switch is on, as screen readers and eyes get it. */
    private boolean isOn(String name) {
        WebElement element = browser.visible(mark(name));
        assertThat(element.getAttribute("role")).isEqualTo("switch");
        boolean isOn = "true".equals(element.getAttribute("aria-checked"));
        String before =
                "return parseFloat(getComputedStyle(arguments[0].querySelector('.switch-track'), '::after').left)";
        browser.await(
                "the thumb has moved",
                () -> isOn == ((Number) browser.driver().executeScript(before, element)).doubleValue() > 10);
        return isOn;
    }

    @Test
    void depthBarsShouldHaveALegendOfTheirColoursAndScale() {
        dashboard.overview();
        browser.await("the groups are shown", () -> legends().size() == 2);
        for (WebElement legend : legends()) {
            assertThat(legend.getText()).contains("delayed", "ready", "running", "dead", "logarithmic");
        }
        assertThat(browser.driver().executeScript("""
            const [legend] = document.querySelectorAll("[data-testid='depth-legend']");
            return [...new Set([...legend.querySelectorAll(".depth-swatch")].map((each) => getComputedStyle(each).backgroundColor))].length\
            """)).isEqualTo(4L);
    }

    private List<WebElement> legends() {
        return browser.driver().findElements(mark("depth-legend"));
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
    void eachTaskShouldBeInOneBarByTheTimeUntilItFallsDue() {
        clear(tasks, register, inspector);
        add("due", 2, Duration.ofMinutes(50));
        add("due", 3, Duration.ofHours(20));
        add("due", 15, Duration.ofDays(6));
        add("due", 1, Duration.ofDays(60));
        List<String> expected =
                List.of("Within 1 min 0", "1 min to 1 h 2", "1 h to 1 d 3", "1 d to 7 d 15", "After 7 d 1");
        open("?group=" + LOOKS);
        browser.await("the sums of all groups", () -> due().equals(expected));
        dashboard.topic(new TopicName(LOOKS, "due"), "");
        browser.await("the topic's tasks", () -> due().equals(expected));
        assertThat(browser.driver().executeScript("""
            return [...document.querySelectorAll("[data-testid='falls-due'] .due-fill")]
                .map((bar) => Math.round(100 * bar.offsetWidth / bar.parentNode.offsetWidth))\
            """)).isEqualTo(List.of(0L, 13L, 20L, 100L, 7L));
    }

    private List<String> due() {
        return browser.visible(mark("falls-due")).findElements(By.className("due-row")).stream()
                .map(row -> row.getText().replace("\n", " "))
                .toList();
    }

    @Test
    void figuresShouldBeOnOneLine() {
        dashboard.overview();
        browser.view(1280, 900, Browser.Colours.LIGHT);
        assertThat(different("tile-value", figure -> figure.getRect().getY()))
                .as("tops of the figures")
                .isOne();
        assertThat(different("tile-note", note -> note.getRect().getHeight()))
                .as("heights of the notes")
                .isOne();
    }

    @Test
    void longestOverdueShouldNameAndLinkItsTopic() {
        clear(tasks, register, inspector);
        for (String topic : List.of("m-late", "n-latest", "o-late")) {
            register.registerTopic(LOOKS, topic);
            tasks.addTask(Task.of(LOOKS, topic)
                    .at(Instant.now().minus(Duration.ofMinutes(topic.endsWith("latest") ? 90 : 80)))
                    .build());
        }
        dashboard.overview();
        browser.awaitText(mark("tile-overdue"), text -> text.contains("1 h"));
        browser.awaitText(mark("overdue-topic"), (LOOKS + "/n-latest")::equals);
        assertThat(browser.driver().executeScript("""
            const { x, y, width, height } = document.querySelector("[data-testid='tile-overdue'] .tile-value").getBoundingClientRect();
            return document.elementFromPoint(x + width / 2, y + height / 2).dataset.testid\
            """))
                .as("the whole tile is the link")
                .isEqualTo("overdue-topic");
        dashboard.click("overdue-topic");
        browser.awaitText(By.tagName("h1"), text -> text.startsWith("n-latest"));
        assertThat(browser.driver().getCurrentUrl()).endsWith("#/topics/" + LOOKS + "/n-latest?state=READY");
    }

    private int different(String name, Function<WebElement, Integer> of) {
        List<WebElement> all = browser.driver().findElements(By.className(name));
        assertThat(all).hasSize(7);
        return all.stream().map(of).collect(Collectors.toSet()).size();
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
                .map((bar) => Math.round(100 * bar.offsetWidth / bar.parentNode.offsetWidth))\
            """);
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
                    mark("warning"),
                    text -> text.startsWith("The topic is paused")
                            && text.contains("The oldest ready task has been due for"));
        } finally {
            topic.removeTasks();
            topic.resume();
        }
    }
}
