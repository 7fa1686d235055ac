package io.delayqueue.web.security;

import static io.delayqueue.browser.Dashboard.mark;
import static io.delayqueue.browser.Dashboard.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueService;
import io.delayqueue.RejectTaskException;
import io.delayqueue.Task;
import io.delayqueue.TopicName;
import io.delayqueue.browser.Browser;
import io.delayqueue.browser.BrowserExtension;
import io.delayqueue.browser.Dashboard;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** Dashboard with a login, in a browser. Ada is an operator, Vic a viewer. */
@ExtendWith(BrowserExtension.class)
class SecuredDashboardIT {

    private static final TopicName TOPIC = new TopicName("secured", "remind");

    private static final String TASK = "in-an-hour";

    private static final String DEAD = "dead-1";

    private static final String SECRET = "what-nobody-may-see";

    /** Controls for changes on the page of a topic with delayed tasks. */
    private static final List<String> ACTIONS =
            List.of("pause", "add-task", "remove-all", "run-now", "reschedule", "remove");

    /** The same on the tab of dead letters. */
    private static final List<String> DEAD_ACTIONS =
            List.of("requeue-all", "purge-all", "select-page", "select", "requeue", "purge");

    private static WebInstance instance;

    private Browser browser;

    private Dashboard dashboard;

    @BeforeAll
    static void start() {
        instance = start("delayqueue.web.mask-payload=true");
        instance.context()
                .getBean(DelayQueueService.class)
                .addTask(Task.of(TOPIC.group(), TOPIC.topic())
                        .id(TASK)
                        .payload(SECRET)
                        .headers(Map.of("token", SECRET))
                        .delay(Duration.ofHours(1))
                        .build());
        bury();
    }

    private static void bury() {
        RedisServer redis = RedisServer.shared();
        try (DelayQueueEngine engine = DelayQueueEngine.builder(RedisBackend.connect(redis.host(), redis.port()))
                .callback(TOPIC.group(), TOPIC.topic(), String.class, (payload, context) -> {
                    throw new RejectTaskException("no");
                })
                .build()) {
            engine.start();
            engine.service()
                    .addTask(Task.of(TOPIC.group(), TOPIC.topic())
                            .id(DEAD)
                            .payload(SECRET)
                            .build());
            await().until(() ->
                    engine.service().topic(TOPIC.group(), TOPIC.topic()).count().dead() == 1);
        }
    }

    @AfterAll
    static void close() {
        instance.close();
    }

    private static WebInstance start(String property) {
        return WebInstance.start(
                new Class<?>[] {WebApplication.class, WithUsers.class, OwnChains.class},
                "delayqueue.web.login-page=/login",
                "delayqueue.web.logout-page=/logout",
                "logging.level.org.openqa.selenium=ERROR",
                property);
    }

    @BeforeEach
    void forgetWhoWasThere(Browser browser) {
        this.browser = browser;
        browser.driver().executeCdpCommand("Network.clearBrowserCookies", Map.of());
    }

    @Test
    void viewerShouldSeeWhyThereAreNoButtons() {
        enter(instance, "vic");
        dashboard.topic(TOPIC, "");
        browser.visible(row(TASK));
        browser.awaitText(mark("note"), text -> text.contains("changes require the operator role"));
        assertThat(actions()).isEmpty();
        showDeadLetter();
        assertThat(displayed(DEAD_ACTIONS)).isEmpty();

        dashboard.task(TOPIC.group(), TASK);
        browser.visible(mark("countdown"));
        browser.awaitText(mark("note"), text -> text.contains("changes require the operator role"));
        assertThat(actions()).isEmpty();
    }

    @Test
    void operatorShouldPauseAndResume() {
        enter(instance, "ada");
        dashboard.topic(TOPIC, "");
        browser.visible(row(TASK));
        browser.await("all that can be clicked", () -> actions().equals(ACTIONS));
        assertThat(browser.driver().findElements(mark("note"))).isEmpty();
        showDeadLetter();
        browser.await("all that can be clicked", () -> displayed(DEAD_ACTIONS).equals(DEAD_ACTIONS));

        dashboard.click("pause");
        dashboard.confirm();
        browser.visible(mark("paused-badge"));
        assertThat(isPaused()).isTrue();

        dashboard.click("resume");
        dashboard.confirm();
        browser.awaitGone(mark("paused-badge"));
        assertThat(isPaused()).isFalse();
    }

    @Test
    void endOfTheSessionShouldBeShownAndTheNextLoginLeadBack() {
        enter(instance, "ada");
        dashboard.topic(TOPIC, "?state=READY");
        browser.expect("401");
        browser.driver().manage().deleteCookieNamed("JSESSIONID");
        browser.visible(mark("banner-signed-out"));

        browser.click(mark("login"));
        logIn("vic");
        browser.visible(mark("page-topic"));
        dashboard.awaitLive();
        assertThat(browser.driver().getCurrentUrl())
                .startsWith(instance.origin() + "/delayqueue/")
                .endsWith("#/topics/secured/remind?state=READY");
        assertThat(browser.driver().findElements(mark("banner-signed-out"))).isEmpty();
    }

    @Test
    void maskedPayloadShouldBeSaidToBeThereAndNotBeShown() {
        enter(instance, "ada");
        dashboard.task(TOPIC.group(), TASK);
        browser.awaitText(mark("payload"), text -> text.contains("Masked"));
        browser.awaitText(mark("headers"), text -> text.contains("token") && text.contains("•••"));
        assertThat(browser.driver().getPageSource()).doesNotContain(SECRET);

        dashboard.task(TOPIC.group(), DEAD);
        browser.visible(mark("requeue"));
        assertThat(browser.driver().findElements(mark("edit"))).isEmpty();
    }

    @Test
    void readOnlyDashboardShouldHaveNothingToClickForAnybody() {
        try (WebInstance readOnly = start("delayqueue.web.read-only=true")) {
            enter(readOnly, "ada");
            dashboard.topic(TOPIC, "");
            browser.visible(row(TASK));
            browser.awaitText(mark("note"), text -> text.startsWith("Read-only"));
            assertThat(actions()).isEmpty();
            showDeadLetter();
            assertThat(displayed(DEAD_ACTIONS)).isEmpty();
            browser.open("about:blank");
        }
    }

    /** Opens the dashboard, logs in on the page of the redirect, and returns. */
    private void enter(WebInstance application, String user) {
        dashboard = new Dashboard(browser, application.origin());
        browser.open(application.origin() + "/delayqueue/");
        logIn(user);
        browser.visible(mark("page-overview"));
        browser.awaitText(By.className("account-name"), user::equals);
    }

    private void logIn(String user) {
        browser.visible(By.name("username")).sendKeys(user);
        browser.visible(By.name("password")).sendKeys(user);
        browser.click(By.cssSelector("button[type=submit]"));
    }

    private void showDeadLetter() {
        browser.click(mark("tab-dead"));
        browser.visible(row(DEAD));
        browser.visible(mark("group-type"));
    }

    private List<String> actions() {
        return displayed(ACTIONS);
    }

    private List<String> displayed(List<String> names) {
        return names.stream()
                .filter(name ->
                        browser.driver().findElements(mark(name)).stream().anyMatch(WebElement::isDisplayed))
                .toList();
    }

    private static boolean isPaused() {
        return instance.context()
                .getBean(DelayQueueService.class)
                .topic(TOPIC.group(), TOPIC.topic())
                .count()
                .paused();
    }
}
