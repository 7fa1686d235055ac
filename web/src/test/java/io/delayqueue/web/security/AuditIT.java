package io.delayqueue.web.security;

import static io.delayqueue.web.security.WebInstance.basic;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Each requested change has one line, independent of its handler; its path may be below that of a servlet. */
class AuditIT {

    private static final Lines LINES = new Lines();

    private static WebInstance instance;

    private static final class Lines extends AppenderBase<ILoggingEvent> {

        final Queue<String> lines = new ConcurrentLinkedQueue<>();

        @Override
        protected void append(ILoggingEvent event) {
            lines.add(event.getLevel() + " " + event.getFormattedMessage());
        }
    }

    @BeforeAll
    static void start() {
        instance = WebInstance.start(
                new Class<?>[] {WebApplication.class, WithUsers.class}, "spring.mvc.servlet.path=/mvc");
        LINES.start();
        logger().addAppender(LINES);
        logger().setLevel(Level.DEBUG);
    }

    @AfterAll
    static void close() {
        logger().detachAppender(LINES);
        logger().setLevel(null);
        instance.close();
    }

    private static Logger logger() {
        return (Logger) LoggerFactory.getLogger("io.delayqueue.audit");
    }

    @BeforeEach
    void clear() {
        LINES.lines.clear();
    }

    /** Case: user, method, path, a header, and the line of the log without the address. */
    @ParameterizedTest
    @CsvSource({
        "ada, POST, groups/orders/topics/remind/resume, X: y,"
                + " INFO done action=resume queue=default group=orders topic=remind user=ada status=200",
        "ada, POST, groups/orders/topics/remind/purge, X: y,"
                + " INFO done action=purge queue=default group=orders topic=remind tasks=0 user=ada status=200",
        "vic, POST, groups/orders/topics/remind/pause, X: y,"
                + " INFO refused action=pause queue=default group=orders topic=remind user=vic status=403",
        "vic, POST, groups/orders/tasks/absent/edit, X: y,"
                + " INFO refused action=edit queue=default group=orders id=absent user=vic status=403",
        "eve, POST, groups/orders/topics/remind/pause, X: y,"
                + " INFO refused action=pause queue=default group=orders topic=remind status=401",
        "ada, POST, groups/orders/topics/remind/pause, Origin: http://evil.example,"
                + " INFO refused action=pause queue=default group=orders topic=remind status=403",
        "ada, POST, tasks?queue=none, X: y, INFO refused action=add queue=none user=ada status=404",
        "ada, DELETE, groups/orders/tasks/absent, X: y,"
                + " INFO refused action=remove queue=default group=orders id=absent user=ada status=404",
        "ada, DELETE, groups/orders/topics/absent, X: y,"
                + " INFO refused action=unregister queue=default group=orders topic=absent user=ada status=404",
        "ada, DELETE, groups/orders/limits/absent, X: y,"
                + " INFO refused action=reset-limit queue=default group=orders limit=absent user=ada status=404",
        "vic, PUT, groups/orders/limits/stripe, X: y,"
                + " INFO refused action=set-limit queue=default group=orders limit=stripe user=vic status=403",
        "vic, POST, groups/orders/limits/stripe/hold, X: y,"
                + " INFO refused action=hold-limit queue=default group=orders limit=stripe user=vic status=403",
        "ada, POST, outbox/shop/retry, X: y,"
                + " INFO refused action=retry-refused queue=default outbox=shop user=ada status=404",
        "vic, POST, outbox/shop/discard, X: y,"
                + " INFO refused action=discard-refused queue=default outbox=shop user=vic status=403",
        "ada, DELETE, groups/orders/topics/remind/history?id=o-1, X: y,"
                + " INFO done action=forget queue=default group=orders topic=remind id=o-1 tasks=0 user=ada status=200",
        "vic, DELETE, groups/orders/topics/remind/history?id=o-1, X: y,"
                + " INFO refused action=forget queue=default group=orders topic=remind id=o-1 user=vic status=403",
        "ada, DELETE, groups/orders/topics/remind/history?key=k, X: y,"
                + " INFO done action=forget queue=default group=orders topic=remind key=k tasks=0 user=ada status=200",
        "vic, DELETE, tasks?tag=order%3D42&topic=remind&state=DEAD, X: y,"
                + " INFO refused action=remove queue=default topic=remind tag=\"order=42\" state=DEAD user=vic status=403",
        "ada, POST, tasks/reschedule?tag=order%3D42&at=2100-01-31T08:00:00Z, X: y,"
                + " INFO done action=reschedule queue=default tag=\"order=42\" tasks=0 user=ada status=200",
        "vic, POST, tasks/reschedule?tag=order%3D42&at=2100-01-31T08:00:00Z, X: y,"
                + " INFO refused action=reschedule queue=default tag=\"order=42\" user=vic status=403",
        "vic, DELETE, groups/orders, X: y,"
                + " INFO refused action=unregister queue=default group=orders user=vic status=403",
        "vic, POST, drain, X: y, INFO refused action=drain queue=default user=vic status=403",
        "ada, POST, undrain, X: y, INFO done action=undrain queue=default user=ada status=200",
        "ada, POST, broken, X: y, INFO failed action=broken queue=default user=ada status=500",
        "ada, POST, tasks?queue=a%20b%2Bc+d, X: y, INFO refused action=add queue=\"a b+c d\" user=ada status=404",
        "ada, POST, leases/finish, X: y, DEBUG refused action=finish queue=default user=ada status=400",
    })
    void changeShouldHaveOneLine(String user, String method, String path, String header, String line) {
        String[] parts = header.split(": ");
        instance.call(method, "/mvc/delayqueue/api/v1/" + path, "Authorization", basic(user), parts[0], parts[1]);
        // The line is written after the response.
        await().untilAsserted(() -> assertThat(LINES.lines).hasSize(1));
        assertThat(LINES.lines.peek().replaceFirst(" address=127\\.0\\.0\\.1", ""))
                .isEqualTo(line);
    }

