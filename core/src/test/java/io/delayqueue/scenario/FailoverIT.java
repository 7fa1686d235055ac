package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.chaos.Chaos;
import io.delayqueue.chaos.Outcome.Disturbance;
import io.delayqueue.chaos.ReplicaMark;
import io.delayqueue.chaos.StoreClock;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.engine.TestEngines;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A master is killed under load and its replica takes its place, again and again. Replication is asynchronous: what counts
 * as confirmed here is what a replica is known to have, and that must run. What had run, but the replica had not heard so,
 * may run again.
 */
@Tag(Chaos.TAG)
class FailoverIT {

    private static final int ROUNDS = Chaos.scaled(1, 3);

    /** How long after it has run a task's end may take to reach the master. */
    private static final Duration UNTOLD = Duration.ofSeconds(2);

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final List<String> groups = groupsOfOneNode();

    /** The ends of tasks which ran then may have died with a master. */
    private final Set<String> excused = new HashSet<>();

    private final List<String> rounds = new ArrayList<>();

    private volatile Instant marked = Instant.MAX;

    private Failover failover;

    private Clock clock;

    private static List<String> groupsOfOneNode() {
        return Stream.generate(() -> ClusterGroups.onNode(0)).limit(3).toList();
    }

    @Test
    void sentinels() {
        survive("failover by sentinels", Failover.bySentinels());
    }

    @Test
    void cluster() {
        survive("failover in a cluster", Failover.inACluster(groups.get(0)));
    }

    @Test
    void promotion() {
        survive("replica promoted", Failover.byHand());
    }

    private void survive(String scenario, Failover how) {
        failover = engines.closing(how);
        clock = StoreClock.of(how.servers().get(0));
        Ledger ledger = new Ledger(clock);
        Consumer<DelayQueueEngineBuilder> consuming = builder -> groups.forEach(
                group -> builder.callback(TestEngines.topicCallback(group, ledger, TopicOptions.DEFAULT)));
        DelayQueueEngine engine = engines.start(how.backend(), consuming.andThen(HistoryCheck.keeping(groups)));
        try (ReplicaMark mark = new ReplicaMark(how.servers(), groups.get(0));
                Load load = new Load(
                        engine.service(),
                        this::task,
                        ledger,
                        TaskStoreUnavailableException.class,
                        () -> isAtAReplica(mark))) {
            for (int round = 0; round < ROUNDS; round++) {
                load.awaitMore(200);
                how.killMaster();
                Instant killed = clock.instant();
                Instant safe = marked;
                how.awaitReplacement();
                load.awaitMore(100);
                excuse(ledger, safe, killed);
                rounds.add("replicated to %s, killed %s, replaced before %s".formatted(safe, killed, clock.instant()));
            }
        }
        await().until(() -> ledger.lost().isEmpty());
        HistoryCheck.assertEachHasOneRecord(engine, groups, ledger);
        Set<String> doubled = new HashSet<>(ledger.doubled());
        doubled.removeAll(excused);
        assertThat(ledger.runs())
                .as("runs of a task whose end was not lost with a master: %s", rounds)
                .filteredOn(run -> doubled.contains(run.id()))
                .isEmpty();
        ledger.conclude(scenario, Disturbance.FAILOVER, ROUNDS, excused.size());
    }

    private Task task() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        return HistoryCheck.tagged(Task.of(groups.get(random.nextInt(groups.size())), TestEngines.TOPIC)
                .delay(Duration.ofMillis(random.nextInt(300))));
    }

    /** Here a store that confirms only what a replica has would make every confirmed add count. */
    private boolean isAtAReplica(ReplicaMark mark) {
        Instant before = clock.instant();
        boolean reached = mark.reached();
        if (reached) {
            marked = before;
        }
        return reached;
    }

    private void excuse(Ledger ledger, Instant safe, Instant killed) {
        excused.addAll(ledger.runs().stream()
                .filter(run -> run.at().isAfter(safe.minus(UNTOLD)))
                .filter(run -> run.at().isBefore(killed.plus(UNTOLD)))
                .map(Ledger.Run::id)
                .collect(Collectors.toSet()));
    }
}
