package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.Task;
import io.delayqueue.test.DelayQueueTestKit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeveralQueuesTests {

    private final List<String> done = new ArrayList<>();

    @Test
    void queuesShouldShareOneTime() {
        try (DelayQueueTestKit kit = DelayQueueTestKit.builder()
                .configure(engine ->
                        engine.callback("orders", "ship", String.class, (parcel, context) -> done.add(parcel)))
                .queue(
                        "mail",
                        engine -> engine.callback("mails", "send", String.class, (mail, context) -> done.add(mail)))
                .build()) {
            kit.service().addTask(task("orders", "ship", "a parcel", Duration.ofDays(2)));
            kit.queue("mail").service().addTask(task("mails", "send", "a letter", Duration.ofDays(1)));
            assertThat(kit).hasTasks(1).hasNoTasks("mails");
            assertThat(kit.queue("mail")).hasTask("mails", "send").dueIn(Duration.ofDays(1));

            kit.advance(Duration.ofDays(2));

            assertThat(done).containsExactly("a letter", "a parcel");
        }
    }

    private static Task task(String group, String topic, String payload, Duration delay) {
        return Task.of(group, topic).payload(payload).delay(delay).build();
    }
}
