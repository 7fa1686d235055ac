package io.delayqueue.demo.browser;

import static io.delayqueue.browser.Dashboard.inTopic;
import static io.delayqueue.browser.Dashboard.mark;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.TopicName;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import org.springframework.beans.factory.annotation.Autowired;
import redis.clients.jedis.RedisClient;

/** Dashboard with ten thousand topics, of which a page shows fifty. */
class ManyTopicsIT extends BrowserFixture {

    private static final int GROUPS = 20;

    private static final int TOPICS = 500;

    private static final TopicName TOPIC = new TopicName("many-13", "t-377");

    private static final String REGISTER = "MONITOR:SUMMARY";

    @Autowired
    private DelayQueueService tasks;

    @BeforeAll
    static void register() {
        RedisClient redis = OwnRedis.SERVER.client();
        for (String group : groups()) {
            redis.hset(REGISTER, group, topics());
        }
    }

    @AfterEach
    void removeTask() {
        // While it waits, its group is listed although it is no longer registered.
        tasks.topic(TOPIC.group(), TOPIC.topic()).removeTasks();
    }

    @AfterAll
    static void forget() {
        OwnRedis.SERVER.client().hdel(REGISTER, groups().toArray(String[]::new));
    }

    private static List<String> groups() {
        return IntStream.range(0, GROUPS).mapToObj(group -> "many-" + group).toList();
    }

    private static String topics() {
        return IntStream.range(0, TOPICS).mapToObj(topic -> "t-" + topic).collect(Collectors.joining(","));
    }

    @Test
    void oneAmongTenThousandShouldBeFound() {
        tasks.addTask(Task.of(TOPIC.group(), TOPIC.topic())
                .id("one-of-many")
                .delay(Duration.ofHours(1))
                .build());
        dashboard.overview();
        browser.awaitText(mark("page-words"), words -> words.matches("1–50 of 10,\\d\\d\\d topics"));
        assertThat(browser.driver().findElements(mark("topic-row"))).hasSize(50);
        dashboard.click("page-next");
        browser.awaitText(mark("page-words"), words -> words.startsWith("51–100 of"));

        browser.visible(mark("search")).sendKeys("t-377");
        browser.awaitText(mark("page-words"), words -> words.matches("1–20 of 20 topics"));
        browser.awaitText(inTopic(TOPIC, "td[@data-label = 'Delayed']"), "1"::equals);

        browser.click(inTopic(TOPIC, "a"));
        browser.awaitText(mark("count-delayed"), "1"::equals);

        browser.visible(mark("find")).sendKeys("one-of-many", Keys.ENTER);
        browser.awaitText(mark("find-exact"), text -> text.contains("many-13 / t-377"));
        browser.awaitText(mark("find-prefix"), text -> text.contains("Searched 1 task of this topic (all)"));
    }
}
