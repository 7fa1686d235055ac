package io.delayqueue.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.test.assertions.TestDelivery;
import io.delayqueue.test.assertions.TestDelivery.Outcome;
import io.delayqueue.test.faults.StoreCall;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class DelayQueueTestKitTests {

    private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

    @AutoClose
    private final DelayQueueTestKit kit =
            DelayQueueTestKit.builder().startAt(START).build();

    private final List<String> ran = new ArrayList<>();

    private void add(String topic, String payload, Duration delay) {
        kit.service()
                .addTask(Task.of("g", topic)
                        .id(payload)
                        .payload(payload)
                        .delay(delay)
                        .build());
    }

    private void record(String topic) {
        kit.on("g", topic, String.class, (payload, task) -> ran.add(payload));
    }

    @Test
    void taskShouldRunAtItsTimeAndNotBefore() {
        record("t");
        add("t", "a", Duration.ofDays(30));
        assertThat(kit.advance(Duration.ofDays(30).minusMillis(1))).isZero();
        assertThat(ran).isEmpty();
        assertThat(kit.advance(Duration.ofMillis(1))).isOne();
        assertThat(ran).containsExactly("a");
        assertThat(kit.now()).isEqualTo(START.plus(Duration.ofDays(30)));
        assertThat(kit.tasks()).isEmpty();
        assertThat(kit.deliveries()).singleElement().satisfies(delivery -> {
            assertThat(delivery.at()).isEqualTo(kit.now());
            assertThat(delivery.outcome()).isEqualTo(Outcome.FINISHED);
            assertThat(delivery.attempt()).isOne();
            assertThat(delivery.failure()).isNull();
        });
    }

    @Test
    void namespaceShouldMakeNoDifference() {
        try (DelayQueueTestKit namespaced = DelayQueueTestKit.builder()
                .startAt(START)
                .configure(builder -> builder.namespace("staging"))
                .build()) {
            namespaced.on("g", "t", String.class, (payload, task) -> ran.add(payload));
            namespaced.nextStoreCall(StoreCall.ADD).fails();
            namespaced
                    .service()
                    .addTaskAsync(Task.of("g", "t")
                            .payload("lost")
                            .delay(Duration.ofDays(1))
                            .build());
            namespaced
                    .service()
                    .addTask(Task.of("g", "t")
                            .payload("a")
                            .delay(Duration.ofDays(30))
                            .build());
            assertThat(namespaced.advance(Duration.ofDays(30))).isOne();
            assertThat(ran).containsExactly("a");
        }
    }

    @Test
    void callbackShouldSeeTheTimeAtWhichItIsDue() {
        List<Instant> times = new ArrayList<>();
        kit.on("g", "t", String.class, (payload, task) -> times.add(kit.now()));
        add("t", "a", Duration.ofHours(1));
        add("t", "b", Duration.ofHours(2));
        kit.advance(Duration.ofDays(1));
        assertThat(times).containsExactly(START.plusSeconds(3_600), START.plusSeconds(7_200));
        assertThat(kit.clock().withZone(ZoneId.of("Europe/Paris")).instant()).isEqualTo(kit.now());
        assertThat(kit.clock().instant()).isEqualTo(START.plus(Duration.ofDays(1)));
    }

    @Test
    void tasksShouldRunInTheOrderOfTheirTimeWhateverTheOrderOfAdding() {
        record("t");
        record("u");
        Random random = new Random(1);
        List<Integer> delays = new ArrayList<>(IntStream.range(0, 2_000).boxed().toList());
        Collections.shuffle(delays, random);
        delays.forEach(
                delay -> add(random.nextBoolean() ? "t" : "u", String.valueOf(delay), Duration.ofMinutes(delay)));
        assertThat(kit.advance(Duration.ofDays(2))).isEqualTo(2_000);
        assertThat(ran)
                .containsExactlyElementsOf(
                        IntStream.range(0, 2_000).mapToObj(String::valueOf).toList());
    }

    @Test
    void runDueShouldRunWhatIsDueNowAndWhatItAdds() {
        kit.on("g", "t", Integer.class, (number, task) -> {
            if (number > 0) {
                kit.service().addTask(Task.of("g", "t").payload(number - 1).build());
            }
        });
        kit.service().addTask(Task.of("g", "t").payload(5).build());
        assertThat(kit.deliveries()).isEmpty();
        assertThat(kit.runDue()).isEqualTo(6);
        assertThat(kit.now()).isEqualTo(START);
    }

    @Test
    void timeShouldNotGoBack() {
        kit.advanceTo(START.plusSeconds(10));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> kit.advanceTo(START.plusSeconds(9)))
                .withMessageContaining("Time does not go back");
        assertThatIllegalArgumentException().isThrownBy(() -> kit.advance(Duration.ofMillis(-1)));
        kit.advanceTo(START.plusSeconds(10));
        assertThat(kit.now()).isEqualTo(START.plusSeconds(10));
    }

    @Test
    void callbackThatMovesTimeShouldFailAndNameSpend() {
        kit.on("g", "t", String.class, (payload, task) -> kit.advance(Duration.ofHours(1)));
        add("t", "a", Duration.ZERO);
        kit.runDue();
        assertThat(kit.deliveries()).singleElement().satisfies(delivery -> {
            assertThat(delivery.outcome()).isEqualTo(Outcome.RETRIED);
            assertThat(delivery.failure())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("spend");
        });
    }

    @Test
    void spendShouldBeRefusedOutsideOfCallbacks() {
        assertThatIllegalStateException()
                .isThrownBy(() -> kit.spend(Duration.ofSeconds(1)))
                .withMessageContaining("advance");
    }

    @Test
    void endlessLoopAtOneInstantShouldEndWithAnError() {
        kit.on("g", "t", String.class, (payload, task) -> kit.service()
                .addTask(Task.of("g", "t").payload("again").build()));
        kit.service().addTask(Task.of("g", "t").payload("first").build());
        assertThatIllegalStateException()
                .isThrownBy(() -> kit.advance(Duration.ofDays(1)))
                .withMessageContaining("without a delay")
                .withMessageContaining("g/t");
        assertThat(kit.now()).isEqualTo(START);
    }

    @Test
    void manyTasksThatAreDueTogetherShouldBeNoEndlessLoop() {
        kit.loops().allowAtOnce(100);
        kit.on("g", "t", Integer.class, (payload, task) -> {});
        kit.service()
                .addTasks(IntStream.range(0, 1_000)
                        .mapToObj(i -> Task.of("g", "t").payload(i).build())
                        .toList());
        assertThat(kit.runDue()).isEqualTo(1_000);
    }

    @Test
    void thousandsOfTasksOverAYearShouldTakeSeconds() {
        kit.on("g", "t", Integer.class, (payload, task) -> {});
        kit.service()
                .addTasks(IntStream.range(0, 20_000)
                        .mapToObj(i -> Task.of("g", "t")
                                .payload(i)
                                .delay(Duration.ofSeconds(1_576L * i))
                                .build())
                        .toList());
        assertThat(kit.advance(Duration.ofDays(365))).isEqualTo(20_000);
        assertThat(kit.tasks()).isEmpty();
    }

    @Test
    void clearShouldLeaveNothingButCallbacksAndTheRegister() {
        record("t");
        add("t", "a", Duration.ZERO);
        kit.nextCallback("g", "t").fails(new IllegalStateException("no"));
        kit.advance(Duration.ofMillis(10));
        add("t", "b", Duration.ofHours(1));
        kit.service().topic("g", "t").pause();
        kit.nextCallback("g", "t").fails(new IllegalStateException("no"));
        kit.nextStoreCall().fails();
        kit.advance(Duration.ZERO);
        kit.clear();
        assertThat(kit.now()).isEqualTo(START);
        assertThat(kit.tasks()).isEmpty();
        assertThat(kit.deliveries()).isEmpty();
        assertThat(kit.register().topics()).isEqualTo(Map.of("g", Set.of("t")));
        add("t", "c", Duration.ofMillis(20));
        assertThat(kit.advance(Duration.ofMillis(20))).isOne();
        assertThat(ran).containsExactly("c");
        assertThat(kit.deliveries()).extracting(TestDelivery::outcome).containsExactly(Outcome.FINISHED);
    }

    @Test
    void tasksShouldBeListedInTheOrderInWhichTheyAreDue() {
        add("t", "b", Duration.ofHours(2));
        add("u", "a", Duration.ofHours(1));
        add("t", "c", Duration.ofHours(2));
        assertThat(kit.tasks()).extracting(TaskInfo::id).containsExactly("a", "b", "c");
        assertThat(kit.tasks()).extracting(TaskInfo::state).containsOnly(TaskState.DELAYED);
    }

    @Test
    void kitShouldBeginAtTheSystemsTimeInMilliseconds() {
        Instant before = Instant.now().minusMillis(1);
        try (DelayQueueTestKit now = DelayQueueTestKit.create(engine -> {})) {
            assertThat(now.now()).isBetween(before, Instant.now());
            assertThat(now.now().getNano() % 1_000_000).isZero();
        }
    }

    @Test
    void queueThatIsNotThereShouldBeNamedWithThoseThatAre() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> kit.queue("mail"))
                .withMessage("There is no queue 'mail' in this kit, only kit.queue()");
    }

    @Test
    void missingDefaultQueueShouldNameTheOthers() {
        KitAssembly assembly = new KitAssembly(START);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> assembly.kit().service())
                .withMessageContaining("There is no queue 'default', nor any other")
                .withMessageContaining("switched its queues off");
        assembly.backend("mail");
        assembly.backend("print");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> assembly.kit().tasks())
                .withMessage("There is no queue 'default' in this kit, only kit.queue(\"mail\"), kit.queue(\"print\")");
    }

    @Test
    void closedKitShouldOnlyBeLookedAt() {
        record("t");
        add("t", "a", Duration.ZERO);
        kit.runDue();
        add("t", "b", Duration.ofDays(1));
        TestQueue queue = kit.queue();
        kit.close();
        kit.close();
        for (ThrowingCallable use : List.<ThrowingCallable>of(
                kit::runDue,
                () -> kit.advance(Duration.ofDays(1)),
                () -> kit.advanceTo(START),
                kit::clear,
                kit::crash,
                kit::service,
                kit::register,
                kit::puller,
                kit::inspector,
                () -> record("u"),
                () -> kit.nextCallback("g", "t"),
                kit::nextStoreCall,
                () -> queue.nextStoreCall(StoreCall.ADD))) {
            assertThatIllegalStateException().isThrownBy(use).withMessageContaining("closed");
        }
        assertThat(kit.now()).isEqualTo(START);
        assertThat(kit.deliveries()).hasSize(1);
        assertThat(kit)
                .delivered(1)
                .hasTask("g", "t")
                .withId("b")
                .withPayload("b")
                .dueIn(Duration.ofDays(1));
    }

    @Test
    void payloadShouldBeWrittenAsAnAddDoes() {
        assertThat(kit.json(Map.of("a", 1))).isEqualTo("{\"a\":1}");
        assertThat(kit.json("text")).isEqualTo("\"text\"");
    }
}
