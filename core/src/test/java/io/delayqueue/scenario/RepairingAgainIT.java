package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.Task;
import io.delayqueue.TaskState;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.monitor.AuditFinding.Kind;
import io.delayqueue.monitor.AuditReport;
import io.delayqueue.redis.GroupAudit;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.redis.ScriptDigests;
import io.delayqueue.store.AuditStore;
import io.delayqueue.store.AuditStore.Flaw;
import io.delayqueue.store.BackendFixture;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.testing.TcpProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.UnifiedJedis;

/** A repair checks again: data that has changed since the audit is not touched, and nothing is repaired twice. */
@ParameterizedClass
@EnumSource(Site.class)
class RepairingAgainIT extends BackendFixture {

    private final UnifiedJedis client;

    private final AuditStore audit;

    private final String start = "{" + group + "}:";

    RepairingAgainIT(Site site) {
        super(site.backend());
        this.client = site.client();
        this.audit = backend.audit();
    }

    @BeforeEach
    void oneTaskInEveryState() {
        inEveryState();
    }

    @AfterEach
    void check() {
        new GroupAudit(client, group).check();
    }

    private static Flaw flaw(Kind kind, String id, TaskState... states) {
        return new Flaw(kind, "t", id, List.of(states), null);
    }

    private Map<String, Object> everything() {
        Map<String, Object> all = new TreeMap<>();
        for (String hash : List.of("DETAIL", "DELIVERIES", "ERRORS")) {
            all.put(hash, client.hgetAll(start + hash));
        }
        for (String set : List.of("TOPICS", "WAITING:t", "RESERVED:t", "CONSUMING:t", "DEAD:t")) {
            all.put(set, client.zrangeWithScores(start + set, 0, -1));
        }
        return all;
    }

    @Test
    void whatIsInOrderIsNotTouched() {
        Map<String, Object> before = everything();
        List<Flaw> flaws = new ArrayList<>();
        String[] ids = {"delayed", "ready", "reserved", "dead", "nobody"};
        TaskState[] states = {TaskState.DELAYED, TaskState.READY, TaskState.RESERVED, TaskState.DEAD, TaskState.DELAYED
        };
        for (int i = 0; i < ids.length; i++) {
            for (Kind kind : Kind.values()) {
                flaws.add(flaw(kind, ids[i], states[i]));
            }
            flaws.add(flaw(Kind.TASK_NOWHERE, ids[i]));
            flaws.add(flaw(Kind.TASK_IN_SEVERAL_STATES, ids[i], TaskState.RESERVED, TaskState.DELAYED));
        }
        assertThat(flaws).noneMatch(flaw -> audit.repair(group, flaw));
        assertThat(everything()).isEqualTo(before);
    }

    @Test
    void aMemberIsNotAllThatIsLeftOfATask() {
        client.zrem(start + "WAITING:t", "delayed");
        client.zadd(start + "WAITING:u", 1, "delayed");
        Flaw other = new Flaw(Kind.MEMBER_OF_OTHER_TOPIC, "u", "delayed", List.of(TaskState.DELAYED), "t");
        assertThat(audit.repair(group, other)).isFalse();
        assertThat(audit.repair(group, flaw(Kind.TASK_NOWHERE, "delayed"))).isTrue();
        assertThat(audit.repair(group, other)).isTrue();
        assertThat(find("delayed").state()).isEqualTo(TaskState.DELAYED);
    }

    @Test
    void aTaskThatHasMovedOnIsNotTakenBack() {
        client.zadd(start + "DEAD:t", 1, "delayed");
        Flaw flaw = audit.tasks(group, null).flaws().get(0);
        assertThat(flaw.states()).containsExactly(TaskState.DELAYED, TaskState.DEAD);
        client.zadd(start + "CONSUMING:t", 1, "delayed");
        assertThat(audit.repair(group, flaw)).isFalse();
        assertThat(audit.repair(group, audit.tasks(group, null).flaws().get(0))).isTrue();
        assertThat(find("delayed").state()).isEqualTo(TaskState.READY);
    }

    @Test
    void anAgendaThatIsTooLateIsRepairedOnceThoughTheReplyIsLost() {
        RedisServer server = RedisServer.shared();
        try (TcpProxy proxy = TcpProxy.to(server);
                DelayQueueEngine engine = DelayQueueEngine.builder(RedisBackend.connect(
                                proxy.hostAndPort().getHost(),
                                proxy.hostAndPort().getPort()))
                        .build()) {
            String agenda = "{" + group + "-other}:TOPICS";
            engine.service()
                    .addTask(Task.of(group + "-other", "t")
                            .delay(Duration.ofHours(1))
                            .build());
            engine.register().registerTopic(group + "-other", "t");
            double time = server.client().zscore(agenda, "t");
            server.client().zadd(agenda, time + 10_000, "t");
            ScriptDigests.load(server.client(), "repair");
            proxy.dropReplyTo(ScriptDigests.of("repair"));
            AuditReport report = engine.inspector().repair(group + "-other");
            assertThat(report.repaired()).isEqualTo(1);
            assertThat(server.client().zscore(agenda, "t")).isEqualTo(time);
        }
    }
}
