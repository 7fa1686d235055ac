package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Callback;
import io.delayqueue.DelayQueueException;
import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.pull.PullOptions;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Groups an engine leaves alone; a server of its own, for such an engine works for all others. */
class DisabledGroupsIT {

    private static final List<String> ALLOWED = List.of("io.delayqueue.scenario.*");

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final RedisServer server = engines.server();

    public record Nothing() implements Callback {
        @Override
        public void call() {}
    }

    private static Task task(String group) {
        return Task.of(group, "t").callback(Nothing.class).build();
    }

    private TaskState state(DelayQueueEngine engine, String id) {
        return engine.service().findTask("off", id).map(TaskInfo::state).orElseThrow();
    }

    @Test
    void nothingInADisabledGroupIsPushedOrConsumedThoughAllTopicsAre() {
        DelayQueueEngine engine =
                engines.start(builder -> builder.allowCallbacks(ALLOWED).disableGroup("off"));
        engine.register().registerTopic("off", "t");
        engine.register().registerTopic("on", "t");
        Task left = task("off");
        engine.service().addTask(left);
        // Whole deliveries in the other group later it still waits.
        for (int i = 0; i < 3; i++) {
            Task other = task("on");
            engine.service().addTask(other);
            await().until(() -> engine.service().findTask("on", other.id()).isEmpty());
        }
        assertThat(state(engine, left.id())).isNotEqualTo(TaskState.RESERVED);
        assertThat(server.client().exists("{on}:PUSHER")).isTrue();
        assertThat(server.client().exists("{off}:PUSHER")).isFalse();
        engines.start(builder -> builder.topic("off", "t").allowCallbacks(ALLOWED));
        await().until(() -> engine.service().findTask("off", left.id()).isEmpty());
    }

    @Test
    void nothingInADisabledGroupIsPulled() {
        DelayQueueEngine engine = engines.start(builder -> builder.disableGroup("off"));
        assertThatExceptionOfType(DelayQueueException.class)
                .isThrownBy(() -> engine.puller().reserve("off", "t", PullOptions.DEFAULT, Duration.ZERO))
                .withMessage("The group off is disabled in this engine, which cannot serve it");
        assertThat(engine.register().isGroupRegistered("off")).isFalse();
    }
}
