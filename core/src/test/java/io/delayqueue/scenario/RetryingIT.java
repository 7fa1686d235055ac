package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.delayqueue.TaskInfo;
import io.delayqueue.TaskPage;
import io.delayqueue.TaskState;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.monitor.DeadLetterGroups;
import io.delayqueue.monitor.DeadLetterGroups.Group;
import io.delayqueue.monitor.DelayQueueInspector;
import io.delayqueue.store.BackendFixture;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.TestTasks;
import io.delayqueue.testing.RedisServer;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.RedisClient;

/** What an inspector says of the tasks that are being retried. */
class RetryingIT extends BackendFixture {

    private final RedisClient redis = RedisServer.shared().client();

    @AutoClose
    private final DelayQueueEngine engine = DelayQueueEngine.builder(backend).build();

    private final DelayQueueInspector inspector = engine.inspector();

    RetryingIT() {
        super(TestEngines.patientBackend(RedisServer.shared()));
    }

    private void retry(String id, long delayMillis, String type) {
        String error = "{\"attempt\":1,\"at\":\"2026-01-02T03:04:05Z\",\"type\":\"" + type + "\",\"stack\":\"s\"}";
        acknowledge(new Outcome.Retry(reserved(id), delayMillis, error, true));
    }

    @Test
    void retriedTasksShouldBeListedWithTheirNextAttemptsAndErrors() {
        retry("a", 30_000, "a.Refused");
        retry("b", 60_000, "a.Failed");
        retry("c", 90_000, "a.Refused");
        TaskPage first = inspector.retrying(topic, null, 2);
        assertThat(first.tasks())
                .extracting(TaskInfo::id, TaskInfo::state)
                .containsExactly(tuple("c", TaskState.DELAYED), tuple("b", TaskState.DELAYED));
        assertThat(first.tasks()).allSatisfy(task -> assertThat(task.attempts()).isEqualTo(1));
        assertThat(first.tasks().get(1).lastError().type()).isEqualTo("a.Failed");
        TaskPage second = inspector.retrying(topic, first.cursor(), 2);
        assertThat(second.tasks()).containsExactly(find("a"));
        assertThat(second.cursor()).isNull();
    }

    @Test
    void retriedTasksShouldBeGroupedByTheirErrors() {
        retry("a", 30_000, "a.Refused");
        retry("b", 60_000, "a.Failed");
        retry("c", 90_000, "a.Refused");
        DeadLetterGroups kinds = inspector.retryingKinds(topic, null, 100);
        assertThat(kinds.groups())
                .extracting(Group::type, Group::count, Group::first, Group::last, Group::lastId)
                .containsExactly(
                        tuple("a.Refused", 2L, find("a").stateUntil(), find("c").stateUntil(), "c"),
                        tuple("a.Failed", 1L, find("b").stateUntil(), find("b").stateUntil(), "b"));
        assertThat(kinds.read()).isEqualTo(3);
        assertThat(kinds.total()).isEqualTo(3);
        assertThat(kinds.next()).isNull();
    }

    @Test
    void tasksThatAnEarlierVersionHasEndedShouldNotBeListed() {
        retry("there", 60_000, "a.B");
        acknowledge(new Outcome.Dead(reserved("dead"), "{}"));
        add(TestTasks.task("u", "elsewhere", 60_000, true, detail("u", "x")));
        for (String id : List.of("ended", "dead", "elsewhere")) {
            redis.zadd("{" + group + "}:RETRYING:t", 4_000_000_000_000D, id);
        }
        TaskPage page = inspector.retrying(topic, null, 3);
        assertThat(page.tasks()).isEmpty();
        assertThat(inspector.retrying(topic, page.cursor(), 3).tasks()).containsExactly(find("there"));
        assertThat(inspector.retryingKinds(topic, null, 100).total()).isEqualTo(4);
    }
}
