package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.Task;
import io.delayqueue.TaskState;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.monitor.AuditFinding;
import io.delayqueue.monitor.AuditFinding.Kind;
import io.delayqueue.monitor.AuditReport;
import io.delayqueue.redis.GroupAudit;
import io.delayqueue.store.AuditStore;
import io.delayqueue.store.Backend;
import io.delayqueue.testing.Commands;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.Jedis;

/** A group of 20,000 tasks on a server of its own. */
class LargeAuditIT {

    private static final int TASKS = 20_000;

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final RedisServer server = engines.server();

    private final String group = engines.group();

    private final String start = "{" + group + "}:";

    private final Backend backend = engines.backend();

    private final DelayQueueEngine engine = engines.build(backend, builder -> {});

    private final List<Task> tasks = new ArrayList<>();

    @BeforeEach
    void addTasks() {
        engine.register().registerTopic(group, TestEngines.TOPIC);
        for (int i = 0; i < TASKS; i++) {
            tasks.add(engines.task(Duration.ofHours(1)));
        }
        engine.service().addTasks(tasks);
    }

    private long calls(String command) {
        return Commands.count(server, command);
    }

    private void resetCalls() {
        try (Jedis jedis = server.connect()) {
            jedis.configResetStat();
        }
    }

    @Test
    void noStepLooksAtMoreThanItsPage() {
        int steps = 0;
        long looked = 0;
        String next = null;
        do {
            AuditStore.Page page = backend.audit().tasks(group, next);
            // A bucket of the hash is looked at as a whole.
            assertThat(page.looked()).isLessThan(AuditStore.PAGE + 50);
            looked += page.looked();
            next = page.next();
            steps++;
        } while (next != null);
        assertThat(looked).isEqualTo(TASKS);
        assertThat(steps).isGreaterThan(TASKS / AuditStore.PAGE / 2);
        assertThat(members()).as("steps, with that of the retried tasks").isEqualTo(TASKS / AuditStore.PAGE + 2);
    }

    private int members() {
        int steps = 0;
        String next = null;
        do {
            AuditStore.Page page = backend.audit().members(group, TaskState.DELAYED, "t", next);
            assertThat(page.looked()).isLessThanOrEqualTo(AuditStore.PAGE);
            next = page.next();
            steps++;
        } while (next != null);
        return steps;
    }

    /** Up to eight entries of the index are compared for each task. */
    @Test
    void aStepLooksAtFewerTasksWithTags() {
        engine.service().addTask(engines.builder().tag("order", "42").build());
        long looked = 0;
        String next = null;
        do {
            AuditStore.Page page = backend.audit().tasks(group, next);
            assertThat(page.looked()).isLessThan(AuditStore.PAGE / 4 + 50);
            looked += page.looked();
            next = page.next();
        } while (next != null);
        assertThat(looked).isEqualTo(TASKS + 1);
    }

    @Test
    void theServerDoesOneBoundedThingAtATime() {
        resetCalls();
        AuditReport report = engine.inspector().audit(group);
        assertThat(report).isEqualTo(new AuditReport(group, TASKS, TASKS, 0, 0, List.of()));
        long scripts = calls("evalsha") + calls("eval");
        long pages = 2L * TASKS / AuditStore.PAGE;
        assertThat(scripts).isBetween(pages * 9 / 10, pages * 3 / 2);
        // A page of details begins with few, in case they are large.
        assertThat(calls("hscan")).isBetween(pages / 2 * 9 / 10, 5 * scripts);
        assertThat(calls("zrange")).isBetween(pages / 2, scripts);
        List.of("hvals", "smembers", "lrange", "keys", "hkeys", "zrangebyscore")
                .forEach(command -> assertThat(calls(command)).as(command).isZero());
        // The rules: as many as there are limits and topics with limits.
        assertThat(calls("hgetall")).isOne();
    }

    @Test
    void aThousandFindingsAreListedAndAllAreRepaired() {
        String[] lost = tasks.stream().limit(1_500).map(task -> task.id()).toArray(String[]::new);
        server.client().zrem(start + "WAITING:t", lost);
        AuditReport found = engine.inspector().audit(group);
        assertThat(found.total()).isEqualTo(1_500);
        assertThat(found.findings()).hasSize(AuditReport.MAX_FINDINGS);
        assertThat(found.findings()).extracting(AuditFinding::kind).containsOnly(Kind.TASK_NOWHERE);
        AuditReport repaired = engine.inspector().repair(group);
        assertThat(repaired.total()).isEqualTo(1_500);
        assertThat(repaired.repaired()).isEqualTo(1_500);
        assertThat(engine.inspector().audit(group).isClean()).isTrue();
        new GroupAudit(server.client(), group).check();
    }
}
