package io.delayqueue.demo;

import io.delayqueue.AddResult;
import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.engine.DelayQueueEngine;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.springframework.context.annotation.Bean;

/** A queue that confirms one task and loses it. Not a component: only the tests that name it get it. */
class LostTask {

    @Bean
    DelayQueueService losingQueue(DelayQueueEngine engine) {
        return new LosingQueue(engine.service());
    }

    private record LosingQueue(DelayQueueService queue) implements DelayQueueService {

        @Override
        public AddResult addTask(Task task) {
            return queue.addTask(task);
        }

        @Override
        public List<AddResult> addTasks(Collection<Task> tasks) {
            return tasks.stream().map(this::confirm).toList();
        }

        private AddResult confirm(Task task) {
            return task.id().equals("cancel-1")
                    ? new AddResult(task.id(), AddResult.Outcome.ADDED, Instant.now())
                    : queue.addTask(task);
        }

        @Override
        public CompletableFuture<AddResult> addTaskAsync(Task task) {
            return queue.addTaskAsync(task);
        }

        @Override
        public Optional<TaskInfo> findTask(String group, String id) {
            return queue.findTask(group, id);
        }
    }
}
