package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.TaskCounts;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.testing.Commands;
import io.delayqueue.testing.Commands.Command;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class BoundedCountsIT {

    private static final Duration SECOND = Duration.ofSeconds(1);

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final RedisServer server = engines.server();

    private final DelayQueueEngine engine = engines.build();

    @AfterEach
    void close() {
        server.thaw();
    }

    @Test
    void countShouldHaveRegisteredTopicsAndThoseThatOnlyHaveTasks() {
        engine.register().registerTopic("orders", "remind");
        engine.register().registerGroup("empty");
        engines.add(engine, Task.of("orders", "cancel").delay(Duration.ofHours(1)));
        engine.service().topic("orders", "remind").pause();
        Map<String, List<TaskCounts>> counts = engine.countTasks(Duration.ofSeconds(10));
        assertThat(counts).containsOnlyKeys("empty", "orders");
        assertThat(counts.get("empty")).isEmpty();
        assertThat(counts.get("orders"))
                .extracting(count -> count.topic().topic())
                .containsExactly("cancel", "remind");
        assertThat(counts.get("orders")).extracting(TaskCounts::delayed).containsExactly(1L, 0L);
        assertThat(counts.get("orders")).extracting(TaskCounts::paused).containsExactly(false, true);
    }

    @Test
    void unregisteredGroupThatTheStoreRefusesShouldNotHideOthers() {
        engine.register().registerTopic("orders", "remind");
        server.client().set("{broken}:TOPICS", "of another type");
        engines.backend().registry().recordUnregistered(List.of(new TopicName("broken", "t")));
        assertThat(engine.countTasks(SECOND)).containsOnlyKeys("orders");
    }

    @Test
    void countOfSomeGroupsShouldHaveThoseThatAreRegistered() {
        engine.register().registerTopic("orders", "remind");
        engine.register().registerTopic("others", "x");
        assertThat(engine.countTasks(List.of("orders", "nobody"), SECOND)).containsOnlyKeys("orders");
        List<Command> commands = Commands.during(
                server, () -> assertThat(engine.countTasks(List.of(), SECOND)).isEmpty());
        assertThat(commands).extracting(Command::name).contains("hgetall").doesNotContain("hmget");
        server.freeze();
        assertThatThrownBy(() -> engine.countTasks(List.of(), Duration.ofMillis(100)))
                .isInstanceOf(TaskStoreUnavailableException.class);
    }

    @Test
    void storeThatHangsShouldNotMakeAnybodyWaitLongerThanAsked() {
        engine.register().registerGroup("orders");
        server.freeze();
        for (int i = 0; i < 6; i++) {
            assertThatThrownBy(() -> engine.countTasks(Duration.ofMillis(100)))
                    .isInstanceOf(TaskStoreUnavailableException.class)
                    .hasMessageContaining(server.address());
        }
        server.thaw();
        await().ignoreExceptions()
                .untilAsserted(() -> assertThat(engine.countTasks(SECOND)).containsOnlyKeys("orders"));
    }

    @Test
    void engineThatIsClosedShouldSaySo() {
        engine.close();
        assertThatThrownBy(() -> engine.countTasks(SECOND)).hasMessageContaining("closed");
    }
}
