package io.delayqueue.demo.browser;

import io.delayqueue.browser.Browser;
import io.delayqueue.browser.Dashboard;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.beans.factory.annotation.Value;

/** The shop, the dashboard and the browser of a test. */
@BrowserTest
abstract class BrowserFixture {

    @Value("http://localhost:${local.server.port}")
    String address;

    Browser browser;

    Dashboard dashboard;

    @BeforeEach
    void open(Browser browser) {
        this.browser = browser;
        this.dashboard = new Dashboard(browser, address);
    }
}
