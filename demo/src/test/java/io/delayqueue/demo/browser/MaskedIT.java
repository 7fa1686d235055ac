package io.delayqueue.demo.browser;

import static io.delayqueue.browser.Dashboard.mark;
import static io.delayqueue.browser.Dashboard.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.delayqueue.DelayQueueService;
import io.delayqueue.RejectTaskException;
import io.delayqueue.RetryTaskException;
import io.delayqueue.Task;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskCounts;
import io.delayqueue.TopicName;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.annotation.History;
import io.delayqueue.history.RecordFilter;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.By;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.TestPropertySource;
import redis.clients.jedis.UnifiedJedis;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A secret that is in Redis, and with the mask neither on a page nor in the Actuator nor in the log. */
@TestPropertySource(
        properties = {
            "delayqueue.web.mask-payload=true",
            "management.endpoints.web.exposure.include=health,metrics,prometheus,"
                    + "delayqueue,delayqueuekeys,delayqueuelimits,delayqueuepayloads"
        })
@Import(MaskedIT.Callbacks.class)
@ExtendWith(OutputCaptureExtension.class)
@DirtiesContext
class MaskedIT extends BrowserFixture {

    /** Payload, value of a header, result and text of a progress. */
    private static final String SECRET = "that-nobody-may-see";

    /** In the messages of exceptions, which are in the log, as docs/security.md says. */
    private static final String QUOTED = "what-an-exception-quotes";

    private static final TopicName SEEN = new TopicName("masked", "seen");

    private static final TopicName FILTERED = new TopicName("masked", "filtered");

    private static final UnifiedJedis CLIENT = OwnRedis.SERVER.client();

    private static final CountDownLatch RUNNING = new CountDownLatch(1);

    private static final Logger LOGGER = (Logger) LoggerFactory.getLogger("io.delayqueue");

    static class Callbacks {

        @DelayQueueListener(
                group = "masked",
                topic = "seen",
                concurrency = "3",
                history = @History(maxAge = "1h", maxSize = "2MB", payload = true, result = true))
        String see(String payload, TaskContext context) throws InterruptedException {
            return end(payload, context);
        }

        @DelayQueueListener(
                group = "masked",
                topic = "filtered",
                history = @History(maxAge = "1h", maxSize = "2MB", payload = true, result = true))
        String filter(String payload, TaskContext context) throws InterruptedException {
            return end(payload, context);
        }

        private static String end(String payload, TaskContext context) throws InterruptedException {
            context.progress(1, 2, payload);
            switch (context.id()) {
                case "declined", "filtered-declined" -> throw new RejectTaskException(QUOTED);
                case "again" -> throw new RetryTaskException(Duration.ofHours(1), QUOTED);
                case "runs" -> RUNNING.await();
                default -> {}
            }
            return payload;
        }

        @Bean
        RecordFilter filter() {
            return record -> record.topic().equals(FILTERED)
                    ? record.details()
                            .payload(null)
                            .result(null)
                            .errorMessage(null)
                            .progress(null)
                    : record.details();
        }
    }

    @BeforeAll
    static void run(@Autowired DelayQueueService tasks) {
        LOGGER.setLevel(Level.DEBUG);
        for (String id : List.of("paid", "declined", "again", "runs")) {
            add(tasks, SEEN, id, Duration.ZERO);
        }
        add(tasks, SEEN, "later", Duration.ofHours(1));
        add(tasks, FILTERED, "filtered-paid", Duration.ZERO);
        add(tasks, FILTERED, "filtered-declined", Duration.ZERO);
        await().untilAsserted(() -> {
            TaskCounts seen = tasks.topic(SEEN.group(), SEEN.topic()).count();
            assertThat(List.of(seen.delayed(), seen.ready(), seen.reserved(), seen.dead(), seen.retrying()))
                    .containsExactly(2L, 0L, 1L, 1L, 1L);
            TaskCounts filtered =
                    tasks.topic(FILTERED.group(), FILTERED.topic()).count();
            assertThat(List.of(filtered.total(), filtered.dead())).containsExactly(1L, 1L);
        });
    }

    private static void add(DelayQueueService tasks, TopicName topic, String id, Duration delay) {
        tasks.addTask(Task.of(topic.group(), topic.topic())
                .id(id)
                .payload(SECRET)
                .headers(Map.of("token", SECRET))
                .tag("order", "42")
                .delay(delay)
                .build());
    }

