package io.delayqueue.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.Task;
import io.delayqueue.TaskState;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.test.faults.StoreCall;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeveralQueuesTests {

    private final List<String> ran = new ArrayList<>();

    private static Task task(String id, int minutes) {
        return Task.of("g", "t")
                .id(id)
                .payload(id)
                .delay(Duration.ofMinutes(minutes))
                .build();
    }

    @Test
    void tasksOfSeveralQueuesShouldRunInTheOrderOfTheirTime() {
        try (DelayQueueTestKit kit = DelayQueueTestKit.builder()
                .queue("mail", engine -> engine.callback("g", "t", String.class, (id, task) -> ran.add("mail " + id)))
                .configure(engine -> engine.callback("g", "t", String.class, (id, task) -> ran.add(id)))
                .build()) {
            TestQueue mail = kit.queue("mail");
            for (int minute = 0; minute < 10; minute += 2) {
                kit.service().addTask(task("a" + minute, minute));
                mail.service().addTask(task("b" + (minute + 1), minute + 1));
            }
            mail.nextCallback("g", "t").fails(new IllegalStateException("no"));
            mail.nextStoreCall(StoreCall.FINISH).fails();
            assertThat(kit.advance(Duration.ofHours(1))).isEqualTo(11);
            assertThat(ran)
                    .containsExactly(
                            "a0", "mail b1", "a2", "mail b3", "a4", "mail b5", "a6", "mail b7", "a8", "mail b9");
            assertThat(kit.deliveries()).hasSize(5);
            assertThat(mail.deliveries()).hasSize(6);
            assertThat(mail.name()).isEqualTo("mail");
            assertThat(kit.queue().name()).isEqualTo(DelayQueueEngine.DEFAULT_NAME);
        }
    }

    @Test
    void taskOfOneQueueShouldRunWhileACallbackOfAnotherTakesItsTime() {
        try (DelayQueueTestKit kit = DelayQueueTestKit.builder()
                .queue("mail", engine -> engine.callback("g", "t", String.class, (id, task) -> ran.add("mail " + id)))
                .build()) {
            kit.on("g", "t", String.class, (id, task) -> {
                ran.add(id);
                kit.spend(Duration.ofMinutes(10));
                ran.add(id + " ends");
            });
            kit.service().addTask(task("a", 1));
            kit.queue("mail").service().addTask(task("b", 5));
            kit.advance(Duration.ofMinutes(1));
            assertThat(ran).containsExactly("a", "mail b", "a ends");
        }
    }

    @Test
    void timeToRunShouldEndWhileACallbackOfAnotherQueueRuns() {
        try (DelayQueueTestKit kit = DelayQueueTestKit.builder()
                .startAt(Instant.EPOCH)
                .queue("mail", engine -> {})
                .build()) {
            kit.on("g", "t", String.class, (id, task) -> {
                ran.add(id + " at " + kit.now().getEpochSecond());
                if (task.attempt() == 1) {
                    kit.spend(Duration.ofHours(1));
                }
            });
            kit.queue("mail").on("g", "t", String.class, (id, task) -> {
                kit.spend(Duration.ofHours(1));
                ran.add(id + " at " + kit.now().getEpochSecond());
            });
            kit.service()
                    .addTask(Task.of("g", "t")
                            .payload("a")
                            .ttr(Duration.ofMinutes(10))
                            .build());
            kit.queue("mail").service().addTask(task("b", 1));
            kit.advance(Duration.ofHours(2));
            assertThat(ran).containsExactly("a at 0", "a at 601", "b at 3660");
        }
    }

    /** Engines that are built, started and closed outside of the kit, like those of an application. */
    @Test
    void enginesOfOthersShouldGoByTheKitsTime() {
        KitAssembly assembly = new KitAssembly(Instant.EPOCH);
        DelayQueueTestKit kit = assembly.kit();
        DelayQueueEngineBuilder builder =
                DelayQueueEngine.builder(assembly.backend("mail")).name("mail");
        builder.callback("g", "t", String.class, (id, task) -> ran.add(id));
        try (DelayQueueEngine engine = builder.build()) {
            assembly.add(engine);
            kit.clear();
            kit.queue("mail").service().addTask(task("a", 1));
            assertThat(kit.advance(Duration.ofHours(1))).isZero();
            engine.start();
            assertThat(kit.runDue()).isOne();
            engine.stop();
            kit.queue("mail").service().addTask(task("b", 0));
            assertThat(kit.runDue()).isZero();
            engine.start();
            assertThat(kit.runDue()).isOne();
            engine.drain("g");
            kit.queue("mail").service().addTask(task("c", 0));
            assertThat(kit.advance(Duration.ofDays(1))).isZero();
            assertThat(kit.queue("mail").tasks()).singleElement().satisfies(task -> assertThat(task.state())
                    .isEqualTo(TaskState.READY));
            engine.undrain();
            assertThat(kit.runDue()).isOne();
            kit.close();
            assertThat(engine.isRunning()).isTrue();
        }
        assertThat(ran).containsExactly("a", "b", "c");
        assertThat(kit.now()).isEqualTo(Instant.EPOCH.plus(Duration.ofHours(25)));
    }
}
