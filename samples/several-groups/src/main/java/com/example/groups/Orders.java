package com.example.groups;

import io.delayqueue.DelayQueueService;
import io.delayqueue.RemoveResult;
import io.delayqueue.Tag;
import io.delayqueue.TaggedTasks;
import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskPage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Adds, finds and removes the tasks of orders in the groups of the router. */
@RestController
class Orders {

    private final DelayQueueService delayQueueService;

    private final Router router;

    Orders(DelayQueueService delayQueueService, Router router) {
        this.delayQueueService = delayQueueService;
        this.router = router;
    }

    @PostMapping("/orders/{order}")
    void place(
            @PathVariable String order,
            @RequestParam String customer,
            @RequestParam(defaultValue = "PT10S") Duration timeout) {
        delayQueueService.addTask(Task.of(router.group(order), "cancel")
                .id(order)
                .payload(order)
                .delay(timeout)
                .tag("customer", customer)
                .build());
    }

    /** Asks one group, because the number of the order says which. */
    @GetMapping("/orders/{order}")
    Optional<TaskInfo> find(@PathVariable String order) {
        return delayQueueService.findTask(router.group(order), order);
    }

    /** Asks one group, too. */
    @DeleteMapping("/orders/{order}")
    boolean pay(@PathVariable String order) {
        return delayQueueService.removeTask(router.group(order), order).outcome() == RemoveResult.Outcome.REMOVED;
    }

    /** Asks all registered groups one after another, because a customer has orders in many. */
    @GetMapping("/customers/{customer}")
    List<String> ofCustomer(@PathVariable String customer) {
        TaggedTasks tasks = delayQueueService.tagged(new Tag("customer", customer));
        List<String> orders = new ArrayList<>();
        TaskPage page;
        String cursor = null;
        do {
            page = tasks.list(cursor, 500);
            page.tasks().forEach(task -> orders.add(task.id()));
            cursor = page.cursor();
        } while (cursor != null);
        return orders;
    }

    /** Asks all groups. */
    @GetMapping("/waiting")
    long waiting() {
        return router.groups().stream()
                .mapToLong(group ->
                        delayQueueService.topic(group, "cancel").count().total())
                .sum();
    }
}
