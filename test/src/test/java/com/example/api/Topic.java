package com.example.api;

import io.delayqueue.DelayQueueService;
import io.delayqueue.TaskCounts;
import io.delayqueue.TaskPage;
import io.delayqueue.TaskState;
import io.delayqueue.TopicOperations;
import io.delayqueue.TopicStep;
import java.time.Instant;
import java.util.Set;

class Topic {

    private final TopicOperations topic;

    Topic(DelayQueueService service) {
        this.topic = service.topic("orders", "cancel-unpaid");
    }

    void read() {
        TaskCounts counts = topic.count(); // delayed, ready, reserved, dead, overdue; cheap with a million tasks
        System.out.println(topic.name() + " " + counts);
        String cursor = null;
        do {
            TaskPage page = topic.list(TaskState.DELAYED, cursor, 100); // without payloads
            page.tasks().forEach(task -> System.out.println(task.id() + " " + task.dueAt()));
            cursor = page.cursor();
        } while (cursor != null);
        TaskPage first = topic.listWithPayloads(TaskState.DEAD, null, 20);
    }

    void pause() { // for all instances; tasks fall due and wait
        boolean paused = topic.pause();
        boolean resumed = topic.resume();
        boolean held = topic.hold(Instant.now().plusSeconds(600)); // a pause that ends by itself
    }

    void deadLetters() {
        long chosen = topic.requeueSelected(Set.of("cancel-42", "cancel-43"));
        long all = topic.requeueDeadLetters();
        long gone = topic.purgeSelected(Set.of("cancel-44"));
        long rest = topic.purgeDeadLetters();
    }

    void requeueAtAPace() { // 50 a second, though this loop is faster
        TopicStep step = topic.requeueDeadLetters(null, 50);
        while (step.next() != null) {
            step = topic.requeueDeadLetters(step.next(), 50);
        }
    }

    void removeAll() { // all but dead letters
        long removed = topic.removeTasks();
    }
}
