package io.delayqueue.web.dashboard;

import static io.delayqueue.browser.Dashboard.inTopic;
import static io.delayqueue.browser.Dashboard.mark;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.BatchCallback;
import io.delayqueue.Task;
import io.delayqueue.TaskBuilder;
import io.delayqueue.TopicName;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.browser.Accessibility;
import io.delayqueue.browser.Browser;
import io.delayqueue.browser.Browser.Colours;
import io.delayqueue.browser.BrowserExtension;
import io.delayqueue.browser.Dashboard;
import io.delayqueue.callback.BatchOptions;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.limit.KeyOrder;
import io.delayqueue.limit.Limit;
import io.delayqueue.limit.LimitInfo;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.web.WebApplication;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** The one reason why tasks of a topic wait. Another instance consumes the topics; the one with the dashboard is not started. */
@ExtendWith(BrowserExtension.class)
class CausesIT {

    private static final TopicName CHARGE = new TopicName("causes", "charge");

    private static final TopicName SYNC = new TopicName("causes", "sync");

    private static final TopicName EXPORT = new TopicName("causes", "export");

    private static final TopicName OWN = new TopicName("own", "pay");

    private static final TopicName NOWHERE = new TopicName("causes", "nowhere");

    private static final RedisServer SERVER = RedisServer.start();

    private static final CountDownLatch END = new CountDownLatch(1);

    private static WebApplication application;

    private static DelayQueueEngine consumer;

    private Browser browser;

    private Dashboard dashboard;

    static class Callbacks {

        @DelayQueueListener(group = "own", topic = "pay")
        void pay() {}
    }

    @BeforeAll
    static void start() {
        application = WebApplication.start(
                SERVER,
                beans -> beans.registerBean("callbacks", Callbacks.class),
                "delayqueue.start=manual",
                "logging.level.org.openqa.selenium=ERROR");
        consumer = DelayQueueEngine.builder(RedisBackend.connect(SERVER.host(), SERVER.port()))
                .callback(callback(CHARGE, TopicOptions.DEFAULT))
                .callback(callback(
                        SYNC, TopicOptions.builder().keyOrder(KeyOrder.DEFAULT).build()))
                .callback(new TopicCallback(
                        EXPORT,
                        Object.class,
                        (BatchCallback<Object>) (batch, context) -> {},
                        TopicOptions.builder()
                                .batch(new BatchOptions(10, 3, Duration.ofHours(1)))
                                .build(),
                        "causes"))
                .build();
        consumer.start();
        consumer.register().registerTopic(NOWHERE.group(), NOWHERE.topic());
    }

    private static TopicCallback callback(TopicName topic, TopicOptions options) {
        return new TopicCallback(topic, Object.class, (payload, context) -> END.await(), options, "causes");
    }

    @AfterAll
    static void close() {
        END.countDown();
        consumer.close();
        application.close();
        SERVER.close();
    }

    @BeforeEach
    void open(Browser browser) {
        this.browser = browser;
        dashboard = new Dashboard(browser, application.origin());
    }

    @AfterEach
    void clear() {
        for (TopicName topic : List.of(CHARGE, SYNC, EXPORT, OWN, NOWHERE)) {
            application.service().topic(topic.group(), topic.topic()).removeTasks();
        }
        application.engine().inspector().removeLimit(CHARGE.group(), CHARGE.topic());
    }

    /** Adds tasks that have been due for a while. */
    private static void add(TopicName topic, int tasks) {
        for (int i = 1; i <= tasks; i++) {
            application.service().addTask(task(topic, i).build());
        }
    }

    private static TaskBuilder task(TopicName topic, int number) {
        return Task.of(topic.group(), topic.topic())
                .id(topic.topic() + "-" + number)
                .at(Instant.now().minusSeconds(60 - number));
    }

    private static void limit(Limit limit) {
        application.engine().inspector().setLimit(limit);
    }

    private static LimitInfo charge() {
        return application.engine().inspector().limits(CHARGE.group()).get(0);
    }

    /** Waits until the only warning of a topic's page is as expected. */
    private void expect(TopicName topic, Predicate<String> cause) {
        dashboard.topic(topic, "?state=READY");
        browser.awaitText(mark("warning"), cause);
        assertThat(browser.driver().findElements(mark("warning")).stream().filter(WebElement::isDisplayed))
                .singleElement()
                .satisfies(warning -> assertThat(warning.getText()).doesNotContain("add instances"));
    }

    private void expectBadge(TopicName topic, String word) {
        dashboard.overview();
        browser.awaitText(inTopic(topic, "*[@data-testid = 'cause-badge']"), word::equals);
    }

    @Test
    void rateThatIsReachedShouldBeTheCauseWithTheTimeThatItsBacklogTakes() {
        limit(Limit.of(CHARGE.group(), CHARGE.topic()).rate(1, TimeUnit.HOURS).burst(1));
        add(CHARGE, 5);
        await().until(() -> charge().running() == 1);
        expect(
                CHARGE,
                text -> text.startsWith("The limit charge is reached: its rate lets 1/h begin, the next at ")
                        && text.contains("Waiting: 4 tasks, about 4 h at 1/h.")
                        && text.contains("The oldest ready task has been due for"));
        browser.awaitText(mark("limit-now"), "1 running, 4 waiting"::equals);
        browser.awaitText(mark("tab-ready"), text -> text.contains("4"));
        browser.awaitText(mark("consumers"), "Consumed by 1 instance with 8 slots"::equals);
        expectBadge(CHARGE, "Limit");
    }

