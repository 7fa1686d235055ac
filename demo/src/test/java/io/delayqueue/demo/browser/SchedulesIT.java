package io.delayqueue.demo.browser;

import static io.delayqueue.browser.Dashboard.inRow;
import static io.delayqueue.browser.Dashboard.mark;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Repeat;
import io.delayqueue.Task;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.springframework.beans.factory.annotation.Autowired;

/** Times of repeating tasks. */
class SchedulesIT extends BrowserFixture {

    @Autowired
    private DelayQueueService tasks;

    @Test
    void runsOfAYearlyTaskShouldDifferInTheirYearsAndNameTheirZone() {
        tasks.addTask(Task.of("browser", "yearly")
                .id("new-year")
                .repeat(Repeat.cron("0 0 0 1 1 *", ZoneId.of("Europe/Berlin")))
                .build());
        dashboard.task("browser", "new-year");
        browser.visible(By.cssSelector("[data-testid='next-runs'] li"));
        List<String> runs = browser.driver().findElements(By.cssSelector("[data-testid='next-runs'] li")).stream()
                .map(WebElement::getText)
                .toList();
        assertThat(runs)
                .hasSize(5)
                .doesNotHaveDuplicates()
                .allMatch(run -> run.matches("\\d+ \\w+.*, [\\d:]+ [A-Z]\\S+"));
        assertThat(runs.stream().skip(1)).allMatch(run -> run.matches("\\d+ \\w+ \\d{4}, .*"));
    }

    @Test
    void scheduleWithoutAConsumerShouldBeMarkedAsOverdue() {
        // The shop makes tasks of its own group ready, but consumes no such topic; no instance serves the other group.
        addOverdue("orders", "ready-for-ever");
        addOverdue("not-served", "delayed-for-ever");
        dashboard.schedules();
        for (String id : List.of("ready-for-ever", "delayed-for-ever")) {
            browser.awaitText(inRow(id, "next-run"), text -> text.matches("overdue by 1 h.*"));
            assertThat(browser.visible(inRow(id, "next-run")).getAttribute("class"))
                    .contains("overdue-text");
        }
        browser.visible(mark("connection"));
    }

    private void addOverdue(String group, String id) {
        tasks.addTask(Task.of(group, "not-consumed")
                .id(id)
                .at(Instant.now().minus(Duration.ofHours(1)))
                .repeat(Repeat.fixedRate(Duration.ofHours(24)))
                .build());
    }
}
