package io.delayqueue.demo;

import io.delayqueue.AddResult;
import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.engine.DelayQueueEngine;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.springframework.context.annotation.Bean;

/** Queue that confirms one task and loses it. Not a component: only tests that name it use it. */
class LostTask {

    @Bean
    DelayQueueService losingQueue(DelayQueueEngine engine) {
        DelayQueueService queue = engine.service();
        return (DelayQueueService) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {DelayQueueService.class},
                (proxy, method, arguments) -> method.getName().equals("addTasks")
                        ? addAllButOne(queue, (Collection<?>) arguments[0])
                        : method.invoke(queue, arguments));
    }

    private static List<AddResult> addAllButOne(DelayQueueService queue, Collection<?> tasks) {
        return tasks.stream()
                .map(Task.class::cast)
                .map(task -> task.id().equals("cancel-1")
                        ? new AddResult(task.id(), AddResult.Outcome.ADDED, Instant.now())
                        : queue.addTask(task))
                .toList();
    }
}
