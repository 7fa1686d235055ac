package io.delayqueue.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.delayqueue.AddResult;
import io.delayqueue.DelayQueueService;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.Task;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Tasks with a cron expression. */
class RepeatsIT {

    private final String group = "g" + UUID.randomUUID();

    @AutoClose
    private final Instance instance = Instance.start(group);

    private final DelayQueueService service = instance.context().getBean(DelayQueueService.class);

    private AddResult add(String expression) {
        return service.addTask(Task.of(group, "tick")
                .id("tick")
                .repeat(Repeat.cron(expression, ZoneId.of("Europe/Berlin")))
                .build());
    }

    @Test
    void taskOfEachSecondShouldRunAtWholeSecondsUntilItIsRemoved() {
        AddResult added = add("* * * * * *");
        await().until(() -> instance.received().size() >= 3);
        assertThat(service.removeTask(group, "tick").task()).isNotNull();
        List<Instant> times = instance.received().stream()
                .map(line -> Instant.parse(line.substring(5)))
                .toList();
        assertThat(times).startsWith(added.dueAt()).allMatch(time -> time.getNano() == 0);
        assertThat(times).isSorted().doesNotHaveDuplicates();
        int before = instance.received().size();
        // One occurrence may have been about to run.
        await().during(Duration.ofSeconds(2)).until(() -> instance.received().size() <= before + 1);
        assertThat(instance.find("tick")).isEmpty();
    }

    @Test
    void macroShouldBeUnderstood() {
        assertThat(add("@daily").dueAt()).isAfter(Instant.now());
    }

    @Test
    void expressionThatIsNoneShouldBeRefusedWithTheReason() {
        assertThatExceptionOfType(InvalidTaskException.class)
                .isThrownBy(() -> add("61 * * * * *"))
                .withMessageContaining("'61 * * * * *' is none")
                .withMessageContaining("Second");
        assertThat(instance.find("tick")).isEmpty();
    }
}
