package io.delayqueue.internal.consume;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.TopicName;
import io.delayqueue.callback.AllowedCallbacks;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.internal.drive.DrainedGroups;
import io.delayqueue.internal.drive.GroupContext;
import io.delayqueue.internal.drive.Observers;
import io.delayqueue.internal.drive.Threads;
import io.delayqueue.internal.heartbeat.WorkCounters;
import io.delayqueue.internal.run.Attempts;
import io.delayqueue.internal.run.CallbackInvoker;
import io.delayqueue.internal.run.DeadLetterNotifier;
import io.delayqueue.internal.run.Repeats;
import io.delayqueue.internal.run.TaskRunner;
import io.delayqueue.store.Backend;
import io.delayqueue.store.Reservation;
import io.delayqueue.store.Signals;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TestPorts;
import io.delayqueue.testing.Drivers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

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

    private final GroupContext context = new GroupContext(
            "g",
            "i",
            new AtomicLong(),
            Duration.ofSeconds(30),
            TestPorts.answering(
                    Backend.class, (method, arguments) -> method.getName().equals("tasks") ? store : signals),
            Drivers.threads(),
            new Observers(new WorkCounters()),
            new DrainedGroups());

    private TopicConsumer consumer(String name) {
        TopicName topic = new TopicName("g", name);
        CallbackInvoker invoker = new CallbackInvoker(
                JsonMapper.shared(), AllowedCallbacks.NONE, getClass().getClassLoader(), any -> true, any -> {});
        TaskRunner runner = new TaskRunner(
                topic,
                null,
                new TopicOptions(1, null, 1, ExponentialBackoff.DEFAULT),
                context,
                invoker,
                new Repeats(null),
                List.of(),
                new Attempts());
        DeadLetterNotifier deadLetters =
                DeadLetterNotifier.onThreads(List.of(), context.observers().taskEvents(), Threads.log());
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
