package io.delayqueue.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DeadLetter;
import io.delayqueue.DeadLetterListener;
import io.delayqueue.DelayQueueService;
import io.delayqueue.TopicOperations;
import java.util.Queue;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Application that listens to its dead letters and keeps some of them. */
class DeadLettersIT {

    private final String group = "g" + UUID.randomUUID();

    /** Adds a task, so it depends on the service, which depends on the engine. */
    record Alarm(Orders orders, Queue<String> received) implements DeadLetterListener {
        @Override
        public void onDeadLetter(DeadLetter letter) {
            received.add(letter.topic().topic() + " " + letter.payload() + ": "
                    + letter.error().getMessage());
            orders.add("work", letter.attempts());
        }
    }

    @Test
    void listenerShouldHearOfDeadLettersAndBeAbleToAddTasks() {
        try (Instance instance = new Instance(
                ShopApplication.start(
                        group, beans -> beans.registerBean(Alarm.class), "delayqueue.retry.initial-delay=10ms"),
                group)) {
            instance.orders().add("failing", "no luck");
            await().untilAsserted(() -> assertThat(instance.received())
                    .containsExactly("attempt 1", "attempt 2", "attempt 3", "failing \"no luck\": no luck", "work 3"));
        }
    }

    @Test
    void deadLettersShouldBeKeptAsThePropertiesSay() {
        try (Instance instance = Instance.start(group)) {
            for (int i = 0; i < 5; i++) {
                instance.orders().add("map", i);
            }
            await().until(() -> dead(instance).count().dead() == 5);
        }
        try (Instance instance = Instance.start(group, "delayqueue.dead-letter.max-count=2")) {
            await().until(() -> dead(instance).count().dead() == 2);
        }
    }

    private TopicOperations dead(Instance instance) {
        return instance.context().getBean(DelayQueueService.class).topic(group, "map");
    }
}
