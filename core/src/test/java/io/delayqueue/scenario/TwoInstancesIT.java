package io.delayqueue.scenario;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Callback;
import io.delayqueue.Task;
import io.delayqueue.TaskState;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.store.Backend;
import io.delayqueue.store.ExpectedTime;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.params.SetParams;

/** Two engines that share a group. */
class TwoInstancesIT {

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final RedisServer server = engines.server();

    private final Ledger ledger = new Ledger();

    /** Callback carried by its task. */
    public static final class Note implements Callback {

        private static final Collection<String> NOTED = new ConcurrentLinkedQueue<>();

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

    private DelayQueueEngine start(Consumer<DelayQueueEngineBuilder> options) {
        return engines.start(options);
    }

    private Consumer<DelayQueueEngineBuilder> consuming(Collection<String> share) {
        return engines.consuming(
                (payload, context) -> {
                    ledger.call(payload, context);
                    share.add(context.id());
                },
                4);
    }

    /** Another instance pushes, so that no sweep of these two repairs what they leave undone. */
    @Test
    void whatOneInstanceLeavesIsSignalledToTheOther() {
        CountDownLatch release = new CountDownLatch(1);
        Consumer<DelayQueueEngineBuilder> oneAtATime = engines.consuming(
                (payload, context) -> {
                    ledger.call(payload, context);
                    release.await();
                },
                1);
        String pusher = engines.key("PUSHER");
        ScheduledExecutorService claim = Executors.newSingleThreadScheduledExecutor();
        try (Backend backend = engines.backend()) {
            DelayQueueEngine engine = start(oneAtATime);
            start(oneAtATime);
            claim.scheduleAtFixedRate(
                    () -> server.client()
                            .set(pusher, "third", SetParams.setParams().px(2_000)),
                    0,
                    100,
                    MILLISECONDS);
            await().until(() -> server.client().info("clients").contains("blocked_clients:2"));
            await().until(() -> "third".equals(server.client().get(pusher)));
            engine.service()
                    .addTasks(List.of(engines.task(Duration.ZERO), engines.task(Duration.ZERO)))
                    .forEach(result -> ledger.added(result.id()));
            await().until(() -> backend.tasks()
                            .push(engines.group(), "third", List.of(), ExpectedTime.NONE)
                            .due()
                    == 2);
            await().untilAsserted(() -> assertThat(ledger.runs()).hasSize(2));
        } finally {
            release.countDown();
            claim.shutdownNow();
        }
    }

    @Test
    void topicsAreFollowedWhereverTheyAreRegistered() {
        Consumer<DelayQueueEngineBuilder> allowing = builder -> builder.allowCallbacks(List.of(Note.class.getName()));
        DelayQueueEngine one = start(allowing.andThen(builder -> builder.group(engines.group())));
        DelayQueueEngine other = start(allowing);
        TestEngines.awaitSubscriptions(server, 2);
        one.register().registerTopic(engines.group(), TestEngines.TOPIC);
        one.stop();
        deliver(one, "consumed by the other");

        one.start();
        TestEngines.awaitSubscriptions(server, 2);
        assertThat(other.register().cancelTopic(engines.group(), TestEngines.TOPIC))
                .isTrue();
        // An engine that consumes no topic of a group waits for none.
        await().during(Duration.ofMillis(300))
                .until(() -> server.client().info("clients").contains("blocked_clients:0"));
        Task kept = note("kept");
        one.service().addTask(kept);
        await().until(() -> state(one, kept) == TaskState.READY);
        await().during(Duration.ofMillis(1_500)).until(() -> state(one, kept) == TaskState.READY);

        assertThat(one.register().registerTopic(engines.group(), TestEngines.TOPIC))
                .isTrue();
        await().until(() -> Note.NOTED.contains("kept"));
        deliver(other, "as before");
        assertThat(Note.NOTED).doesNotHaveDuplicates();
    }

    private void deliver(DelayQueueEngine adding, String note) {
        adding.service().addTask(note(note));
        await().until(() -> Note.NOTED.contains(note));
    }

    private Task note(String note) {
        return engines.builder().callback(Note.class, note).build();
    }

    private TaskState state(DelayQueueEngine engine, Task task) {
        return engines.find(engine, task.id()).orElseThrow().state();
    }
}
