package io.delayqueue.demo.browser;

import static io.delayqueue.browser.Dashboard.inRow;
import static io.delayqueue.browser.Dashboard.mark;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.TopicOperations;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Undoing actions. */
class UndoIT extends BrowserFixture {

    private static final TopicName REMIND = new TopicName("orders", "remind");

    private static final TopicName LATER = new TopicName("browser", "later");

    @Autowired
    private DelayQueueService tasks;

    @Test
    void pauseShouldBeTakenBack() {
        dashboard.topic(REMIND, "");
        dashboard.click("pause");
        dashboard.confirm();
        browser.visible(mark("paused-badge"));
        assertThat(tasks.topic(REMIND.group(), REMIND.topic()).count().paused()).isTrue();

        dashboard.undo("remind is paused");
        dashboard.awaitWord("remind is resumed");
        browser.awaitGone(mark("paused-badge"));
        assertThat(tasks.topic(REMIND.group(), REMIND.topic()).count().paused()).isFalse();
    }

    /** The next sample may be from before the action too, and in an event that was not sent yet. */
    @Test
    void samplesFromBeforeAnActionShouldNotHideItsOutcome() {
        String script = (String) browser.driver()
                .executeCdpCommand("Page.addScriptToEvaluateOnNewDocument", Map.of("source", """
                        window.EventSource = class extends EventTarget {
                            static CLOSED = 2;
                            constructor() {
                                super();
                                window.send = (countedAt) => {
                                    const topic = { group: 'browser', topic: 'later', countedAt, paused: false };
                                    this.dispatchEvent(new MessageEvent('topic', { data: JSON.stringify({ topic }) }));
                                    return document.querySelector('[data-testid=paused-badge]') !== null;
                                };
                            }
                            close() {}
                        };
                        """))
                .get("identifier");
        TopicOperations topic = tasks.topic(LATER.group(), LATER.topic());
        try {
            add("paused");
            browser.open(address + "/delayqueue/#/topics/browser/later");
            browser.visible(mark("page-topic"));
            assertThat(isPausedAfter("first")).isFalse();
            dashboard.click("pause");
            dashboard.confirm();
            browser.visible(mark("paused-badge"));
            assertThat(isPausedAfter("first")).isTrue();
            assertThat(isPausedAfter("second")).isTrue();
            assertThat(isPausedAfter("second")).isTrue();
            assertThat(isPausedAfter("third")).isFalse();
        } finally {
            topic.resume();
            browser.driver()
                    .executeCdpCommand("Page.removeScriptToEvaluateOnNewDocument", Map.of("identifier", script));
        }
    }

    private boolean isPausedAfter(String countedAt) {
        return (Boolean) browser.driver().executeScript("return send(arguments[0])", countedAt);
    }

    @Test
    void dueTimeShouldBeTakenBack() {
        String id = add("run-or-not");
        Instant due = dueAt(id);
        dashboard.topic(LATER, "");
        browser.click(inRow(id, "run-now"));
        dashboard.confirm();
        dashboard.undo(id + " is due now");
        dashboard.awaitWord(id + " is back at its former time");
        browser.visible(inRow(id, "countdown"));
        assertThat(tasks.findTask("browser", id))
                .hasValueSatisfying(task -> assertThat(task.state()).isEqualTo(TaskState.DELAYED));
        assertThat(dueAt(id)).isEqualTo(due);
    }

    @Test
    void otherTimeShouldBeTakenBack() {
        String id = add("moved-or-not");
        Instant due = dueAt(id);
        dashboard.topic(LATER, "");
        browser.click(inRow(id, "reschedule"));
        dashboard.fill("delay", "900");
        dashboard.click("reschedule-form-submit");
        dashboard.awaitWord(id + " is due ");
        assertThat(dueAt(id)).isAfter(due.plus(Duration.ofHours(12)));
        dashboard.undo(id + " is due ");
        dashboard.awaitWord(id + " is back at its former time");
        assertThat(dueAt(id)).isEqualTo(due);
    }

    private Instant dueAt(String id) {
        return tasks.findTask("browser", id).orElseThrow().dueAt();
    }

    private String add(String id) {
        tasks.addTask(Task.of(LATER.group(), LATER.topic())
                .id(id)
                .delay(Duration.ofHours(1))
                .build());
        return id;
    }
}
