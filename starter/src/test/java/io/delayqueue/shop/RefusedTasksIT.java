package io.delayqueue.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueService;
import io.delayqueue.RejectTaskException;
import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.annotation.Header;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Positive;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Tasks whose headers or payload are invalid become dead letters at once, with the reason. */
class RefusedTasksIT {

    private static final Refund GOOD = new Refund(42, "Ada");

    private final String group = "g" + UUID.randomUUID();

    @AutoClose
    private final Instance instance =
            new Instance(ShopApplication.start(group, beans -> beans.registerBean(Refunds.class)), group);

    private String add(Refund refund, Map<String, String> headers) {
        Task task = Task.of(group, "refund").payload(refund).headers(headers).build();
        instance.context().getBean(DelayQueueService.class).addTask(task);
        return task.id();
    }

    private void assertDeadAtOnce(String id, String reason) {
        TaskInfo dead = instance.awaitDead(id);
        assertThat(dead.attempts()).isEqualTo(1);
        assertThat(dead.lastError().type()).isEqualTo(RejectTaskException.class.getName());
        assertThat(dead.lastError().message()).contains(reason);
        assertThat(instance.received()).isEmpty();
    }

    @Test
    void taskWithAllItNeedsShouldArrive() {
        add(GOOD, Map.of("number", "7"));
        await().untilAsserted(() -> assertThat(instance.received()).containsExactly("7 Ada"));
    }

    @Test
    void taskWithoutARequiredHeaderShouldDieAtOnce() {
        assertDeadAtOnce(
                add(GOOD, Map.of()), "The task has no header 'number', which the parameter 'number' (int) requires");
    }

    @Test
    void taskWithAHeaderThatDoesNotFitShouldDieAtOnce() {
        assertDeadAtOnce(
                add(GOOD, Map.of("number", "many")),
                "The header 'number' does not fit the parameter 'number' (int), because it is 'many'");
    }

    @Test
    void taskWithAPayloadThatIsNotValidShouldDieAtOnce() {
        assertDeadAtOnce(
                add(new Refund(-1, ""), Map.of("number", "7")),
                "The payload is not valid: cents must be greater than 0; customer must not be blank");
    }

    record Refund(
            @Positive(message = "must be greater than 0") long cents,
            @NotBlank(message = "must not be blank") String customer) {}

    record Refunds(Queue<String> received) {

        @DelayQueueListener(group = "${shop.group}", topic = "refund")
        void refund(@Header int number, @Valid Refund refund) {
            received.add(number + " " + refund.customer());
        }
    }
}
