package com.example.api;

import io.delayqueue.AddResult;
import io.delayqueue.DelayQueueService;
import io.delayqueue.RemoveResult;
import io.delayqueue.Repeat;
import io.delayqueue.RepeatResult;
import io.delayqueue.RescheduleResult;
import io.delayqueue.Tag;
import io.delayqueue.TaggedTasks;
import io.delayqueue.Task;
import io.delayqueue.TaskCounts;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskPage;
import io.delayqueue.TaskState;
import io.delayqueue.TopicOperations;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Component;

@Component
class Service {

    private final DelayQueueService service;

    Service(DelayQueueService service) { // a bean of the starter
        this.service = service;
    }

    void add(Task task, List<Task> many) {
        AddResult one = service.addTask(task); // returns when the task is in Redis, else throws
        System.out.println(
                one.id() + " " + one.outcome() + " " + one.dueAt()); // ADDED, EXISTED, REPLACED, RECENT, AFTER_COMMIT
        List<AddResult> all = service.addTasks(many); // fewer calls of Redis; a result each, in order
        CompletableFuture<AddResult> later = service.addTaskAsync(task); // does not wait for Redis
    }

    void findAndRemove() {
        Optional<TaskInfo> found = service.findTask("orders", "cancel-42"); // in any state; empty once finished
        RemoveResult removed = service.removeTask("orders", "cancel-42"); // interrupts it if it runs
        System.out.println(removed.outcome() + " " + removed.task()); // REMOVED, NOT_FOUND, AFTER_COMMIT
        List<RemoveResult> these = service.removeTasks("orders", List.of("cancel-43", "cancel-44")); // in order
    }

    void reschedule(Instant tomorrow) { // a delayed or ready task
        RescheduleResult later = service.rescheduleTask("orders", "cancel-42", Duration.ofHours(1));
        RescheduleResult at = service.rescheduleTask("orders", "cancel-42", tomorrow);
        RescheduleResult now = service.runTaskNow("orders", "cancel-42");
        System.out.println(now.outcome()); // RESCHEDULED, NOT_FOUND, RUNNING, DEAD, AFTER_COMMIT
    }

    void interrupt(TaskInfo running) { // the attempt fails, as after its time to run
        boolean any = service.interruptTask("orders", "cancel-42");
        boolean only = service.interruptTask("orders", "cancel-42", running.reservedAt()); // this attempt alone
    }

    void repetitions() {
        RepeatResult changed = service.changeRepeat("reports", "sales", null, Repeat.fixedRate(Duration.ofHours(1)));
        RepeatResult paused = service.pauseRepeat("reports", "sales");
        RepeatResult resumed = service.resumeRepeat("reports", "sales");
        System.out.println(changed.outcome()); // CHANGED, UNCHANGED, CONFLICT, NOT_REPEATING, NOT_FOUND
    }

    void deadLetters() { // attempts count from one again
        boolean there = service.requeueDeadLetter("orders", "cancel-42");
        boolean corrected = service.requeueDeadLetter("orders", "cancel-43", new CancelOrder(43)); // another payload
    }

    void byTag(Instant tomorrow) { // of a group, or of all registered groups
        TaggedTasks order = service.tagged("orders", new Tag("order", "42"));
        TaggedTasks everywhere = service.tagged(Tag.parse("order=42"));
        TaskPage page = order.ofTopic("cancel-unpaid").list(null, 100);
        long tasks = everywhere.count();
        long later = order.inStates(TaskState.DELAYED).reschedule(tomorrow);
        long again = order.requeue(); // dead letters
        long removed = order.remove();
    }

    void countAndOperate() {
        List<TaskCounts> group = service.countTasks("orders"); // by topic and state
        List<TaskCounts> some = service.countTasks("orders", Set.of("cancel-unpaid"));
        TopicOperations topic = service.topic("orders", "cancel-unpaid"); // see the next section
    }
}