    @AfterAll
    static void end() {
        RUNNING.countDown();
        LOGGER.setLevel(Level.INFO);
        CLIENT.keys("{masked}:HISTORY:*").forEach(CLIENT::del);
    }

    @AfterEach
    void logShouldHaveNoMoreThanMessages(CapturedOutput output) {
        assertThat(output.getAll())
                .contains("declined in masked/seen, attempt 1", QUOTED)
                .doesNotContain(SECRET);
    }

    private record Place(Runnable open, By sign) {}

    @Test
    void noPageShouldHaveIt() {
        // Of the tasks that have ended.
        browser.expect("404");
        List<Place> places = List.of(
                new Place(dashboard::overview, mark("topic-row")),
                new Place(() -> dashboard.topic(SEEN, ""), row("later")),
                new Place(() -> dashboard.topic(SEEN, "?state=RESERVED"), row("runs")),
                new Place(() -> dashboard.topic(SEEN, "?state=RETRYING"), row("again")),
                new Place(() -> dashboard.topic(SEEN, "?state=DEAD"), row("declined")),
                new Place(() -> dashboard.topic(SEEN, "?state=HISTORY"), mark("record-row")),
                new Place(() -> dashboard.task(SEEN.group(), "later"), mark("task-facts")),
                new Place(() -> dashboard.task(SEEN.group(), "runs"), mark("task-progress")),
                new Place(() -> dashboard.task(SEEN.group(), "again"), mark("attempt")),
                new Place(() -> dashboard.task(SEEN.group(), "declined"), mark("record")),
                new Place(() -> dashboard.task(SEEN.group(), "paid"), mark("record")),
                new Place(() -> dashboard.find("?id=paid"), mark("found-record")),
                new Place(() -> dashboard.find("?id=order%3D42"), mark("found-record")),
                new Place(dashboard::instances, mark("instance-row")));
        for (Place place : places) {
            place.open().run();
            browser.visible(place.sign());
            browser.settle();
            assertThat(all()).as(place.sign().toString()).doesNotContain(SECRET, QUOTED);
        }
    }

    /** The document, hidden parts too, and what the page keeps. */
    private String all() {
        return browser.driver().getPageSource()
                + browser.driver().executeScript("return JSON.stringify([{...sessionStorage}, {...localStorage}])");
    }

    @Test
    void actuatorShouldNotHaveIt() throws Exception {
        JsonNode links =
                JsonMapper.shared().readTree(get(address + "/actuator")).get("_links");
        List<String> paths = links.values().stream()
                .map(link -> link.get("href").asString())
                .map(href -> href.replace("{group}", "masked").replace("{topic}", "seen"))
                .filter(href -> !href.contains("{"))
                .toList();
        assertThat(paths)
                .contains(
                        address + "/actuator/delayqueue/masked/seen",
                        address + "/actuator/delayqueuekeys/masked/seen",
                        address + "/actuator/delayqueuepayloads/masked",
                        address + "/actuator/prometheus");
        for (String path : paths) {
            assertThat(get(path)).as(path).doesNotContain(SECRET, QUOTED);
        }
        JsonNode topic = JsonMapper.shared().readTree(get(address + "/actuator/delayqueue/masked/seen"));
        assertThat(topic.at("/history/records").asInt()).isEqualTo(2);
    }

    private static String get(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(path)).build(), BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(path).isEqualTo(200);
        return answer.body();
    }

    @Test
    void redisShouldHaveItButForWhatAFilterDrops() {
        assertThat(records(SEEN)).anyMatch(text -> text.contains(SECRET)).anyMatch(text -> text.contains(QUOTED));
        assertThat(records(FILTERED))
                .contains("filtered-paid", "filtered-declined", "!DEAD")
                .noneMatch(text -> text.contains(SECRET))
                .noneMatch(text -> text.contains(QUOTED));
    }

    private static List<String> records(TopicName topic) {
        Stream<String> parts = CLIENT.keys("{masked}:HISTORY:" + topic.topic() + ":*").stream();
        return parts.flatMap(part -> CLIENT.lrange(part, 0, -1).stream()).toList();
    }
}
