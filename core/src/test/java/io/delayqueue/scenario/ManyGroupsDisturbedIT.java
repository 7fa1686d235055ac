package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.chaos.Chaos;
import io.delayqueue.chaos.Outcome.Disturbance;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.testing.RedisServer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Four JVMs consume a hundred groups; one is killed or stands still, or the server hangs, again and again. */
@Tag(Chaos.TAG)
class ManyGroupsDisturbedIT {

    private static final int INSTANCES = 4;

    private static final int GROUPS = 100;

    private static final int ROUNDS = Chaos.scaled(1, 30);

    private static final Duration LEASE = Duration.ofSeconds(3);

    /** Of a task that a free worker waits for, while nothing is disturbed. In every build other tests run beside this one. */
    private static final int MAX_LATENESS_MILLIS = Chaos.scaled(Integer.MAX_VALUE, 1_500);

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer().disturbed();

    private final RedisServer server = engines.server();

    private final RedisServer notes = engines.closing(RedisServer.start());

    private final Ledger ledger = new Ledger();

    private final Random random = Chaos.random(ManyGroupsDisturbedIT.class);

    private final List<String> groups = ManyGroupsConsumer.groups(GROUPS);

    private final List<Process> instances = new ArrayList<>();

    /** The tasks that were added while nothing was disturbed, and no lease of a disturbed instance was left. */
    private final Ledger calm = new Ledger();

    private int noted;

    private Process start() throws IOException {
        return engines.killing(ManyGroupsConsumer.start(server, notes, GROUPS, LEASE));
    }

    private Task task() {
        return Task.of(groups.get(random.nextInt(GROUPS)), TestEngines.TOPIC)
                .delay(Duration.ofMillis(random.nextInt(300)))
                .build();
    }

    private void read() {
        List<String> lines = notes.client().lrange(ManyGroupsConsumer.RUNS, noted, -1);
        noted += lines.size();
        for (String line : lines) {
            Ledger.Run run = ManyGroupsConsumer.read(line);
            (calm.confirmed().contains(run.id()) ? calm : ledger).ran(run);
        }
    }

    private void awaitAllRan() {
        await().until(() -> {
            read();
            return ledger.lost().isEmpty() && calm.lost().isEmpty();
        });
    }

    /** The claim of an instance that was killed keeps others from pushing for a while. */
    private void awaitPushers() {
        await().until(() -> groups.stream().allMatch(group -> {
            String pusher = server.client().get("{" + group + "}:PUSHER");
            return pusher != null && instances.stream().anyMatch(each -> pusher.startsWith(each.pid() + "-"));
        }));
    }

    private static void signal(Process process, String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("env", "LC_ALL=C", "kill", "-" + name, Long.toString(process.pid())).start();
        assertThat(kill.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }

    private void disturb(int round, Load load) throws IOException, InterruptedException {
        int chosen = random.nextInt(INSTANCES);
        Process instance = instances.get(chosen);
        switch (round % 3) {
            case 0 -> {
                instance.destroyForcibly().onExit().join();
                load.awaitMore(300);
                instances.set(chosen, start());
            }
            case 1 -> {
                signal(instance, "STOP");
                load.awaitMore(500);
                signal(instance, "CONT");
            }
            default -> {
                int before = load.unconfirmed();
                server.freeze();
                await().until(() -> load.unconfirmed() > before);
                server.thaw();
            }
        }
        load.awaitMore(100);
    }

    /** All workers are free. */
    private void addQuietly(DelayQueueService service) {
        for (int i = 0; i < GROUPS; i++) {
            calm.added(service.addTask(task()));
        }
        awaitAllRan();
    }

    @Test
    void noTaskIsLostOrEarlyNorLateBetweenDisturbances() throws Exception {
        DelayQueueEngine engine = engines.build();
        for (int i = 0; i < INSTANCES; i++) {
            instances.add(start());
        }
        awaitPushers();
        for (int round = 0; round < ROUNDS; round++) {
            try (Load load = new Load(engine.service(), this::task, ledger)) {
                load.awaitMore(100);
                disturb(round, load);
            }
            awaitAllRan();
            awaitPushers();
            addQuietly(engine.service());
        }
        conclude(ledger, "many groups disturbed", Disturbance.KILL);
        conclude(calm, "many groups between disturbances", Disturbance.OTHER);
        assertThat(calm.latestMillis()).as("lateness").isLessThan(MAX_LATENESS_MILLIS);
    }

    /** A task whose attempt a disturbance has met runs again, in its next attempt. */
    private static void conclude(Ledger counted, String scenario, Disturbance disturbance) {
        counted.assertNoneLostOrEarly();
        int again =
                (int) counted.runs().stream().filter(run -> run.attempt() > 1).count();
        counted.conclude(scenario, disturbance, ROUNDS, again);
    }
}
