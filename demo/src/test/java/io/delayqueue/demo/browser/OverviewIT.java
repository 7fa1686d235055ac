package io.delayqueue.demo.browser;

import static io.delayqueue.browser.Dashboard.inTopic;
import static io.delayqueue.browser.Dashboard.mark;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.TopicName;
import io.delayqueue.TopicOperations;
import io.delayqueue.browser.Browser;
import io.delayqueue.browser.Dashboard;
import io.delayqueue.demo.order.Shop;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;

/** Overview of the dashboard. */
@BrowserTest
class OverviewIT {

    private static final TopicName REMIND = new TopicName("orders", "remind");

    @Value("http://localhost:${local.server.port}")
    private String address;

    @Autowired
    private DelayQueueService tasks;

    @Autowired
    private Shop orders;

    private Browser browser;

    private Dashboard dashboard;

    @BeforeEach
    void open(Browser browser) {
        this.browser = browser;
        this.dashboard = new Dashboard(browser, address);
    }

    @Test
    void chartShouldHaveWhatHasRunAlsoInItsTable() {
        dashboard.overview();
        browser.click(By.cssSelector("[data-testid='chart-throughput'] summary"));
        orders.place("Figs", Instant.now().plusSeconds(5));
        browser.awaitText(
                By.xpath("//*[@data-testid = 'chart-throughput']//tr[th = 'orders']/td[last()]"),
                highest -> highest.matches(".*[1-9].*/s"));
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
