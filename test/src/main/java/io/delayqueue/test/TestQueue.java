package io.delayqueue.test;

import io.delayqueue.DelayQueueService;
import io.delayqueue.ServiceRegister;
import io.delayqueue.Task;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskInfo;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.internal.drive.EngineSteps;
import io.delayqueue.memory.InMemoryBackend;
import io.delayqueue.monitor.DelayQueueInspector;
import io.delayqueue.pull.TaskPuller;
import io.delayqueue.store.Backend;
import io.delayqueue.test.assertions.QueueView;
import io.delayqueue.test.assertions.TestDelivery;
import io.delayqueue.test.assertions.TestQueueAssert;
import io.delayqueue.test.faults.NextStoreCall;
import io.delayqueue.test.faults.StoreCall;
import io.delayqueue.test.faults.StoreFaults;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.AssertProvider;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * One queue of a {@link DelayQueueTestKit}: a real engine on a store in memory, whose time the kit moves. Usable until
 * {@link DelayQueueTestKit#close}. Thread-safe.
 */
public final class TestQueue implements AssertProvider<TestQueueAssert> {

    private final String name;

    private final VirtualTime time;

    private final InMemoryBackend store;

    private final StoreFaults faults = new StoreFaults();

    private final Plans plans = new Plans();

    private final Deliveries deliveries;

    private final Backend backend;

    private volatile @Nullable DelayQueueEngine engine;

    /** Whether the engine is the kit's to start, and not an application's. */
    private volatile boolean own;

    private volatile boolean started;

    TestQueue(String name, VirtualTime time) {
        this.name = name;
        this.time = time;
        this.store = new InMemoryBackend(time.clock());
        this.backend = faults.around(store);
        this.deliveries = new Deliveries(time, plans);
    }

    Backend backend() {
        return backend;
    }

    void prepare(DelayQueueEngineBuilder builder) {
        builder.stepwise(store, deliveries::caller);
    }

    void engine(DelayQueueEngine made) {
        engine = made;
    }

    void own(DelayQueueEngine made) {
        engine = made;
        own = true;
    }

    private DelayQueueEngine engine() {
        DelayQueueEngine made = engine;
        if (made == null) {
            throw new IllegalStateException("The engine of the queue '" + name + "' has not been made yet");
        }
        return made;
    }

    /** The engine for whoever wants something of it. */
    private DelayQueueEngine open() {
        time.requireOpen();
        return engine();
    }

    /** Starts an engine that is the kit's, once. */
    synchronized void start() {
        if (own && !started) {
            engine().start();
            started = true;
        }
    }

    EngineSteps steps() {
        return engine().steps();
    }

    void clear() {
        faults.clear();
        plans.clear();
        if (engine != null) {
            steps().crash();
        }
        store.clear();
        deliveries.clear();
    }

    void close() {
        if (own) {
            engine().close();
        }
    }

    /** {@return its name, {@value DelayQueueEngine#DEFAULT_NAME} if it has been given none} */
    public String name() {
        return name;
    }

    /**
     * Gives a topic its callback, before the time is moved first.
     *
     * @param group the group's name
     * @param topic the topic's name
     * @param payloadType what payloads are read as
     * @param callback what to call
     * @param <P> the payload's type
     * @return this queue
     * @throws IllegalStateException if the topic has a callback already, or the engine has started: when time was moved or a
     *     task was pulled
     */
    public <P> TestQueue on(String group, String topic, Class<P> payloadType, TaskCallback<? super P> callback) {
        return on(group, topic, payloadType, callback, TopicOptions.DEFAULT);
    }

    /**
     * Gives a topic its callback, before the time is moved first.
     *
     * @param group the group's name
     * @param topic the topic's name
     * @param payloadType what payloads are read as
     * @param callback what to call
     * @param options how to run it
     * @param <P> the payload's type
     * @return this queue
     * @throws IllegalStateException as without options
     */
    public <P> TestQueue on(
            String group, String topic, Class<P> payloadType, TaskCallback<? super P> callback, TopicOptions options) {
        Objects.requireNonNull(callback, "callback must not be null");
        open().addCallback(new TopicCallback(
                new TopicName(group, topic),
                payloadType,
                callback,
                options,
                callback.getClass().getName()));
        return this;
    }

    /** {@return what adds tasks} */
    public DelayQueueService service() {
        return open().service();
    }

    /** {@return the register of groups and topics} */
    public ServiceRegister register() {
        return open().register();
    }

    /** {@return what takes due tasks without a callback; it waits for none, however long it is told to} */
    public TaskPuller puller() {
        time.requireOpen();
        start();
        return engine().puller();
    }

    /** {@return what looks the store through; no instance tells there what it does} */
    public DelayQueueInspector inspector() {
        return open().inspector();
    }

    /**
     * {@return all tasks that are not finished, of all groups, dead letters too, in the order in which they were or will be due, then of
     * adding}
     */
    public List<TaskInfo> tasks() {
        return store.allTasks();
    }

    /** {@return all calls of callbacks since the queue was made or cleared, in the order in which they began} */
    public List<TestDelivery> deliveries() {
        return deliveries.all();
    }

    /**
     * Says how the next call of a topic's callback goes.
     *
     * @param group the group's name
     * @param topic the topic's name
     * @return what to say it to
     */
    public NextCallback nextCallback(String group, String topic) {
        time.requireOpen();
        return new NextCallback(plans, new TopicName(group, topic));
    }

    /**
     * Says how the next call of the store goes wrong, whichever it is but for those that the engine also makes by itself, when nothing is to
     * be done: {@link StoreCall#PUSH}, {@link StoreCall#RENEW}, {@link StoreCall#FIND}, {@link StoreCall#TIME}, {@link StoreCall#TRIM},
     * {@link StoreCall#REGISTER} and {@link StoreCall#READ_REGISTER}. What was said of a particular call goes first. An inspector's audits
     * do not fail.
     *
     * @return what to say it to
     */
    public NextStoreCall nextStoreCall() {
        time.requireOpen();
        return faults.next(null);
    }

    /**
     * Says how the next call of the store of this kind goes wrong.
     *
     * @param call the kind
     * @return what to say it to
     */
    public NextStoreCall nextStoreCall(StoreCall call) {
        time.requireOpen();
        return faults.next(Objects.requireNonNull(call, "call must not be null"));
    }

    /**
     * Writes a payload as an add does.
     *
     * @param payload the payload
     * @return its JSON
     * @throws io.delayqueue.InvalidTaskException if it cannot be written
     */
    public String json(Object payload) {
        Task task = Task.of("json", "json")
                .payload(Objects.requireNonNull(payload, "payload must not be null"))
                .build();
        return JsonMapper.shared().writeValueAsString(engine().freeze(task).payload());
    }

    /** {@return assertions on this queue}, which {@code Assertions.assertThat(queue)} is shorter for */
    @Override
    public TestQueueAssert assertThat() {
        return new TestQueueAssert(this, this::view);
    }

    QueueView view() {
        List<String> planned = new ArrayList<>(plans.left());
        planned.addAll(faults.left());
        return new QueueView(
                name,
                time.clock().instant(),
                store.dueTimes(),
                new QueueView.Calls(deliveries(), planned, this::isTaken),
                this::json);
    }

    /** Whether a callback takes a topic's tasks; an engine that does not run tells nothing. */
    private boolean isTaken(TopicName topic) {
        DelayQueueEngine made = engine;
        return made == null
                || !made.isRunning()
                || made.status().groups().stream()
                        .flatMap(group -> group.topics().stream())
                        .anyMatch(taken -> taken.name().equals(topic));
    }

    @Override
    public String toString() {
        return "queue '" + name + "'";
    }
}