    @Test
    void bodyShouldNotNameTheQueue() {
        instance.postForm("/mvc/delayqueue/api/v1/groups/orders/topics/remind/tasks", "queue=none&x={}", "ada");
        await().untilAsserted(() -> assertThat(LINES.lines)
                .containsExactly("INFO refused action=add queue=default group=orders topic=remind user=ada"
                        + " address=127.0.0.1 status=415"));
    }

    @Test
    void linesShouldNameTheTasksThatTheBodyNames() {
        String topic = "/mvc/delayqueue/api/v1/groups/orders/topics/remind/tasks";
        instance.post(topic, "{\"id\":\"o-1\",\"delay\":\"1h\",\"payload\":\"secret\"}", "ada");
        instance.post(
                "/mvc/delayqueue/api/v1/tasks",
                "{\"tasks\":[{\"group\":\"orders\",\"topic\":\"remind\",\"id\":\"o-2\",\"delay\":\"1h\"}]}",
                "ada");
        instance.call(
                "POST", "/mvc/delayqueue/api/v1/groups/orders/topics/remind/remove", "Authorization", basic("ada"));
        await().untilAsserted(() -> assertThat(LINES.lines).hasSize(3));
        assertThat(LINES.lines)
                .containsExactly(
                        "INFO done action=add queue=default group=orders topic=remind id=o-1 user=ada"
                                + " address=127.0.0.1 status=201",
                        "INFO done action=add queue=default group=orders topic=remind id=o-2 tasks=1 user=ada"
                                + " address=127.0.0.1 status=200",
                        "INFO done action=remove queue=default group=orders topic=remind tasks=2 user=ada"
                                + " address=127.0.0.1 status=200");
    }

