package io.delayqueue.demo.browser;

import static io.delayqueue.browser.Dashboard.inRow;
import static io.delayqueue.browser.Dashboard.mark;
import static io.delayqueue.browser.Dashboard.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The shop's outbox in the dashboard: what waits, what is refused, and what is decided about that. */
class OutboxIT extends BrowserFixture {

    private static final String REASON = "a task of the topic pack has the id";

    @Autowired
    private JdbcClient database;

    @Autowired
    private DelayQueueService tasks;

    @AfterEach
    void clear() {
        RefusedChanges.clear(database);
    }

    private String[] ids(int number) {
        return IntStream.range(0, number).mapToObj(i -> "ship-" + i).toArray(String[]::new);
    }

    private void open() {
        dashboard.overview();
        dashboard.click("nav-outbox");
        browser.visible(mark("page-outbox"));
    }

    private void awaitFigures(String waiting, String refused) {
        browser.awaitText(mark("outbox-waiting"), waiting::equals);
        browser.awaitText(mark("outbox-refused"), refused::equals);
    }

    @Test
    void outboxWithoutRefusedChangesShouldSaySo() {
        open();
        browser.visible(mark("empty-refused"));
        awaitFigures("0", "0");
        browser.awaitText(mark("outbox-oldest"), "None"::equals);
        assertThat(browser.driver().findElements(mark("discard-all"))).noneMatch(button -> button.isDisplayed());
    }

    @Test
    void selectedChangesShouldBeRetriedAndDiscardedAfterAConfirmation() {
        tasks.addTask(Task.of("shipping", "other")
                .id("ship-1")
                .delay(Duration.ofHours(1))
                .build());
        RefusedChanges.insert(database, REASON, ids(4));
        open();
        awaitFigures("0", "4");
        browser.awaitText(
                row("ship-1"), text -> text.contains("shipping / removal or another time") && text.contains(REASON));
        browser.click(inRow("ship-1", "select"));
        browser.visible(inRow("ship-2", "select")).sendKeys(Keys.SPACE);
        browser.awaitText(mark("selected"), "2 changes selected"::equals);
        dashboard.click("retry-selected");
        browser.awaitText(By.className("dialog-title"), "Retry 2 changes?"::equals);
        dashboard.click("confirm-no");
        browser.awaitGone(mark("confirm"));
        assertThat(RefusedChanges.count(database)).isEqualTo(4);

        dashboard.click("retry-selected");
        dashboard.confirm();
        dashboard.awaitWord("2 changes retried");
        browser.awaitGone(row("ship-1"));
        await().untilAsserted(() -> assertThat(tasks.findTask("shipping", "ship-1"))
                .as("the change is made")
                .isEmpty());
        browser.awaitText(mark("selected"), "Select all"::equals);
        dashboard.click("select-page");
        dashboard.click("discard-selected");
        browser.awaitText(By.className("dialog-title"), "Discard 2 changes?"::equals);
        dashboard.confirm();
        dashboard.awaitWord("2 changes discarded");
        browser.visible(mark("empty-refused"));
        await().untilAsserted(() -> assertThat(RefusedChanges.count(database)).isZero());
    }

    @Test
    void allChangesShouldBeShownInPagesAndDiscarded() {
        RefusedChanges.insert(database, "<img src=x onerror=alert(1)>", ids(1_100));
        open();
        awaitFigures("0", "1,100");
        browser.awaitText(row("ship-49"), text -> text.contains("<img src=x onerror=alert(1)>"));
        dashboard.click("page-next");
        browser.visible(row("ship-50"));
        browser.awaitGone(row("ship-49"));
        browser.awaitText(mark("page-words"), "Page 2"::equals);
        browser.driver().executeScript("window.scrollTo(0, 0)");
        dashboard.click("discard-all");
        browser.awaitText(By.className("dialog-title"), "Discard 1,100 changes?"::equals);
        dashboard.confirm();
        dashboard.awaitWord("1,100 changes discarded");
        browser.visible(mark("empty-refused"));
        assertThat(RefusedChanges.count(database)).isZero();
    }

    @Test
    void pageShouldShowThatTheDatabaseFails() {
        open();
        browser.visible(mark("empty-refused"));
        database.sql("alter table DELAYQUEUE_OUTBOX rename to DELAYQUEUE_OUTBOX_AWAY")
                .update();
        try {
            browser.expect("503");
            dashboard.outbox();
            browser.awaitText(mark("error"), text -> text.contains("The database does not answer"));
        } finally {
            database.sql("alter table DELAYQUEUE_OUTBOX_AWAY rename to DELAYQUEUE_OUTBOX")
                    .update();
        }
        dashboard.outbox();
        browser.visible(mark("empty-refused"));
    }
}
