package io.delayqueue.meters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.TaskInterceptor;
import io.delayqueue.meters.MeteredApplication.Running;
import io.delayqueue.testing.RedisServer;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Timers of an application without observations. */
class UnobservedIT {

    private final String group = "g" + UUID.randomUUID();

    /** Names and tags as those of the observations. */
    @Test
    void timerOfCallbacksShouldBeAroundTheInterceptors() {
        TaskInterceptor translating = invocation -> {
            try {
                invocation.proceed();
            } catch (IllegalStateException e) {
                throw new UnsupportedOperationException(e);
            }
        };
        try (Running application = MeteredApplication.start(
                RedisServer.shared(),
                group,
                beans -> beans.registerBean(TaskInterceptor.class, () -> translating),
                "delayqueue.observations.enabled=false")) {
            application.add(application.task("flaky"));
            await().untilAsserted(() ->
                    assertThat(executions(application, "SUCCESS", "none")).isEqualTo(1));
            assertThat(executions(application, "ERROR", "UnsupportedOperationException"))
                    .isEqualTo(1);
            assertThat(application.ofTopic("delayqueue_add_seconds_count", "flaky"))
                    .isEqualTo(1);
        }
    }

    private static double executions(Running application, String outcome, String error) {
        return application.value(
                "delayqueue_execution_seconds_count", "topic", "flaky", "outcome", outcome, "error", error);
    }
}
