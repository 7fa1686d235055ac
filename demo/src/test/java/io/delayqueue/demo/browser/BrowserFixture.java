package io.delayqueue.demo.browser;

import io.delayqueue.DelayQueueService;
import io.delayqueue.ServiceRegister;
import io.delayqueue.browser.Browser;
import io.delayqueue.browser.BrowserExtension;
import io.delayqueue.browser.Dashboard;
import io.delayqueue.demo.DemoApplication;
import io.delayqueue.monitor.DelayQueueInspector;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.test.context.ContextConfiguration;

/** Tests in a browser. They share one shop, one Redis that can be stopped, and one browser. */
@ExtendWith(BrowserExtension.class)
@SpringBootTest(
        classes = DemoApplication.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "demo.mail-retry=200ms",
            // Parts for this version of the browser are missing, but not needed.
            "logging.level.org.openqa.selenium=ERROR"
        })
@ContextConfiguration(initializers = OwnRedis.class)
abstract class BrowserFixture {

    /** Groups in which the shop itself has callbacks. */
    private static final Set<String> SHOP = Set.of("orders", "mails", "promises");

    @Value("http://localhost:${local.server.port}")
    String address;

    Browser browser;

    Dashboard dashboard;

    @BeforeEach
    void open(Browser browser) {
        this.browser = browser;
        this.dashboard = new Dashboard(browser, address);
    }

    /** Leaves no tasks to the next class, and no groups but those of the shop. */
    @AfterAll
    static void clear(
            @Autowired DelayQueueService tasks,
            @Autowired ServiceRegister register,
            @Autowired DelayQueueInspector inspector) {
        Map<String, Set<String>> registered = register.topics();
        registered.forEach((group, topics) -> topics.forEach(topic -> clear(tasks, group, topic)));
        inspector.unregisteredTopics().forEach(topic -> clear(tasks, topic.group(), topic.topic()));
        registered.keySet().stream().filter(group -> !SHOP.contains(group)).forEach(register::cancelGroup);
    }

    static void clear(DelayQueueService tasks, String group, String topic) {
        tasks.topic(group, topic).removeTasks();
        tasks.topic(group, topic).purgeDeadLetters();
    }
}
