package io.delayqueue.test;

import io.delayqueue.DelayQueueService;
import io.delayqueue.ServiceRegister;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskInfo;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.monitor.DelayQueueInspector;
import io.delayqueue.pull.TaskPuller;
import io.delayqueue.test.assertions.TestDelivery;
import io.delayqueue.test.assertions.TestQueueAssert;
import io.delayqueue.test.faults.NextStoreCall;
import io.delayqueue.test.faults.StoreCall;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.assertj.core.api.AssertProvider;
import org.jspecify.annotations.Nullable;

/**
 * Delay queues in memory whose time a test moves: real engines without threads, on a store without a server. Nothing happens by
 * itself. Moving the time runs all events up to the new time in their order, on the calling thread: due tasks are delivered,
 * failed ones are retried after their back-off, repeating ones run again, leases and times to run end. No task is due when the
 * call returns.
 *
 * <pre>{@code
 * try (DelayQueueTestKit kit = DelayQueueTestKit.create(engine -> {})) {
 *     kit.on("orders", "cancel-unpaid", CancelOrder.class, (order, task) -> shop.cancel(order.id()));
 *     kit.service().addTask(Task.of("orders", "cancel-unpaid")
 *             .payload(new CancelOrder(42)).delay(Duration.ofDays(30)).build());
 *     kit.advance(Duration.ofDays(30));
 * }
 * }</pre>
 *
 * <p>The same calls give the same history. Methods can be called from any thread; one thread at a time moves the time. Methods of a queue are here for the default one, {@value DelayQueueEngine#DEFAULT_NAME}.
 */
public final class DelayQueueTestKit implements AssertProvider<TestQueueAssert>, AutoCloseable {

    private final VirtualTime time;

    /** Makes changes that transactions have left; null without a module that records them. */
    private volatile @Nullable Runnable sweep;

    /** Forgets what transactions have left. */
    private volatile Runnable clear = () -> {};

    DelayQueueTestKit(VirtualTime time) {
        this.time = time;
    }

    void recordedChanges(Runnable sweeping, Runnable clearing) {
        sweep = sweeping;
        clear = clearing;
    }

    EndlessLoops loops() {
        return time.loops();
    }

    /**
     * Creates a kit of one queue that begins at the system's time, to the millisecond.
     *
     * @param configure configures the builder of its engine
     * @return the kit
     */
    public static DelayQueueTestKit create(Consumer<DelayQueueEngineBuilder> configure) {
        return builder().configure(configure).build();
    }

    /** {@return a builder of a kit} */
    public static DelayQueueTestKitBuilder builder() {
        return new DelayQueueTestKitBuilder();
    }

    /**
     * Registers the callback of a topic, before the time is moved for the first time.
     *
     * @param group the group's name
     * @param topic the topic's name
     * @param payloadType the type of payloads
     * @param callback the callback
     * @param <P> the payload's type
     * @return this kit
     * @throws IllegalStateException if the topic has a callback already, or the engine has started: if the time was moved or a
     *     task was pulled
     */
    public <P> DelayQueueTestKit on(
            String group, String topic, Class<P> payloadType, TaskCallback<? super P> callback) {
        queue().on(group, topic, payloadType, callback);
        return this;
    }

    /** {@return the time} */
    public Instant now() {
        return time.clock().instant();
    }

    /** {@return a clock that shows it, in UTC} */
    public Clock clock() {
        return time.clock();
    }

    /**
     * Runs all events that are due now.
     *
     * @return the number of called callbacks
     * @throws IllegalStateException as {@link #advanceTo}
     */
    public int runDue() {
        return time.runDue();
    }

    /**
     * Moves the time by a duration, and runs all events up to the new time. The time is later if a callback {@linkplain #spend
     * spends} more.
     *
     * @param duration the duration, not negative
     * @return the number of called callbacks
     * @throws IllegalArgumentException if it is negative, or the new time is after the year 9999; the time is not moved then
     * @throws IllegalStateException as {@link #advanceTo}
     */
    public int advance(Duration duration) {
        VirtualTime.requireLength(duration);
        return time.advance(duration);
    }

    /**
     * Moves the time to an instant, and runs all events up to it.
     *
     * @param instant the new time
     * @return the number of called callbacks
     * @throws IllegalArgumentException if it is in the past, or after the year 9999; the time is not moved then
     * @throws IllegalStateException if a callback calls this, if callbacks without end are due at the same time, or if the kit is closed
     */
    public int advanceTo(Instant instant) {
        Objects.requireNonNull(instant, "instant must not be null");
        return time.advanceTo(instant);
    }

    /**
     * Lets time pass in a callback; call it on the callback's thread. Events that are due in this time run within this call, as
     * many callbacks of each topic as its concurrency allows.
     *
     * @param duration the duration, not negative
     * @throws InterruptedException if the callback's time to run ends, or its instance crashes or stops
     * @throws IllegalArgumentException if the duration is negative, or goes beyond the year 9999
     * @throws IllegalStateException if it is not called by a callback
     */
    public void spend(Duration duration) throws InterruptedException {
        time.spend(duration);
    }

