package io.delayqueue.internal.consume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.internal.drive.BackgroundJob;
import io.delayqueue.internal.drive.Driver;
import io.delayqueue.internal.drive.GroupContext;
import io.delayqueue.internal.drive.JobHandle;
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
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SignalWaiterTests {

    private final List<String> reserved = new ArrayList<>();

    private final List<List<Object>> awaited = new ArrayList<>();

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

    /** The topics that have a signal, which stays. */
    private final Set<TopicName> signalled = new HashSet<>();

    /** The topic whose signal is a key of a foreign type. */
    private @Nullable TopicName foreign;

    /** Done within each wait. */
    private Runnable meanwhile = () -> {};

    /** The groups under which waits were interrupted. */
    private final List<Object> interrupted = new ArrayList<>();

    private final Signals signals = TestPorts.answering(Signals.class, (method, arguments) -> {
        if (method.getName().equals("interruptWait")) {
            interrupted.add(arguments[0]);
        }
        if (!method.getName().equals("await")) {
            return method.getReturnType() == boolean.class ? true : null;
        }
        meanwhile.run();
        List<Object> topics = List.copyOf((List<?>) arguments[0]);
        awaited.add(topics);
        for (Object topic : topics) {
            if (topic.equals(foreign)) {
                throw new TaskStoreException("WRONGTYPE", null);
            }
            if (signalled.contains(topic)) {
                return topic;
            }
        }
        return null;
    });

    /** The jobs of waiters by name, which run when a test runs them; those that are to stop are gone. */
    private final Map<String, BackgroundJob> jobs = new TreeMap<>();

    private final Driver driver = TestPorts.answering(Driver.class, (method, arguments) -> {
        String name = (String) arguments[0];
        BackgroundJob job = (BackgroundJob) arguments[1];
        return TestPorts.answering(JobHandle.class, (call, none) -> {
            if (call.getName().equals("start")) {
                jobs.put(name, job);
            } else if (call.getName().equals("stop")) {
                jobs.remove(name);
            }
            return call.getReturnType() == boolean.class ? false : null;
        });
    });

    private final Backend backend = TestPorts.answering(
            Backend.class, (method, arguments) -> method.getName().equals("tasks") ? store : signals);

    private final GroupContext context = Drivers.context(new AtomicLong(), backend, Drivers.threads());

    private final SignalWaiters waiters = new SignalWaiters(backend, "i", driver);

    private TopicConsumer consumer(String name) {
        return consumer(new TopicName("g", name));
    }

    private TopicConsumer consumer(TopicName topic) {
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
        SignalWaiter waiter = new SignalWaiter(new SignalWaiters(backend, "i", context.driver()), "g", false);
        waiter.groups.put("g", consumers);
        assertThat(waiter.run()).isZero();
        assertThat(reserved).containsExactly("large", "small");
        assertThat(awaited).containsExactly(List.of(new TopicName("g", "small")));
        waiter.run();
        assertThat(reserved).as("it is tried again").containsExactly("large", "small", "large");
    }

    /** Starts groups of one topic each, from g0 on. */
    private List<TopicName> start(int groups) {
        List<TopicName> topics = IntStream.range(0, groups)
                .mapToObj(i -> new TopicName("g" + i, "t"))
                .toList();
        topics.forEach(topic -> waiters.start(topic.group(), Map.of("t", consumer(topic))));
        return topics;
    }

    private BackgroundJob job(String name) {
        return Objects.requireNonNull(jobs.get(name));
    }

    @Test
    void groupsShouldShareWaitersForAtMost64Signals() {
        List<TopicName> topics = start(130);
        assertThat(jobs).containsOnlyKeys("consumer-1", "consumer-2", "consumer-3");
        jobs.values().forEach(BackgroundJob::run);
        assertThat(awaited).extracting(List::size).containsExactly(64, 64, 2);
        assertThat(awaited.stream().flatMap(List::stream)).containsExactlyInAnyOrderElementsOf(topics);

        waiters.leave("g128");
        waiters.leave("g129");
        assertThat(jobs).as("a waiter without groups ends").containsOnlyKeys("consumer-1", "consumer-2");
        waiters.leave("g7");
        awaited.clear();
        jobs.values().forEach(BackgroundJob::run);
        assertThat(awaited).extracting(List::size).containsExactly(63, 64);
        waiters.start("back", Map.of("t", consumer(new TopicName("back", "t"))));
        assertThat(jobs).as("a place is taken again").hasSize(2);
    }

    @Test
    void groupThatComesOrLeavesShouldEndTheWaitUnderWayOnce() {
        start(3);
        BackgroundJob job = job("consumer-1");
        job.run();
        assertThat(interrupted).isEmpty();
        List<Runnable> changes = List.of(
                () -> waiters.start("new", Map.of("t", consumer(new TopicName("new", "t")))),
                () -> waiters.leave("g1"),
                () -> waiters.recheck("g2"));
        for (Runnable change : changes) {
            interrupted.clear();
            awaited.clear();
            meanwhile = () -> {
                change.run();
                assertThat(interrupted).hasSize(1);
                waiters.recheck("g2");
            };
            job.run();
            assertThat(interrupted).containsExactly(((TopicName) awaited.get(0).get(0)).group());
        }
        waiters.recheck("g2");
        assertThat(interrupted).as("between two waits").hasSize(1);
        meanwhile = () -> {};
        awaited.clear();
        job.run();
        assertThat(awaited.get(0))
                .containsExactlyInAnyOrder(
                        new TopicName("g0", "t"), new TopicName("g2", "t"), new TopicName("new", "t"));
    }

    /** Each of 64 groups always has a signal: in each round each is served once. */
    @Test
    void groupWhoseSignalIsAlwaysThereShouldWaitForItsTurn() {
        List<TopicName> topics = start(64);
        BackgroundJob job = job("consumer-1");
        job.run();
        signalled.addAll(topics);
        List<Object> served = new ArrayList<>();
        for (int run = 0; run < 3 * 64; run++) {
            awaited.clear();
            job.run();
            served.add(awaited.get(0).get(0));
        }
        assertThat(served.subList(0, 64)).containsExactlyInAnyOrderElementsOf(topics);
        assertThat(served.subList(64, 128)).isEqualTo(served.subList(0, 64));
        assertThat(served.subList(128, 192)).isEqualTo(served.subList(0, 64));
    }

    @Test
    void quietGroupShouldBeServedNextBesideABusyOne() {
        TopicName busy = start(64).get(0);
        BackgroundJob job = job("consumer-1");
        signalled.add(busy);
        job.run();
        job.run();
        for (int quiet = 1; quiet < 64; quiet++) {
            TopicName topic = new TopicName("g" + quiet, "t");
            signalled.add(topic);
            awaited.clear();
            job.run();
            List<Object> order = awaited.get(0);
            assertThat(order.indexOf(topic)).isLessThan(order.indexOf(busy));
            signalled.remove(topic);
            job.run();
        }
    }

    @Test
    void groupWhoseKeyFailsTheWaitShouldGetAWaiterOfItsOwn() {
        List<TopicName> topics = start(64);
        foreign = topics.get(13);
        job("consumer-1").run();
        assertThat(jobs).containsOnlyKeys("consumer-1", "consumer-g13");
        assertThat(awaited).as("waits until the key is found").hasSizeLessThanOrEqualTo(13);

        awaited.clear();
        reserved.clear();
        assertThat(job("consumer-1").run()).isZero();
        assertThat(awaited)
                .singleElement()
                .satisfies(wait -> assertThat(wait).hasSize(63).doesNotContain(foreign));
        BackgroundJob alone = job("consumer-g13");
        assertThatThrownBy(alone::run).hasMessage("WRONGTYPE");
        assertThatThrownBy(alone::run).hasMessage("WRONGTYPE");
        assertThat(reserved).as("without a signal").hasSize(1);

        foreign = null;
        assertThat(alone.run()).isZero();
        waiters.leave("g13");
        assertThat(jobs).containsOnlyKeys("consumer-1");
    }

    @Test
    void waiterWhoseTopicsBecomeTooManyShouldGiveGroupsAway() {
        Map<String, TopicConsumer> growing = new ConcurrentHashMap<>();
        waiters.start("growing", growing);
        start(60);
        for (int i = 0; i < 100; i++) {
            growing.put("t" + i, consumer(new TopicName("growing", "t" + i)));
        }
        for (int run = 0; run < 62; run++) {
            job("consumer-1").run();
        }
        awaited.clear();
        jobs.values().forEach(BackgroundJob::run);
        assertThat(awaited.stream().flatMap(List::stream)).hasSize(160).doesNotHaveDuplicates();
        assertThat(awaited).extracting(List::size).containsOnlyOnce(100);
        assertThat(awaited).allMatch(wait -> wait.size() <= 64 || wait.size() == 100);
    }
}
