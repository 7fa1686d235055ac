package io.delayqueue.demo.browser;

import static io.delayqueue.browser.Dashboard.inRow;
import static io.delayqueue.browser.Dashboard.inTopic;
import static io.delayqueue.browser.Dashboard.mark;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.DelayQueueService;
import io.delayqueue.ServiceRegister;
import io.delayqueue.Task;
import io.delayqueue.TopicName;
import io.delayqueue.browser.Browser;
import io.delayqueue.browser.Dashboard;
import io.delayqueue.testing.TcpProxy;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

/** Dashboard during and after outages. */
class OutageIT extends BrowserFixture {

    private static final TopicName TOPIC = new TopicName("outage", "later");

    @Autowired
    private DelayQueueService tasks;

    @Autowired
    private ServiceRegister register;

    @Autowired
    private JedisConnectionFactory connections;

    @BeforeEach
    void register() {
        register.registerTopic(TOPIC.group(), TOPIC.topic());
    }

    @Test
    void pageShouldSayThatRedisIsAwayAndGoOnWhenItIsBack() {
        add(1);
        dashboard.overview();
        browser.awaitText(inTopic(TOPIC, "td[@data-label = 'Delayed']"), "1"::equals);
        OwnRedis.SERVER.stop();
        try {
            browser.awaitText(mark("banner-outage"), text -> text.contains("Redis does not answer"));
            browser.visible(By.cssSelector("[data-testid='connection'][data-state='stale']"));
        } finally {
            OwnRedis.SERVER.restart();
            // The shop of this JVM goes on in other classes, whose first call must not be the one that finds a
            // connection broken.
            connections.stop();
            connections.start();
        }
        browser.awaitGone(mark("banner-outage"));
        dashboard.awaitLive();
        add(2);
        browser.awaitText(inTopic(TOPIC, "td[@data-label = 'Delayed']"), "2"::equals);
        remove();
    }

    @Test
    void pageShouldSayThatItsConnectionIsLostAndGoOnWhenItIsBack() {
        add(1);
        browser.expect("net::ERR");
        try (TcpProxy network = TcpProxy.to("localhost", URI.create(address).getPort())) {
            Dashboard dashboard = new Dashboard(browser, "http://localhost:" + network.port());
            dashboard.overview();
            browser.awaitText(inTopic(TOPIC, "td[@data-label = 'Delayed']"), "1"::equals);
            network.refuse(true);
            network.cutAll();
            browser.awaitText(mark("banner-lost"), text -> text.contains("Connection lost"));
            network.refuse(false);
            browser.awaitGone(mark("banner-lost"));
            dashboard.awaitLive();
            add(2);
            browser.awaitText(inTopic(TOPIC, "td[@data-label = 'Delayed']"), "2"::equals);
        }
        remove();
    }

    /** Browsers have six connections to a server, and may keep pages that were left. */
    @Test
    void pagesThatWereLeftShouldLeaveTheirConnectionsToOthers() {
        add(1);
        try (Browser keeping = Browser.keepingPages()) {
            // A browser gives up what it keeps after some time, and the page loads then.
            keeping.driver().manage().timeouts().pageLoadTimeout(Duration.ofSeconds(20));
            Dashboard dashboard = new Dashboard(keeping, address);
            for (int page = 0; page < 8; page++) {
                dashboard.overview();
                keeping.driver().executeScript("window.wasLeft = true");
            }
            dashboard.topic(TOPIC, "");
            keeping.click(inRow("task-1", "run-now"));
            dashboard.confirm();
            dashboard.awaitWord("task-1 is due now");

            keeping.driver().navigate().back();
            keeping.driver().navigate().back();
            assertThat(keeping.driver().executeScript("return window.wasLeft"))
                    .as("the page was kept")
                    .isEqualTo(true);
            dashboard.awaitLive();
            assertThat(keeping.complaintsAbout("")).isZero();
        }
        remove();
    }

    private void add(int number) {
        tasks.addTask(Task.of(TOPIC.group(), TOPIC.topic())
                .id("task-" + number)
                .delay(Duration.ofHours(1))
                .build());
    }

    private void remove() {
        tasks.topic(TOPIC.group(), TOPIC.topic()).removeTasks();
    }
}