    @Test
    void linesShouldNameWhatAllTasksOfABulkHaveInCommonAndTheIdThatATaskGot() {
        String tasks = "/mvc/delayqueue/api/v1/tasks";
        String[] topics = {"orders/a orders/a", "orders/a orders/b", "orders/a other/a"};
        for (String pair : topics) {
            String list = Stream.of(pair.split(" "))
                    .map(topic -> topic.split("/"))
                    .map(name -> "{\"group\":\"" + name[0] + "\",\"topic\":\"" + name[1] + "\",\"delay\":\"1h\"}")
                    .collect(Collectors.joining(","));
            instance.post(tasks, "{\"tasks\":[" + list + "]}", "ada");
        }
        String id = JsonMapper.shared()
                .readTree(instance.post(
                                "/mvc/delayqueue/api/v1/groups/orders/topics/a/tasks", "{\"delay\":\"1h\"}", "ada")
                        .body())
                .get("id")
                .asString();
        await().untilAsserted(() -> assertThat(LINES.lines).hasSize(4));
        assertThat(LINES.lines)
                .extracting(line -> line.replaceFirst(" user=ada.*", "").replaceFirst(".*queue=default ", ""))
                .containsExactly(
                        "group=orders topic=a tasks=2",
                        "group=orders tasks=2",
                        "tasks=2",
                        "group=orders topic=a id=" + id);
    }

    @Test
    void lineShouldCountTheTasksOfAllSteps() {
        DelayQueueService service = instance.context().getBean(DelayQueueService.class);
        service.addTasks(IntStream.range(0, 1200)
                .mapToObj(i ->
                        Task.of("orders", "many").delay(Duration.ofHours(1)).build())
                .toList());
        instance.call("POST", "/mvc/delayqueue/api/v1/groups/orders/topics/many/remove", "Authorization", basic("ada"));
        await().untilAsserted(() -> assertThat(LINES.lines).hasSize(1));
        assertThat(LINES.lines.peek()).contains("topic=many tasks=1200 user=ada");
    }

    /** As the page does: it reads the session, keeps the cookie, and sends the token with each change. */
    @Test
    void changesOfAPageWithBasicAuthenticationShouldBeDoneAtOnce() {
        HttpResponse<String> session =
                instance.call("GET", "/mvc/delayqueue/api/v1/session", "Authorization", basic("ada"));
        JsonNode csrf = JsonMapper.shared().readTree(session.body()).get("csrf");
        String cookie = "DELAYQUEUE-CSRF=" + cookie(session);
        for (String action : List.of("pause", "resume")) {
            String topic = "/mvc/delayqueue/api/v1/groups/orders/topics/remind";
            assertThat(instance.call("GET", topic, "Authorization", basic("ada"), "Cookie", cookie)
                            .headers()
                            .allValues("Set-Cookie"))
                    .isEmpty();
            HttpResponse<String> changed = instance.call(
                    "POST",
                    topic + "/" + action,
                    "Authorization",
                    basic("ada"),
                    "Cookie",
                    cookie,
                    "Sec-Fetch-Site",
                    "same-origin",
                    csrf.get("header").asString(),
                    csrf.get("token").asString());
            assertThat(changed.statusCode()).as(changed.body()).isEqualTo(200);
            assertThat(changed.headers().allValues("Set-Cookie")).isEmpty();
        }
        await().untilAsserted(() -> assertThat(LINES.lines).hasSize(2));
        assertThat(LINES.lines).allMatch(line -> line.startsWith("INFO done action="));
    }

    /** The value of the cookie that is set last: an earlier one may remove it. */
    private static String cookie(HttpResponse<String> response) {
        return response.headers().allValues("Set-Cookie").stream()
                .filter(line -> line.startsWith("DELAYQUEUE-CSRF="))
                .map(line -> line.replaceAll("^[^=]*=|;.*", ""))
                .reduce("", (first, last) -> last);
    }

    @Test
    void lookShouldHaveNone() {
        instance.call("GET", "/mvc/delayqueue/api/v1/groups", "Authorization", basic("ada"));
        instance.call("GET", "/mvc/delayqueue/api/v1/groups");
        instance.call("POST", "/mvc/shop/orders", "Authorization", basic("ada"));
        instance.call("POST", "/mvc/delayqueue/api/v1/tasks", "Authorization", basic("ada"));
        await().untilAsserted(() -> assertThat(LINES.lines).isNotEmpty());
        assertThat(LINES.lines).singleElement().asString().contains("action=add");
    }
}
