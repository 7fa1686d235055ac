package io.delayqueue.demo.browser;

import static io.delayqueue.browser.Dashboard.inRow;
import static io.delayqueue.browser.Dashboard.mark;
import static io.delayqueue.browser.Dashboard.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.Task;
import io.delayqueue.TopicName;
import io.delayqueue.browser.Browser.Colours;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;

/** Long descriptions and errors of tasks. */
class LongTextIT extends BrowserFixture {

    private static final TopicName TOPIC = new TopicName("long", "texts");

    private static final String ID = "long-1";

    private static final String DESCRIPTION = "An order with a very long story of its own. ".repeat(20);

    private static final String ERROR = "The bank refused the card once more, for reasons of its own. ".repeat(15);

    private static final int SCREEN = 900;

    @Test
    void longTextsShouldHaveTwoLinesUntilTheyAreOpened() {
        DeadLetters.make(
                TOPIC,
                List.of(Task.of(TOPIC.group(), TOPIC.topic())
                        .id(ID)
                        .description(DESCRIPTION)
                        .build()),
                ERROR);
        browser.view(360, SCREEN, Colours.LIGHT);
        dashboard.topic(TOPIC, "?state=DEAD");
        browser.awaitText(inRow(ID, "error-message"), text -> !text.isEmpty());
        browser.visible(inRow(ID, "show-more"));
        browser.settle();
        int height = height(row(ID));
        assertThat(height).isLessThan(SCREEN / 2);

        browser.click(inRow(ID, "show-more"));
        assertThat(browser.visible(inRow(ID, "show-more")).getText()).isEqualTo("Show less");
        assertThat(height(row(ID))).isGreaterThan(height + 100);
        browser.click(inRow(ID, "show-more"));
        assertThat(height(row(ID))).isEqualTo(height);

        browser.click(inRow(ID, "task-link"));
        browser.visible(mark("description"));
        assertThat(height(mark("description"))).isLessThan(60);
        browser.awaitText(mark("attempt"), text -> text.contains("Show more"));
    }

    private int height(By locator) {
        return browser.visible(locator).getSize().getHeight();
    }
}
