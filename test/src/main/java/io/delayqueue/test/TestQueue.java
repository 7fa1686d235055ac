package io.delayqueue.test;

import io.delayqueue.BatchCallback;
import io.delayqueue.DelayQueueService;
import io.delayqueue.ServiceRegister;
import io.delayqueue.Task;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskInfo;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.internal.drive.Driver;
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
 * Queue of a {@link DelayQueueTestKit}: a real engine on a store in memory, whose time the kit moves. Usable until
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

    private volatile @Nullable ManualDriver driver;

    private volatile @Nullable DelayQueueEngine engine;

    /** Whether the kit starts the engine, and not an application. */
    private volatile boolean own;

    private volatile boolean started;

    TestQueue(String name, VirtualTime time) {
        this.name = name;
        this.time = time;
        this.store = new InMemoryBackend(time.clock());
        this.backend = faults.around(store, this::newDriver);
        this.deliveries = new Deliveries(time, plans);
    }

    Backend backend() {
        return backend;
    }

    /** For one engine: a new one, in place of the one before, gets a driver of its own. */
    private Driver newDriver() {
        ManualDriver made = new ManualDriver(store, deliveries::caller);
        driver = made;
        return made;
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
            throw notMade();
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

    ManualDriver driver() {
        ManualDriver made = driver;
        if (engine == null || made == null) {
            throw notMade();
        }
        return made;
    }

    private IllegalStateException notMade() {
        return new IllegalStateException("The engine of the queue '" + name + "' has not been made yet");
    }

    void clear() {
        faults.clear();
        plans.clear();
        if (engine != null) {
            driver().crash();
        }
        store.clear();
        deliveries.clear();
        if (engine != null) {
            driver().declare();
        }
    }

    void close() {
        if (own) {
            engine().close();
        }
    }

    /** {@return its name, {@value DelayQueueEngine#DEFAULT_NAME} by default} */
    public String name() {
        return name;
    }

    /**
     * Registers the callback of a topic, before the time is moved for the first time.
     *
     * @param group the group's name
     * @param topic the topic's name
     * @param payloadType the type of payloads
     * @param callback the callback
     * @param <P> the payload's type
     * @return this queue
     * @throws IllegalStateException if the topic has a callback already, or the engine has started: if the time was moved or a
     *     task was pulled
     */
    public <P> TestQueue on(String group, String topic, Class<P> payloadType, TaskCallback<? super P> callback) {
        return on(group, topic, payloadType, callback, TopicOptions.DEFAULT);
    }

    /**
     * Registers the callback of a topic, before the time is moved for the first time.
     *
     * @param group the group's name
     * @param topic the topic's name
     * @param payloadType the type of payloads
     * @param callback the callback
     * @param options the options of the topic
     * @param <P> the payload's type
     * @return this queue
     * @throws IllegalStateException as without options
     */
    public <P> TestQueue on(
            String group, String topic, Class<P> payloadType, TaskCallback<? super P> callback, TopicOptions options) {
        return add(group, topic, payloadType, callback, options);
    }

    /**
     * Registers the callback of a topic whose tasks run in batches, before the time is moved for the first time.
     *
     * @param group the group's name
     * @param topic the topic's name
     * @param payloadType the type of payloads
     * @param callback the callback
     * @param options the options of the topic, with the sizes of batches
     * @param <P> the payload's type
     * @return this queue
     * @throws IllegalStateException as for a callback of one task
     */
    public <P> TestQueue onBatch(
            String group, String topic, Class<P> payloadType, BatchCallback<P> callback, TopicOptions options) {
        return add(group, topic, payloadType, callback, options);
    }

    private TestQueue add(
            String group, String topic, Class<?> payloadType, TaskCallback<?> callback, TopicOptions options) {
        Objects.requireNonNull(callback, "callback must not be null");
        open().extensions()
                .addCallback(new TopicCallback(
                        new TopicName(group, topic),
                        payloadType,
                        callback,
                        options,
                        callback.getClass().getName()));
        return this;
    }

    /** {@return the service that adds tasks} */
    public DelayQueueService service() {
        return open().service();
    }

    /** {@return the registry of groups and topics} */
    public ServiceRegister register() {
        return open().register();
    }

    /** {@return the puller of due tasks; it never waits, whatever its time-out} */
    public TaskPuller puller() {
        time.requireOpen();
        start();
        return engine().puller();
    }

    /** {@return the inspector of the store, which has no heartbeats of instances} */
    public DelayQueueInspector inspector() {
        return open().inspector();
    }

    /** {@return all unfinished tasks of all groups, including dead letters, ordered by their due times, then by their ids} */
    public List<TaskInfo> tasks() {
        return store.allTasks();
    }

    /** {@return all calls of callbacks since the queue was created or cleared, in the order of their starts} */
    public List<TestDelivery> deliveries() {
        return deliveries.all();
    }

    /**
     * Plans the next call of a topic's callback.
     *
     * @param group the group's name
     * @param topic the topic's name
     * @return the plan
     */
    public NextCallback nextCallback(String group, String topic) {
        time.requireOpen();
        return new NextCallback(plans, new TopicName(group, topic));
    }

    /**
     * Plans the failure of the next call of the store of any kind, except those that the engine also makes by itself without
     * work: {@link StoreCall#PUSH}, {@link StoreCall#RENEW}, {@link StoreCall#TIME},
     * {@link StoreCall#TRIM}, {@link StoreCall#REGISTER} and {@link StoreCall#READ_REGISTER}. A plan of a kind takes
     * precedence. An inspector's audits do not fail.
     *
     * @return the plan
     */
    public NextStoreCall nextStoreCall() {
        time.requireOpen();
        return faults.next(null);
    }

    /**
     * Plans the failure of the next call of the store of this kind.
     *
     * @param call the kind
     * @return the plan
     */
    public NextStoreCall nextStoreCall(StoreCall call) {
        time.requireOpen();
        return faults.next(Objects.requireNonNull(call, "call must not be null"));
    }

    /**
     * Writes a payload like an add.
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

    /** {@return assertions on this queue}, for {@code Assertions.assertThat(queue)} */
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
                this::json,
                new QueueView.Records(store::records, this::isRecorded));
    }

    /** Whether a callback takes a topic's tasks; always false for an engine that does not run. */
    private boolean isTaken(TopicName topic) {
        DelayQueueEngine made = engine;
        return made == null
                || !made.isRunning()
                || made.status().groups().stream()
                        .flatMap(group -> group.topics().stream())
                        .anyMatch(taken -> taken.name().equals(topic));
    }

    private boolean isRecorded(TopicName topic) {
        return !store.history().rules(topic.group(), List.of(topic.topic())).isEmpty();
    }

    @Override
    public String toString() {
        return "queue '" + name + "'";
    }
}
