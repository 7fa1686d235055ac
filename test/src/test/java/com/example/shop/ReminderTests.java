package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.Task;
import io.delayqueue.test.DelayQueueExtension;
import io.delayqueue.test.DelayQueueTestKit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ReminderTests {

    record Reminder(String customer) {}

    private final List<String> reminded = new ArrayList<>();

    @RegisterExtension
    final DelayQueueExtension queue = DelayQueueExtension.configure(engine -> engine.callback(
            "customers", "remind", Reminder.class, (reminder, context) -> reminded.add(reminder.customer())));

    @Test
    void customersShouldBeRemindedInTheOrderOfTheirTimes(DelayQueueTestKit kit) {
        kit.service().addTask(reminder("Bob", Duration.ofDays(2)));
        kit.service().addTask(reminder("Alice", Duration.ofDays(1)));
        assertThat(kit).hasTasks(2);

        assertThat(kit.advance(Duration.ofDays(1))).isEqualTo(1);
        assertThat(kit.advance(Duration.ofDays(1))).isEqualTo(1);

        assertThat(reminded).containsExactly("Alice", "Bob");
        assertThat(kit).hasNoTasks();
    }

    private static Task reminder(String customer, Duration delay) {
        return Task.of("customers", "remind")
                .payload(new Reminder(customer))
                .delay(delay)
                .build();
    }
}
