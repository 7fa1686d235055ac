package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Callback;
import io.delayqueue.Task;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.redis.GroupAudit;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

/** Interventions of an operator in a running server: forgotten scripts, killed connections. */
class TransientErrorsIT {

    private static final int STORMS = 10;

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final RedisServer server = engines.server();

    private final Ledger ledger = new Ledger();

    /** Callback carried by its task. */
    public static final class Note implements Callback {

        private static final ConcurrentHashMap.KeySetView<String, Boolean> NOTED = ConcurrentHashMap.newKeySet();

        private final String note;

        /** Keeps the note for the call. */
        public Note(String note) {
            this.note = note;
        }

        @Override
        public void call() {
            NOTED.add(note);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"SCRIPT FLUSH", "CLIENT KILL TYPE normal", "CLIENT KILL TYPE pubsub"})
    void nothingIsLostEarlyOrDoubled(String command) {
        DelayQueueEngine adding = engines.start(engines.consuming(ledger, 4));
        engines.start(engines.consuming(ledger, 4));
        Duration longerThanAnyRepetition = Duration.ofMillis(2_500);
        List<Task> early = ThreadLocalRandom.current()
                .ints(3_000, 0, (int) longerThanAnyRepetition.toMillis())
                .mapToObj(millis -> engines.task(Duration.ofMillis(millis)))
                .toList();
        adding.service().addTasks(early).forEach(result -> ledger.added(result.id()));
        try (Load load = new Load(adding.service(), () -> engines.task(longerThanAnyRepetition), ledger)) {
            for (int storm = 0; storm < STORMS; storm++) {
                int before = ledger.size();
                int added = ledger.additions();
                onServer(jedis -> jedis.sendCommand(() -> command.split(" ")[0].getBytes(), rest(command)));
                await().pollInterval(Duration.ofMillis(5))
                        .until(() -> ledger.size() >= before + 20 && ledger.additions() >= added + 5);
            }
            assertThat(load.unconfirmed()).isZero();
        }
        await().until(() -> ledger.lost().isEmpty());
        await().untilAsserted(() -> new GroupAudit(server.client(), engines.group()).checkNothingLeft());
        ledger.assertEachRanOnce();
    }

    private static String[] rest(String command) {
        return command.substring(command.indexOf(' ') + 1).split(" ");
    }

    private void onServer(Consumer<Jedis> order) {
        try (Jedis jedis = server.connect()) {
            order.accept(jedis);
        }
    }

    @Test
    void cutSubscriptionIsMadeAgain() {
        Consumer<DelayQueueEngineBuilder> allowing = builder -> builder.allowCallbacks(List.of(Note.class.getName()));
        engines.start(engines.consuming(ledger, 4).andThen(allowing));
        DelayQueueEngine other = engines.build(TestEngines.backend(server), allowing);
        TestEngines.awaitSubscriptions(server, 1);
        onServer(jedis -> jedis.sendCommand(() -> "CLIENT".getBytes(), "KILL", "TYPE", "pubsub"));

        Task head = engines.task(Duration.ZERO);
        other.service().addTask(head);
        ledger.added(head.id());
        await().until(() -> ledger.lost().isEmpty());

        String topic = "topic" + UUID.randomUUID();
        other.register().registerTopic(engines.group(), topic);
        engines.add(other, Task.of(engines.group(), topic).callback(Note.class, topic));
        await().until(() -> Note.NOTED.contains(topic));
        ledger.assertEachRanOnce();
    }
}