    /**
     * Crashes the instances of all queues without any call of the store, and replaces them by new ones. Their running and
     * pulled tasks stay leased until the leases end, and are delivered again then. A callback that calls this continues, but
     * its outcome is discarded.
     *
     * @throws IllegalStateException if the kit is closed
     */
    public void crash() {
        time.crash();
    }

    /**
     * Removes all tasks, recorded deliveries and planned failures, and resets the time to its start. Callbacks and the registry of groups
     * and topics stay, and declared schedules are added as at a start. The module {@code delayqueue-spring-boot-jdbc} deletes the rows of
     * the outboxes, refused ones too, and of the once guards.
     *
     * @throws IllegalStateException if a callback calls this, or the kit is closed
     */
    public void clear() {
        time.clear();
        clear.run();
    }

    /**
     * The default queue.
     *
     * @return the queue
     * @throws IllegalArgumentException if there is none
     */
    public TestQueue queue() {
        return queue(DelayQueueEngine.DEFAULT_NAME);
    }

    /**
     * Returns a queue.
     *
     * @param name the name of the queue
     * @return the queue
     * @throws IllegalArgumentException if there is none
     */
    public TestQueue queue(String name) {
        Objects.requireNonNull(name, "name must not be null");
        return time.queues().stream()
                .filter(queue -> queue.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(missing(name)));
    }

    private String missing(String name) {
        String which = "There is no queue '" + name + "'";
        List<String> names = time.queues().stream().map(TestQueue::name).toList();
        if (names.isEmpty()) {
            return which
                    + ", nor any other: this kit's application has switched its queues off, or has not started yet";
        }
        String others = names.stream()
                .map(other ->
                        other.equals(DelayQueueEngine.DEFAULT_NAME) ? "kit.queue()" : "kit.queue(\"" + other + "\")")
                .collect(Collectors.joining(", "));
        return which + " in this kit, only " + others;
    }

    /** {@return the service that adds tasks} */
    public DelayQueueService service() {
        return queue().service();
    }

    /** {@return the registry of groups and topics} */
    public ServiceRegister register() {
        return queue().register();
    }

    /** {@return the puller of due tasks; it never waits, whatever its time-out} */
    public TaskPuller puller() {
        return queue().puller();
    }

    /** {@return the inspector of the store, which has no heartbeats of instances} */
    public DelayQueueInspector inspector() {
        return queue().inspector();
    }

    /** {@return the result of {@link TestQueue#tasks} of the default queue} */
    public List<TaskInfo> tasks() {
        return queue().tasks();
    }

    /** {@return the result of {@link TestQueue#deliveries} of the default queue} */
    public List<TestDelivery> deliveries() {
        return queue().deliveries();
    }

    /**
     * Plans the next call of a topic's callback.
     *
     * @param group the group's name
     * @param topic the topic's name
     * @return the plan
     */
    public NextCallback nextCallback(String group, String topic) {
        return queue().nextCallback(group, topic);
    }

    /** {@return the result of {@link TestQueue#nextStoreCall()} of the default queue} */
    public NextStoreCall nextStoreCall() {
        return queue().nextStoreCall();
    }

    /**
     * Plans the failure of the next call of the store of this kind.
     *
     * @param call the kind
     * @return the plan
     */
    public NextStoreCall nextStoreCall(StoreCall call) {
        return queue().nextStoreCall(call);
    }

    /**
     * Lets the next application of changes that a transaction has recorded in an outbox take effect, and its reply be lost. The rows stay,
     * as those of a process that died before it deleted them.
     */
    public void loseNextApply() {
        nextStoreCall(StoreCall.APPLY).losesReply();
    }

    /**
     * Makes the recorded changes of committed transactions of all queues now, whatever their age. The kit makes them at the commit, on the
     * committing thread, which needs a second connection; those of which that failed wait for this call, or for another change of their
     * tasks.
     *
     * @throws IllegalStateException if the application has no module that records changes, or the kit is closed
     */
    public void sweepOutbox() {
        time.requireOpen();
        Runnable outboxes = sweep;
        if (outboxes == null) {
            throw new IllegalStateException(
                    "There is no outbox: the module delayqueue-spring-boot-jdbc is missing, or has"
                            + " no data source");
        }
        outboxes.run();
    }

    /**
     * Writes a payload like an add.
     *
     * @param payload the payload
     * @return its JSON
     * @throws io.delayqueue.InvalidTaskException if it cannot be written
     */
    public String json(Object payload) {
        return queue().json(payload);
    }

    /** {@return assertions on the default queue}, for {@code Assertions.assertThat(kit)} */
    @Override
    public TestQueueAssert assertThat() {
        return new TestQueueAssert(this, queue()::view);
    }

    /**
     * Closes the engines, if the kit created them. Running callbacks are interrupted. The kit and its queues throw an
     * {@link IllegalStateException} then, except for reads of the time, tasks, calls and assertions.
     */
    @Override
    public void close() {
        time.close();
    }
}
