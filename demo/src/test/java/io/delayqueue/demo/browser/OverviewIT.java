package io.delayqueue.demo.browser;

import static io.delayqueue.browser.Dashboard.inTopic;
import static io.delayqueue.browser.Dashboard.mark;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.TopicName;
import io.delayqueue.TopicOperations;
import io.delayqueue.demo.order.Shop;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.springframework.beans.factory.annotation.Autowired;

/** Overview of the dashboard. */
class OverviewIT extends BrowserFixture {

    private static final TopicName REMIND = new TopicName("orders", "remind");

    @Autowired
    private DelayQueueService tasks;

    @Autowired
    private Shop orders;

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
