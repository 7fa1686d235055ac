package io.delayqueue.web.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.delayqueue.web.WebQueues;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.web.bind.annotation.PostMapping;

class AuditLogTests {

    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    private final Logger logger = (Logger) LoggerFactory.getLogger("io.delayqueue.audit");

    private final WebQueues queues = mock(WebQueues.class);

    private final AuditLog audit = new AuditLog("/ops/api/v1", queues);

    @BeforeEach
    void listen() {
        given(queues.find(any())).willReturn(Optional.empty());
        logger.setLevel(Level.DEBUG);
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(lines);
        logger.setLevel(null);
    }

    private static MockHttpServletRequest request(String method, String path) {
        MockHttpServletRequest request = new MockHttpServletRequest(method, "/ops/api/v1" + path);
        request.setRemoteAddr("10.0.0.7");
        return request;
    }

    private String line() {
        assertThat(lines.list).hasSize(1);
        return lines.list.get(0).getFormattedMessage();
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /groups/orders/topics/remind/pause, action=pause group=orders topic=remind",
        "POST, /groups/orders/topics/remind/purge, action=purge group=orders topic=remind",
        "POST, /groups/orders/tasks/order-42/edit, action=edit group=orders id=order-42",
        "POST, /groups/orders/schedules/nightly/restore, action=restore group=orders id=nightly",
        "POST, /groups/orders/topics/remind/tasks, action=add group=orders topic=remind",
        "POST, /tasks, action=add",
        "DELETE, /tasks, action=remove",
        "POST, /tasks/requeue, action=requeue",
        "DELETE, /groups/orders/tasks, action=remove group=orders",
        "POST, /groups/orders/tasks/requeue, action=requeue group=orders",
        "POST, /groups/orders/tasks/reschedule, action=reschedule group=orders",
        "POST, /groups/orders/tasks/reschedule/reschedule, action=reschedule group=orders id=reschedule",
        "DELETE, /groups/orders/tasks/o-1, action=remove group=orders id=o-1",
        "DELETE, /groups/orders/topics/remind, action=unregister group=orders topic=remind",
        "POST, /drain, action=drain",
        "DELETE, /groups/orders, action=unregister group=orders",
        "POST, /groups/orders/tasks/o-1/run, action=run group=orders id=o-1",
        "POST, /groups/orders/topics/remind/reserve, action=reserve group=orders topic=remind",
        "POST, /leases/finish, action=finish",
        "PUT, /what/is/that/then, action=\"PUT /ops/api/v1/what/is/that/then\""
    })
    void lineShouldTellWhatWasAskedFor(String method, String path, String words) {
        audit.answered(request(method, path), "ada", 200);
        assertThat(line()).isEqualTo("done " + words + " user=ada address=10.0.0.7 status=200");
    }

    @Test
    void lineShouldTellWhatTheControllerKnows() {
        MockHttpServletRequest request = request("POST", "/tasks");
        request.setQueryString("queue=billing");
        AuditNote.tasks(request, 500);
        AuditNote.id(request, "o-1");
        audit.answered(request, null, 201);
        assertThat(line()).isEqualTo("done action=add queue=billing id=o-1 tasks=500 address=10.0.0.7 status=201");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "queue=a%20b%2Bc+d, ` queue=\"a b+c d\"`",
                "x=1&queue=a&queue=b, ` queue=a`",
                "queue=%zz, ` queue=\"%zz\"`",
                "queue, ` queue=\"\"`",
                "x=queue, ``"
            })
    void lineShouldNameTheQueueOfTheQuery(String query, String words) {
        MockHttpServletRequest request = request("POST", "/tasks");
        request.setQueryString(query);
        audit.answered(request, "ada", 200);
        assertThat(line()).isEqualTo("done action=add" + words + " user=ada address=10.0.0.7 status=200");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "DELETE, /tasks, tag=order%3D42, ` action=remove tag=\"order=42\"`",
                "DELETE, /tasks, topic=mail&state=DEAD&tag=a%3D1&state=READY,"
                        + " ` action=remove topic=mail tag=\"a=1\" state=\"DEAD,READY\"`",
                "POST, /tasks/requeue, tag=a%3D1&topic=mail, ` action=requeue topic=mail tag=\"a=1\"`",
                "POST, /groups/g/tasks/requeue, topic=mail, ` action=requeue group=g topic=mail`",
                "POST, /tasks/reschedule, tag=a%3D1&state=READY, ` action=reschedule tag=\"a=1\" state=READY`",
                "POST, /groups/g/tasks/a/reschedule, tag=a&topic=b, ` action=reschedule group=g id=a`",
                "DELETE, /groups/g/topics/mail/history, id=a&topic=b, ` action=forget group=g topic=mail id=a`",
                "DELETE, /groups/g/topics/mail/history, key=b, ` action=forget group=g topic=mail key=b`",
                "POST, /tasks, tag=a&topic=b&id=c&key=d&state=e, ` action=add`",
                "DELETE, /groups/g/tasks/a, tag=a&topic=b&id=c&key=d&state=e, ` action=remove group=g id=a`",
                "POST, /groups/g/topics/mail/requeue, tag=a&topic=b&state=e, ` action=requeue group=g topic=mail`"
            })
    void lineShouldNameWhatTheQuerySelects(String method, String path, String query, String words) {
        MockHttpServletRequest request = request(method, path);
        request.setQueryString(query);
        audit.answered(request, "ada", 403);
        assertThat(line()).isEqualTo("refused" + words + " user=ada address=10.0.0.7 status=403");
    }

    @ParameterizedTest
    @CsvSource({"204, done", "302, done", "401, refused", "409, refused", "500, failed", "503, failed"})
    void lineShouldBeginWithWhatBecameOfIt(int status, String outcome) {
        audit.answered(request("POST", "/tasks"), "ada", status);
        assertThat(line()).startsWith(outcome + " ").endsWith(" status=" + status);
    }

    @Test
    void whatPeopleDoShouldBeInfoAndWhatConsumersDoDebug() {
        audit.answered(request("POST", "/groups/orders/topics/remind/requeue"), "ada", 200);
        audit.answered(request("POST", "/groups/orders/topics/remind/reserve"), "worker", 200);
        audit.answered(request("POST", "/leases/retry"), "worker", 204);
        assertThat(lines.list)
                .extracting(ILoggingEvent::getLevel)
                .containsExactly(Level.INFO, Level.DEBUG, Level.DEBUG);
    }

    /** The controllers of consumers have no other changes than those of consumers. */
    @Test
    void eachActionOfConsumersShouldBeDebug() throws ReflectiveOperationException {
        List<String> paths = new ArrayList<>();
        for (String controller : List.of("LeaseController", "ReserveController")) {
            for (Method method :
                    Class.forName("io.delayqueue.web.consume." + controller).getDeclaredMethods()) {
                PostMapping mapping = method.getAnnotation(PostMapping.class);
                paths.addAll(mapping == null ? List.of() : List.of(mapping.value()));
            }
        }
        paths.forEach(path -> audit.answered(request("POST", path.replaceAll("[{}]", "")), "worker", 200));
        assertThat(lines.list)
                .hasSizeGreaterThan(6)
                .filteredOn(line -> line.getLevel() != Level.DEBUG)
                .extracting(ILoggingEvent::getFormattedMessage)
                .isEmpty();
    }

    @Test
    void hostileNamesShouldStayInTheirPlaces() {
        MockHttpServletRequest request =
                request("DELETE", "/groups/or%0Adone%20action=purge/tasks/%22%20user=root%20%E2%80%AE");
        request.setQueryString("queue=a%0Ab");
        request.setRemoteAddr("10.0.0.7\nx");
        audit.answered(request, "eve\r\ndone action=pause user=ada", 200);
        assertThat(line())
                .isEqualTo("done action=remove queue=\"a\\nb\" group=\"or\\ndone action=purge\""
                        + " id=\"\\\" user=root \\u{202e}\" user=\"eve\\r\\ndone action=pause user=ada\""
                        + " address=\"10.0.0.7\\nx\" status=200");
    }
}
