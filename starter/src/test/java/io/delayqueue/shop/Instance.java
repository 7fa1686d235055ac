package io.delayqueue.shop;

import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueService;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.shop.Listeners.Work;
import java.util.Optional;
import java.util.Queue;
import org.springframework.context.ConfigurableApplicationContext;

/** Running instance of the shop. */
record Instance(ConfigurableApplicationContext context, String group) implements AutoCloseable {

    static Instance start(String group, String... properties) {
        return new Instance(ShopApplication.start(group, properties), group);
    }

    static Instance start(String group, Work work, String... properties) {
        return new Instance(
                ShopApplication.start(group, beans -> beans.registerBean(Work.class, () -> work), properties), group);
    }

    Orders orders() {
        return context.getBean(Orders.class);
    }

    @SuppressWarnings("unchecked")
    Queue<String> received() {
        return context.getBean("received", Queue.class);
    }

    DelayQueueEngine engine() {
        return context.getBean(DelayQueueEngine.class);
    }

    Optional<TaskInfo> find(String id) {
        return context.getBean(DelayQueueService.class).findTask(group, id);
    }

    /** Waits until the task is a dead letter. */
    TaskInfo awaitDead(String id) {
        return await().until(() -> find(id), task -> task.map(TaskInfo::state).equals(Optional.of(TaskState.DEAD)))
                .orElseThrow();
    }

    @Override
    public void close() {
        context.close();
    }
}
