package io.delayqueue.demo.browser;

import static io.delayqueue.browser.Dashboard.mark;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.DelayQueueService;
import io.delayqueue.ServiceRegister;
import io.delayqueue.Task;
import io.delayqueue.TopicName;
import io.delayqueue.browser.Accessibility;
import io.delayqueue.browser.Browser.Colours;
import io.delayqueue.limit.Limit;
import io.delayqueue.limit.LimitInfo;
import io.delayqueue.monitor.DelayQueueInspector;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.springframework.beans.factory.annotation.Autowired;

/** Limits and holds of a topic on its page. */
class LimitsIT extends BrowserFixture {

    private static final TopicName TOPIC = new TopicName("limits", "charge");

    @Autowired
    private DelayQueueService tasks;

    @Autowired
    private DelayQueueInspector inspector;

    @Autowired
    private ServiceRegister register;

    @BeforeEach
    void openTopic() {
        register.registerTopic(TOPIC.group(), TOPIC.topic());
        tasks.addTask(Task.of(TOPIC.group(), TOPIC.topic()).build());
        dashboard.topic(TOPIC, "");
    }

    @AfterEach
    void removeLimit() {
        inspector.resetLimit(TOPIC.group(), TOPIC.topic());
    }

    private void setLimit(String concurrency, String rate) {
        dashboard.click("limit");
        dashboard.fill("concurrency", concurrency);
        dashboard.fill("rate", rate);
        dashboard.click("limit-form-submit");
    }

    private List<LimitInfo> limits() {
        return inspector.limits(TOPIC.group());
    }

    @Test
    void limitShouldBeSetHeldAndRemoved() {
        // The page reads the limits again after an action only, because their time does not come.
        browser.driver().executeScript("const now = Date.now(); Date.now = () => now;");
        // The first sample may have a limit that another test has removed just now.
        browser.awaitGone(mark("limit-row"));
        assertThat(browser.driver().findElements(mark("limit-row"))).noneMatch(row -> row.isDisplayed());
        setLimit("2", "10/m");
        browser.awaitText(mark("limit-values"), "2 at once, 10/m, burst 1"::equals);
        browser.awaitText(mark("limit-now"), text -> text.startsWith("0 of 2 running, "));
        assertThat(limits())
                .extracting(LimitInfo::limit)
                .containsExactly(Limit.of(TOPIC.group(), TOPIC.topic())
                        .concurrency(2)
                        .rate(10, TimeUnit.MINUTES)
                        .burst(1));

        dashboard.click("hold-limit");
        dashboard.fill("delay", "5");
        dashboard.click("hold-form-submit");
        browser.awaitText(mark("limit-row"), text -> text.contains("held until "));
        assertThat(limits().get(0).heldUntil()).isNotNull();
        dashboard.click("end-hold");
        dashboard.confirm();
        browser.visible(mark("hold-limit"));
        assertThat(limits().get(0).heldUntil()).isNull();

        dashboard.click("set-limit");
        dashboard.fill("rate", "");
        dashboard.click("limit-form-submit");
        browser.awaitText(mark("limit-values"), "2 at once"::equals);
        dashboard.click("reset-limit");
        dashboard.confirm();
        browser.awaitGone(mark("limit-row"));
        assertThat(limits()).isEmpty();
    }

    /** A page reads the limits of a topic that had none once a minute. */
    @Test
    void formShouldBeginWithALimitThatSomeoneElseHasSetMeanwhile() {
        browser.visible(mark("limit"));
        inspector.setLimit(Limit.of(TOPIC.group(), TOPIC.topic()).concurrency(7));
        dashboard.click("limit");
        assertThat(browser.visible(By.name("concurrency")).getDomProperty("value"))
                .isEqualTo("7");
    }

    @Test
    void limitThatIsRefusedShouldStayInTheForm() {
        browser.expect("400");
        setLimit("2", "many");
        browser.awaitText(By.className("form-problem"), text -> text.contains("rate"));
        assertThat(limits()).isEmpty();
    }

    @Test
    void topicShouldBeHeldAndResumed() {
        dashboard.click("hold");
        dashboard.click("hold-form-submit");
        browser.awaitText(mark("paused-badge"), "Held"::equals);
        browser.awaitText(mark("warning"), text -> text.startsWith("The topic is held until "));
        assertThat(tasks.topic(TOPIC.group(), TOPIC.topic()).count().heldUntil())
                .isNotNull();
        dashboard.click("resume");
        dashboard.confirm();
        browser.awaitGone(mark("paused-badge"));
        assertThat(tasks.topic(TOPIC.group(), TOPIC.topic()).count().heldUntil())
                .isNull();
    }

    @Test
    void limitsShouldFitIntoANarrowWindow() {
        setLimit("2", "10/m");
        browser.visible(mark("limit-values"));
        browser.view(360, 900, Colours.LIGHT);
        browser.awaitNoHorizontalScroll();
        Accessibility.check(browser.driver(), "limits of a topic");
    }
}
