package io.delayqueue.scenario;

import static org.awaitility.Awaitility.await;

import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.store.Backend;
import io.delayqueue.store.RegistryStore;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TestPorts;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Groups that leave the registry together, while the store answers slowly. */
class RetirementIT {

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final List<String> groups = List.of("one", "two", "three");

    private final AtomicInteger resigning = new AtomicInteger();

    private final CountDownLatch answered = engines.gate();

    private volatile CountDownLatch readable = new CountDownLatch(0);

    @Test
    void groupsThatLeaveTogetherShouldNotWaitForEachOther() {
        DelayQueueEngine engine = engines.start(
                slow(engines.backend()),
                builder -> groups.forEach(group -> builder.callback(
                        TestEngines.topicCallback(group, (payload, context) -> {}, TopicOptions.DEFAULT))));
        await().until(() -> engine.status().groups().size() == groups.size());
        readable = new CountDownLatch(1);
        DelayQueueEngine other = engines.build();
        groups.forEach(other.register()::cancelGroup);
        readable.countDown();
        await().until(() -> resigning.get() == groups.size());
    }

    /** Has a pusher wait when it hands over, and a reading of the registry until all groups have left. */
    private Backend slow(Backend backend) {
        TaskStore tasks = TestPorts.answering(TaskStore.class, (method, arguments) -> {
            if (method.getName().equals("resign")) {
                resigning.incrementAndGet();
                answered.await();
            }
            return method.invoke(backend.tasks(), arguments);
        });
        RegistryStore registry = TestPorts.answering(RegistryStore.class, (method, arguments) -> {
            if (method.getName().equals("load")) {
                readable.await();
            }
            return method.invoke(backend.registry(), arguments);
        });
        return TestPorts.with(TestPorts.with(backend, TaskStore.class, tasks), RegistryStore.class, registry);
    }
}
