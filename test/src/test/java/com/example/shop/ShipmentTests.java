package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.delayqueue.Task;
import io.delayqueue.TaskBuilder;
import io.delayqueue.TaskState;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.limit.Limit;
import io.delayqueue.test.DelayQueueExtension;
import io.delayqueue.test.DelayQueueTestKit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Failures in docs/testing.md. */
class ShipmentTests {

    private final List<String> shipped = new ArrayList<>();

    @RegisterExtension
    final DelayQueueExtension queue = DelayQueueExtension.configure(
            engine -> engine.callback("orders", "ship", String.class, (parcel, context) -> shipped.add(parcel)));

    @Test
    void callbackShouldBeCalledAgainWhenItFails(DelayQueueTestKit kit) {
        kit.nextCallback("orders", "ship").fails(new IllegalStateException("The van has broken down"));
        kit.service().addTask(ship("a parcel").build());

        kit.runDue();
        assertThat(kit).failed(1).hasTask("orders", "ship").dueIn(Duration.ofSeconds(1));

        kit.advance(Duration.ofSeconds(1));
        assertThat(shipped).containsExactly("a parcel");
    }

    @Test
    void tenParcelsShouldBeShippedInASecond(DelayQueueTestKit kit) {
        kit.inspector().setLimit(Limit.of("orders", "ship").rate(10, TimeUnit.SECONDS));
        for (int i = 0; i < 1_000; i++) {
            kit.service().addTask(ship("parcel " + i).build());
        }
        kit.runDue();

        assertThat(kit.advance(Duration.ofMinutes(1))).isEqualTo(600);
    }

    @Test
    void failureShouldBeADeadLetterWhenAttemptsAreSpent(DelayQueueTestKit kit) {
        kit.nextCallback("orders", "ship").fails(5, new IllegalStateException("The van has broken down"));
        kit.service().addTask(ship("a parcel").build());

        kit.advance(Duration.ofHours(1));

        assertThat(kit)
                .delivered(5)
                .dead("orders", "ship")
                .withAttempts(5)
                .withError("The van has broken down")
                .withError(IllegalStateException.class);
    }

    @Test
    void addShouldThrowWhenTheStoreIsAway(DelayQueueTestKit kit) {
        kit.nextStoreCall().fails();

        assertThatExceptionOfType(TaskStoreUnavailableException.class)
                .isThrownBy(() -> kit.service().addTask(ship("a parcel").build()));

        assertThat(kit).hasNoTasks();
    }

    @Test
    void addShouldMakeNoSecondTaskWhenTheFirstReplyIsLost(DelayQueueTestKit kit) {
        Task task = ship("a parcel").build();
        kit.nextStoreCall().losesReply();

        assertThatExceptionOfType(TaskStoreUnavailableException.class)
                .isThrownBy(() -> kit.service().addTask(task));
        kit.service().addTask(task);

        assertThat(kit).hasTasks(1);
    }

    @Test
    void taskShouldComeBackWithItsLeaseAfterACrash(DelayQueueTestKit kit) {
        kit.nextCallback("orders", "ship").crashesAfter();
        kit.service().addTask(ship("a parcel").build());

        kit.runDue();
        assertThat(kit).hasTask("orders", "ship").withState(TaskState.RESERVED);

        kit.advance(Duration.ofSeconds(30)); // the lease
        assertThat(shipped).containsExactly("a parcel", "a parcel");
        assertThat(kit).delivered(2).finished(1).hasNoTasks();
    }

    @Test
    void callbackShouldFailWhenItTakesTooLong(DelayQueueTestKit kit) {
        kit.nextCallback("orders", "ship").takes(Duration.ofMinutes(2));
        kit.service().addTask(ship("a parcel").ttr(Duration.ofMinutes(1)).build());

        kit.advance(Duration.ofMinutes(1));

        assertThat(kit).failed(1).hasTask("orders", "ship").withAttempts(1).dueIn(Duration.ofSeconds(1));
    }

    private static TaskBuilder ship(String parcel) {
        return Task.of("orders", "ship").payload(parcel);
    }
}
