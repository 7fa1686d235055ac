package io.delayqueue.web.dashboard;

import static io.delayqueue.browser.Dashboard.inRow;
import static io.delayqueue.browser.Dashboard.mark;
import static io.delayqueue.browser.Dashboard.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.TaskSchedule;
import io.delayqueue.browser.Accessibility;
import io.delayqueue.browser.Browser;
import io.delayqueue.browser.Browser.Colours;
import io.delayqueue.browser.BrowserExtension;
import io.delayqueue.browser.Dashboard;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.web.WebApplication;
import io.delayqueue.web.WebApplication.Exchange;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.By;
import tools.jackson.databind.JsonNode;

/** Declared tasks that were removed. The application declares {@code nightly}, another one {@code weekly}. */
@ExtendWith(BrowserExtension.class)
class MissingSchedulesIT {

    private static final String GROUP = "reports";

    private static final RedisServer SERVER = RedisServer.start();

    private static WebApplication application;

    private static DelayQueueEngine other;

    @BeforeAll
    static void start() {
        application = WebApplication.start(
                SERVER,
                beans -> beans.registerBean("nightly", TaskSchedule.class, () -> schedule("nightly")),
                "delayqueue.groups.reports=make",
                "logging.level.org.openqa.selenium=ERROR");
        other = DelayQueueEngine.builder(RedisBackend.connect(SERVER.host(), SERVER.port()))
                .callback(GROUP, "make", String.class, (payload, context) -> {})
                .schedule(schedule("weekly"))
                .build();
        other.start();
        await().until(() -> {
            remove("nightly");
            remove("weekly");
            return application
                            .engine()
                            .inspector()
                            .repeatingTasks(GROUP, null, 10)
                            .missing()
                            .size()
                    == 2;
        });
    }

    @AfterAll
    static void close() {
        other.close();
        application.close();
        SERVER.close();
    }

    private static TaskSchedule schedule(String id) {
        return TaskSchedule.of(Task.of(GROUP, "make")
                .id(id)
                .delay(Duration.ofHours(1))
                .repeat(Repeat.fixedRate(Duration.ofHours(2)))
                .build());
    }

    private static void remove(String id) {
        application.service().removeTask(GROUP, id);
    }

    private static JsonNode ok(Exchange exchange) {
        assertThat(exchange.status()).as(exchange.text()).isEqualTo(200);
        return exchange.json();
    }

    private static Exchange restore(String id) {
        return application.post("/groups/" + GROUP + "/schedules/" + id + "/restore");
    }

    private static List<String> missing(JsonNode page) {
        return page.path("missing").values().stream()
                .map(each -> each.get("group").asString() + "/" + each.get("id").asString() + " "
                        + each.get("instance").asString() + " "
                        + each.get("here").asBoolean())
                .toList();
    }

    @Test
    void removedTaskShouldBeListedAndRestoredByAnInstanceThatDeclaresIt() {
        restore("nightly");
        String nightly = "reports/nightly " + application.engine().instance() + " true";
        String weekly = "reports/weekly " + other.instance() + " false";
        ok(application.delete("/groups/reports/tasks/nightly"));
        for (String path : List.of("/groups/reports/schedules", "/schedules")) {
            assertThat(missing(ok(application.get(path)))).as(path).containsExactly(nightly, weekly);
        }
        JsonNode restored = ok(restore("nightly"));
        assertThat(restored.at("/task/id").asString()).isEqualTo("nightly");
        assertThat(restored.at("/task/repeat")).hasToString("{\"rate\":\"PT2H\"}");
        assertThat(missing(ok(application.get("/schedules")))).containsExactly(weekly);
        assertThat(ok(restore("nightly")).at("/task/dueAt"))
                .as("it is there already")
                .isEqualTo(restored.at("/task/dueAt"));
        Exchange refused = restore("weekly");
        assertThat(refused.problem()).isEqualTo("not-found");
        assertThat(refused.json().get("detail").asString())
                .startsWith("The instance that answers does not declare the schedule 'weekly' in reports");
        assertThat(missing(ok(application.get("/groups/reports/schedules?limit=1"))))
                .as("on the page of its id")
                .isEmpty();
        assertThat(missing(ok(application.get("/groups/reports/schedules?cursor=nightly"))))
                .containsExactly(weekly);
        remove("nightly");
    }

    @Test
    void removalShouldAskAndThePageShowWhatIsMissingAndRestoreIt(Browser browser) {
        restore("nightly");
        Dashboard dashboard = new Dashboard(browser, application.origin());
        dashboard.schedules();
        browser.awaitText(
                mark("missing-row"),
                text -> text.startsWith("weekly")
                        && text.contains("Missing")
                        && text.contains(
                                "Declared by " + other.instance() + ": its own dashboard can restore the task"));
        assertThat(browser.driver().findElements(mark("restore"))).isEmpty();

        browser.click(inRow("nightly", "end"));
        browser.awaitText(By.className("dialog-title"), "Remove nightly of reports/make?"::equals);
        browser.awaitText(mark("confirm"), text -> text.contains("its next start adds it again"));
        dashboard.click("confirm-no");
        browser.awaitGone(mark("confirm"));
        assertThat(application.service().findTask(GROUP, "nightly")).isPresent();

        browser.click(inRow("nightly", "end"));
        dashboard.confirm();
        browser.awaitGone(row("nightly"));
        browser.awaitText(
                mark("missing-row"),
                text -> text.startsWith("nightly")
                        && text.contains("Declared by " + application.engine().instance())
                        && !text.contains("its own dashboard"));
        browser.view(360, 900, Colours.LIGHT);
        browser.awaitNoHorizontalScroll();
        Accessibility.check(browser.driver(), "missing schedules");
        dashboard.click("restore");
        dashboard.confirm();
        dashboard.awaitWord("nightly is restored");
        browser.visible(row("nightly"));
        assertThat(application.service().findTask(GROUP, "nightly")).isPresent();
        remove("nightly");
    }
}
