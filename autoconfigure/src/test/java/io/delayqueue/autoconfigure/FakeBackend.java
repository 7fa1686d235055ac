package io.delayqueue.autoconfigure;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyList;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.willAnswer;
import static org.mockito.Mockito.mock;

import io.delayqueue.store.AddStatus;
import io.delayqueue.store.AuditStore;
import io.delayqueue.store.Backend;
import io.delayqueue.store.DeadLetterStore;
import io.delayqueue.store.HistoryStore;
import io.delayqueue.store.InstanceStore;
import io.delayqueue.store.LimitStore;
import io.delayqueue.store.LimitStore.Changes;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.RegistryStore;
import io.delayqueue.store.Signals;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TopicStore;
import io.delayqueue.store.WakeUps;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Store without a server: accepts tasks, has an empty registry, and sends no signals. */
final class FakeBackend implements Backend {

    /** Adds the store of the queue {@code billing}. */
    @Configuration(proxyBeanMethods = false)
    static class Billing {

        @Bean(defaultCandidate = false)
        @Qualifier("billing")
        FakeBackend billingStore() {
            return new FakeBackend();
        }
    }

    /** JSON of the added tasks. */
    final List<String> added = new ArrayList<>();

    final RegistryStore registry = mock(RegistryStore.class);

    private final TaskStore tasks = mock(TaskStore.class);

    final LimitStore limits = mock(LimitStore.class);

    private final Signals signals = mock(Signals.class);

    int closed;

    FakeBackend() {
        given(registry.load()).willReturn(Map.of());
        given(limits.declare(anyString(), any(), any())).willReturn(new Changes(new TreeMap<>(), new TreeMap<>()));
        given(tasks.add(anyString(), anyList())).willAnswer(call -> add(call.getArgument(1)));
    }

    private List<AddStatus> add(List<NewTask> newTasks) {
        newTasks.forEach(task -> added.add(new String(task.detail(), StandardCharsets.UTF_8)));
        return newTasks.stream()
                .map(task -> new AddStatus(AddStatus.Kind.ADDED, task.time()))
                .toList();
    }

    @Override
    public TaskStore tasks() {
        return tasks;
    }

    @Override
    public TopicStore topics() {
        return mock(TopicStore.class);
    }

    @Override
    public LimitStore limits() {
        return limits;
    }

    @Override
    public DeadLetterStore deadLetters() {
        return mock(DeadLetterStore.class);
    }

    @Override
    public HistoryStore history() {
        return mock(HistoryStore.class);
    }

    @Override
    public AuditStore audit() {
        return mock(AuditStore.class);
    }

    @Override
    public RegistryStore registry() {
        return registry;
    }

    @Override
    public InstanceStore instances() {
        return mock(InstanceStore.class);
    }

    @Override
    public Signals signals() {
        return signals;
    }

    @Override
    public WakeUps wakeUps() {
        CountDownLatch closed = new CountDownLatch(1);
        WakeUps.Subscription subscription = mock(WakeUps.Subscription.class);
        willAnswer(call -> {
                    closed.await();
                    return null;
                })
                .given(subscription)
                .run();
        willAnswer(call -> {
                    closed.countDown();
                    return null;
                })
                .given(subscription)
                .close();
        WakeUps wakeUps = mock(WakeUps.class);
        given(wakeUps.open(any())).willReturn(subscription);
        return wakeUps;
    }

    @Override
    public String address() {
        return "nowhere";
    }

    @Override
    public void close() {
        closed++;
    }
}
