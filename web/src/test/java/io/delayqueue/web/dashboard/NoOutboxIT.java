package io.delayqueue.web.dashboard;

import static io.delayqueue.browser.Dashboard.mark;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.browser.Browser;
import io.delayqueue.browser.BrowserExtension;
import io.delayqueue.browser.Dashboard;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.web.WebApplication;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Dashboard of an application without an outbox. */
@ExtendWith(BrowserExtension.class)
class NoOutboxIT {

    @Test
    void pageShouldBeLeftOutAndSayThatThereIsNoOutbox(Browser browser) {
        try (RedisServer server = RedisServer.start();
                WebApplication application = WebApplication.start(server, "logging.level.org.openqa.selenium=ERROR")) {
            Dashboard dashboard = new Dashboard(browser, application.origin());
            dashboard.outbox();
            browser.visible(mark("empty-outbox"));
            assertThat(browser.driver().findElement(mark("nav-outbox")).isDisplayed())
                    .isFalse();
            assertThat(browser.driver().findElement(mark("nav-instances")).isDisplayed())
                    .isTrue();
        }
    }
}
