package io.delayqueue.demo.browser;

import static io.delayqueue.browser.Dashboard.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.testing.Commands;
import io.delayqueue.testing.Commands.Command;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Topic whose only task is behind many thousands of another topic. */
class CrowdedGroupIT extends BrowserFixture {

    private static final TopicName TOPIC = new TopicName("crowd", "mine");

    private static final TopicName OTHERS = new TopicName("crowd", "others");

    /** More than a page reads before it asks the user to continue. */
    private static final int TASKS = 21_000;

    private static final int BATCH = 500;

    @Autowired
    private DelayQueueService tasks;

    @AfterEach
    void remove() {
        tasks.topic(OTHERS.group(), OTHERS.topic()).removeTasks();
        tasks.topic(TOPIC.group(), TOPIC.topic()).removeTasks();
    }

    @Test
    void taskShouldBeFoundAtOnceHoweverManyOtherTopicsHave() {
        fill();
        // The first list loads the script, which costs a second call.
        tasks.topic(TOPIC.group(), TOPIC.topic()).list(TaskState.DELAYED, null, 1);
        List<Command> lists = Commands.ofClients(OwnRedis.SERVER, () -> {
                    dashboard.topic(TOPIC, "");
                    browser.visible(row("needle"));
                })
                .stream()
                .filter(CrowdedGroupIT::isList)
                .toList();
        // A page lists again after two seconds.
        long refreshed = lists.get(0).micros() + TimeUnit.SECONDS.toMicros(2);
        assertThat(lists).filteredOn(list -> list.micros() < refreshed).hasSize(1);
    }

    private void fill() {
        for (int from = 0; from < TASKS; from += BATCH) {
            tasks.addTasks(IntStream.range(0, BATCH)
                    .mapToObj(i -> Task.of(OTHERS.group(), OTHERS.topic())
                            .delay(Duration.ofHours(1))
                            .build())
                    .toList());
        }
        tasks.addTask(Task.of(TOPIC.group(), TOPIC.topic())
                .id("needle")
                .delay(Duration.ofDays(1))
                .build());
    }

    private static boolean isList(Command call) {
        return call.name().startsWith("eval")
                && call.arguments()
                        .contains("\"{crowd}:DETAIL\" \"{crowd}:DELIVERIES\" \"{crowd}:ERRORS\" \"{crowd}:WAITING:");
    }
}
