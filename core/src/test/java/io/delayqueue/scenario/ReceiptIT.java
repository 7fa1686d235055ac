package io.delayqueue.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.CronSchedule;
import io.delayqueue.DelayQueueException;
import io.delayqueue.DelayQueueService;
import io.delayqueue.Repeat;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.pull.PulledTask;
import io.delayqueue.pull.StaleTaskException;
import io.delayqueue.pull.TaskLease;
import io.delayqueue.redis.GroupAudit;
import io.delayqueue.store.Backend;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tasks that are settled by receipt in an engine that did not lease them, and does not even run. */
class ReceiptIT {

    private static final CronSchedule HOURLY = (expression, zone, after) -> after.plus(Duration.ofHours(1));

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final RedisServer server = engines.server();

    private final DelayQueueEngine first = engines.start(builder -> builder.cronSchedule(HOURLY));

    private final Backend backend = engines.backend();

    private final DelayQueueEngine second = engines.build(backend, builder -> builder.cronSchedule(HOURLY));

    private final DelayQueueService service = second.service();

    private final Pulls pulls = Pulls.from(first, engines);

    private TaskInfo find(String id) {
        return engines.find(service, id).orElseThrow();
    }

    private TaskLease elsewhere(PulledTask task) {
        return second.puller().lease(task.receipt());
    }

    private PulledTask pull(String id, Duration ttr) {
        service.addTask(engines.builder().id(id).build());
        PulledTask task = pulls.next(ttr);
        assertThat(task.id()).isEqualTo(id);
        return task;
    }

    private PulledTask pull(String id) {
        return pull(id, Duration.ofMinutes(1));
    }

    private static void assertStale(Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOf(StaleTaskException.class)
                .hasMessageContaining("is stale: its lease has ended");
    }

    @Test
    void aTaskIsFinishedOnceWhereverThatIs() {
        PulledTask task = pull("a");
        TaskLease lease = elsewhere(task);
        assertThat(lease.topic()).isEqualTo(task.topic());
        assertThat(lease.id()).isEqualTo("a");
        assertThat(lease.attempt()).isEqualTo(1);
        assertThat(lease.ttr()).isEqualTo(Duration.ofMinutes(1));
        assertThat(lease).hasToString(task.toString());
        lease.finish();
        new GroupAudit(server.client(), engines.group()).checkNothingLeft();
        assertStale(lease::finish);
        assertStale(elsewhere(task)::finish);
        assertStale(task::finish);
    }

    @Test
    void aTaskOutlivesTheEngineThatLeasedIt() {
        PulledTask task = pull("a");
        String receipt = task.receipt();
        first.close();
        assertThatThrownBy(() -> first.puller().lease(receipt)).isExactlyInstanceOf(DelayQueueException.class);
        assertThat(find("a").state()).isEqualTo(TaskState.RESERVED);
        second.puller().lease(receipt).finish();
        new GroupAudit(server.client(), engines.group()).checkNothingLeft();
        TaskLease late = second.puller().lease(receipt);
        second.close();
        assertThatThrownBy(late::finish)
                .isExactlyInstanceOf(DelayQueueException.class)
                .hasMessage("The engine of this service is closed");
    }

    @Test
    void theReceiptOfALeaseThatHasEndedIsStaleAndTheNextOneIsNot() {
        TaskLease old = elsewhere(pull("a", Duration.ofSeconds(1)));
        PulledTask again = pulls.next();
        assertThat(again.attempt()).isEqualTo(2);
        assertStale(old::finish);
        assertStale(old::touch);
        assertStale(old::release);
        assertStale(() -> old.retry(Duration.ZERO, "no"));
        assertStale(() -> old.bury("no"));
        assertThat(find("a").lastError()).isNull();
        elsewhere(again).finish();
        new GroupAudit(server.client(), engines.group()).checkNothingLeft();
    }

    @Test
    void aReceiptWithAnotherKeyBlocksItsKeyUntilTheNextSweep() {
        for (String id : List.of("a", "b")) {
            service.addTask(engines.builder().id(id).key("alice").build());
        }
        String receipt = pulls.next().receipt();
        String forged = new String(Base64.getUrlDecoder().decode(receipt), UTF_8).replace("\"alice\"", "\"bob\"");
        assertThat(forged).contains("\"bob\"");
        second.puller()
                .lease(Base64.getUrlEncoder().withoutPadding().encodeToString(forged.getBytes(UTF_8)))
                .finish();
        PulledTask next = pulls.next();
        assertThat(next.id()).isEqualTo("b");
        elsewhere(next).finish();
        new GroupAudit(server.client(), engines.group()).checkNothingLeft();
    }

    @Test
    void theNextTimeOfACronExpressionGoesByTheStoresClock() {
        service.addTask(engines.builder()
                .id("a")
                .at(Instant.now().minus(Duration.ofDays(1)))
                .repeat(Repeat.cron("hourly", ZoneOffset.UTC))
                .build());
        long before = backend.tasks().time(engines.group());
        elsewhere(pulls.next()).finish();
        long after = backend.tasks().time(engines.group());
        assertThat(find("a").dueAt().minus(Duration.ofHours(1)).toEpochMilli()).isBetween(before, after);
        assertThat(find("a").lastError()).isNull();
    }
}