    @Test
    void concurrencyThatIsReachedAndAHoldShouldBeTheCause() {
        limit(Limit.of(CHARGE.group(), CHARGE.topic()).concurrency(2));
        add(CHARGE, 5);
        await().until(() -> charge().running() == 2);
        expect(
                CHARGE,
                text -> text.startsWith("The limit charge is reached: 2 of 2 run.")
                        && text.contains("Waiting: 3 tasks."));
        application
                .engine()
                .inspector()
                .holdLimit(CHARGE.group(), CHARGE.topic(), Instant.now().plus(Duration.ofHours(1)));
        expect(CHARGE, text -> text.startsWith("The limit charge is held until "));
        browser.view(390, 900, Colours.LIGHT);
        browser.awaitNoHorizontalScroll();
        Accessibility.check(browser.driver(), "cause of a topic");
    }

    @Test
    void keyShouldBeTheCauseIfAllReadyTasksWaitForOthersOfTheirs() {
        for (int i = 1; i <= 3; i++) {
            application.service().addTask(task(SYNC, i).key("customer-42").build());
        }
        await().until(() ->
                consumer.service().topic(SYNC.group(), SYNC.topic()).count().behind() == 2);
        expect(
                SYNC,
                text -> text.startsWith("All ready tasks wait for others of their keys, which come first: sync-1."));
        browser.click(By.cssSelector("[data-testid='warning'] a"));
        browser.awaitText(By.tagName("h1"), text -> text.startsWith("sync-1"));
        expectBadge(SYNC, "Key");
    }

    @Test
    void batchThatWaitsShouldBeTheCause() {
        add(EXPORT, 1);
        expect(EXPORT, text -> text.startsWith("The next batch waits for more ready tasks until "));
    }

    @Test
    void drainOfAllInstancesShouldBeSaidOnOverviewGroupAndTopic() {
        consumer.drain();
        try {
            add(CHARGE, 1);
            expect(CHARGE, text -> text.startsWith("All instances that consume the topic are drained"));
            browser.awaitText(mark("consumers"), "Consumed by 1 instance with 8 slots, 1 drained"::equals);
            expectBadge(CHARGE, "Drained");
            browser.awaitText(
                    By.cssSelector("[data-group='causes'] .card-head"), text -> text.contains("1 instance, 1 drained"));
        } finally {
            consumer.undrain();
        }
    }

    @Test
    void instanceThatIsNotStartedShouldBeSaidOnOverviewGroupAndTopic() {
        add(OWN, 1);
        String words = "The instance that serves this page is not started (delayqueue.start=manual)";
        expect(OWN, text -> text.startsWith(words));
        assertThat(browser.driver().findElements(mark("unregistered-badge"))).isEmpty();
        dashboard.overview();
        browser.awaitText(mark("warning"), text -> text.startsWith(words));
        browser.visible(inTopic(OWN, "a"));
        assertThat(browser.driver().findElements(mark("unregistered-badge"))).noneMatch(WebElement::isDisplayed);
        browser.awaitText(By.cssSelector("[data-group='own'] .card-head"), text -> text.contains("not started here"));
    }

    /** The answer to the list is from before the tasks were added. */
    @Test
    void listThatIsOlderThanTheCountShouldSayThatItIsLoaded() {
        dashboard.topic(CHARGE, "?state=READY");
        browser.awaitText(mark("empty-ready"), text -> text.contains("No ready tasks"));
        browser.driver().executeScript("""
            const real = window.fetch;
            window.fetch = (url, init) => url.includes('/tasks?')
                ? Promise.resolve(new Response('{"tasks":[]}'))
                : real(url, init);
            window.answerAgain = () => { window.fetch = real; };\
            """);
        limit(Limit.of(CHARGE.group(), CHARGE.topic()).concurrency(1));
        application
                .engine()
                .inspector()
                .holdLimit(CHARGE.group(), CHARGE.topic(), Instant.now().plusSeconds(600));
        browser.driver().executeScript("""
            window.said = new Set();
            const look = () => {
                const ready = document.querySelector("[data-testid='tab-ready']").innerText;
                const empty = document.querySelector("[data-testid='empty-ready'] .empty-title")?.innerText;
                if (ready.includes('3') && empty) {
                    window.said.add(empty);
                }
            };
            new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });\
            """);
        add(CHARGE, 3);
        browser.awaitText(mark("list-loading"), text -> text.startsWith("Loading"));
        browser.driver().executeScript("answerAgain()");
        browser.visible(Dashboard.row("charge-1"));
        assertThat(browser.driver().executeScript("return [...window.said].join()"))
                .as("beside 3 ready tasks")
                .isEqualTo("");
    }
}
