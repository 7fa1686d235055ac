package io.delayqueue.autoconfigure.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.RETURNS_DEEP_STUBS;
import static org.mockito.Mockito.mock;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.delayqueue.TaskCounts;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.log.AuditLine;
import io.delayqueue.monitor.EngineStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.endpoint.SecurityContext;

class DelayQueueEndpointTests {

    private final Logger audit = (Logger) LoggerFactory.getLogger(AuditLine.LOGGER);

    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    @BeforeEach
    void listen() {
        lines.start();
        audit.setLevel(Level.INFO);
        audit.addAppender(lines);
    }

    @AfterEach
    void stop() {
        audit.detachAppender(lines);
        audit.setLevel(null);
    }

    @Test
    void auditShouldNameWhatWasChangedWhereTheAnswerFails() {
        DelayQueueEngine engine = mock(RETURNS_DEEP_STUBS);
        given(engine.name()).willReturn("default");
        given(engine.status())
                .willReturn(new EngineStatus(
                        "default",
                        "i",
                        "localhost:6379",
                        null,
                        true,
                        null,
                        null,
                        null,
                        List.of(),
                        List.of(),
                        Map.of(),
                        Set.of()));
        TaskCounts counts =
                new TaskCounts(new TopicName("orders", "mail"), 0, 0, 0, 3, false, null, Duration.ZERO, 0, 0);
        given(engine.countTasks(any(), any()))
                .willReturn(Map.of("orders", List.of(counts)))
                .willThrow(new TaskStoreUnavailableException("away", null));
        given(engine.histories(any(), any())).willReturn(List.of());
        given(engine.service().topic("orders", "mail").requeueDeadLetters()).willReturn(3L);
        SecurityContext caller = mock();
        given(caller.getPrincipal()).willReturn(() -> "ada");
        DelayQueueEndpoint endpoint = new DelayQueueEndpoint(new Engines(() -> List.of(engine)));
        assertThatExceptionOfType(TaskStoreUnavailableException.class)
                .isThrownBy(() -> endpoint.change("orders", "mail", "requeue", null, null, caller));
        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly("failed action=requeue queue=default group=orders topic=mail tasks=3 user=ada"
                        + " via=actuator status=503");
    }
}
