package io.delayqueue.internal.consume;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.internal.drive.GroupContext;
import io.delayqueue.internal.drive.Threads;
import io.delayqueue.internal.run.DeadLetterNotifier;
import io.delayqueue.internal.run.TaskRunner;
import io.delayqueue.internal.run.TestExecutions;
import io.delayqueue.store.Backend;
import io.delayqueue.store.Reservation;
import io.delayqueue.store.Signals;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TestPorts;
import io.delayqueue.testing.Drivers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SignalWaiterTests {

    private final List<String> reserved = new ArrayList<>();

    private final List<Object> awaited = new ArrayList<>();

    private final TaskStore store = TestPorts.answering(TaskStore.class, (method, arguments) -> {
        if (!method.getName().equals("reserve")) {
            return 0;
        }
        String topic = ((TopicName) arguments[0]).topic();
        reserved.add(topic);
        if (topic.equals("large")) {
            throw new OutOfMemoryError("for the test");
        }
        return new Reservation(List.of(), 0, 0, false, false);
    });

    private final Signals signals = TestPorts.answering(Signals.class, (method, arguments) -> {
        awaited.add(arguments[1]);
        return null;
    });

    private final Backend backend = TestPorts.answering(
            Backend.class, (method, arguments) -> method.getName().equals("tasks") ? store : signals);

    private final GroupContext context = Drivers.context(new AtomicLong(), backend, Drivers.threads());

    private TopicConsumer consumer(String name) {
        TopicName topic = new TopicName("g", name);
        TopicOptions one = TopicOptions.builder()
                .concurrency(1)
                .maxAttempts(1)
                .retryPolicy(ExponentialBackoff.DEFAULT)
                .build();
        TaskRunner runner = TestExecutions.runner(topic, null, one, context, List.of());
        DeadLetterNotifier deadLetters =
                new DeadLetterNotifier(List.of(), context.observers().taskEvents(), Threads.log());
        return new TopicConsumer(topic, runner, context, deadLetters, outcome -> {}, () -> {});
    }

    @Test
    void topicWhoseTasksDoNotFitIntoMemoryShouldNotKeepOthersFromBeingServed() {
        Map<String, TopicConsumer> consumers = new LinkedHashMap<>();
        List.of("large", "small").forEach(name -> consumers.put(name, consumer(name)));
        SignalWaiter waiter = new SignalWaiter(context, consumers);
        assertThat(waiter.run()).isZero();
        assertThat(reserved).containsExactly("large", "small");
        assertThat(awaited).containsExactly(List.of("small"));
        waiter.run();
        assertThat(reserved).as("it is tried again").containsExactly("large", "small", "large");
    }
}
