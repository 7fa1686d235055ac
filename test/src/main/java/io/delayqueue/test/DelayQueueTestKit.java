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

/**
 * Delay queues in memory whose time a test moves: real engines without threads, on a store without a server. Nothing happens by
 * itself. When the time is moved, everything that would have happened until then happens, in its order, on the calling thread: what
 * is due is delivered, what fails is retried after its back-off, what repeats runs again, leases and times to run end. When the
 * call returns nothing is due any more.
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
 * <p>The same calls give the same history. Methods can be called from any thread, and tasks added; one thread at a time moves the time.
 * What concerns a queue is here for the default one, {@value DelayQueueEngine#DEFAULT_NAME}.
 */
public final class DelayQueueTestKit implements AssertProvider<TestQueueAssert>, AutoCloseable {

    private final VirtualTime time;

    DelayQueueTestKit(VirtualTime time) {
        this.time = time;
    }

    /**
     * Makes a kit of one queue that begins at the system's time, to the millisecond.
     *
     * @param configure given the builder of its engine
     * @return the kit
     */
    public static DelayQueueTestKit create(Consumer<DelayQueueEngineBuilder> configure) {
        return builder().configure(configure).build();
    }

    /** {@return the beginnings of a kit} */
    public static DelayQueueTestKitBuilder builder() {
        return new DelayQueueTestKitBuilder();
    }

    /**
     * Gives a topic its callback, before the time is moved first.
     *
     * @param group the group's name
     * @param topic the topic's name
     * @param payloadType what payloads are read as
     * @param callback what to call
     * @param <P> the payload's type
     * @return this kit
     * @throws IllegalStateException if the topic has a callback already, or the engine has started: when time was moved or a
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
     * Does what is due now.
     *
     * @return how many callbacks were called
     * @throws IllegalStateException as {@link #advanceTo}
     */
    public int runDue() {
        return time.runDue();
    }

    /**
     * Moves the time on, and does all that is due until then, and then. It is later when a callback {@linkplain #spend spends} more.
     *
     * @param duration how far, not negative
     * @return how many callbacks were called
     * @throws IllegalArgumentException if it is negative, or goes beyond the year 9999; the time has not moved then
     * @throws IllegalStateException as {@link #advanceTo}
     */
    public int advance(Duration duration) {
        VirtualTime.requireLength(duration);
        return time.advance(duration);
    }

    /**
     * Moves the time on, and does all that is due until then, and then.
     *
     * @param instant until when
     * @return how many callbacks were called
     * @throws IllegalArgumentException if it is in the past, or after the year 9999; the time has not moved then
     * @throws IllegalStateException if a callback calls this, if callbacks without end are due at the same time, or if the kit is closed
     */
    public int advanceTo(Instant instant) {
        Objects.requireNonNull(instant, "instant must not be null");
        return time.advanceTo(instant);
    }

    /**
     * Lets time pass in a callback: to be called by one, or by what it calls, on its thread. What is due meanwhile runs within this call,
     * of each topic as many as its concurrency allows.
     *
     * @param duration how long, not negative
     * @throws InterruptedException if the callback's time to run ends meanwhile, or its instance crashes or stops
     * @throws IllegalArgumentException if the duration is negative, or goes beyond the year 9999
     * @throws IllegalStateException if no callback calls this
     */
    public void spend(Duration duration) throws InterruptedException {
        time.spend(duration);
    }

    /**
     * The instances of all queues die now, without a word to the store, and others go on in their place. Whatever they held, callbacks that run
     * and tasks that were pulled, stays leased until the lease ends, and is delivered again then. If a callback calls this it goes on, as what
     * nobody can stop any more, but its outcome does not count.
     *
     * @throws IllegalStateException if the kit is closed
     */
    public void crash() {
        time.crash();
    }

    /**
     * Removes all tasks, forgets what was delivered and what was to fail, and sets the time to where it began. Callbacks and the register
     * of groups and topics stay.
     *
     * @throws IllegalStateException if a callback calls this, or the kit is closed
     */
    public void clear() {
        time.clear();
    }

    /**
     * The default queue.
     *
     * @return it
     * @throws IllegalArgumentException if there is none
     */
    public TestQueue queue() {
        return queue(DelayQueueEngine.DEFAULT_NAME);
    }

    /**
     * Asks for a queue.
     *
     * @param name its name
     * @return it
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

    /** {@return what adds tasks} */
    public DelayQueueService service() {
        return queue().service();
    }

    /** {@return the register of groups and topics} */
    public ServiceRegister register() {
        return queue().register();
    }

    /** {@return what takes due tasks without a callback; it waits for none, however long it is told to} */
    public TaskPuller puller() {
        return queue().puller();
    }

    /** {@return what looks the store through; no instance tells there what it does} */
    public DelayQueueInspector inspector() {
        return queue().inspector();
    }

    /** {@return what {@link TestQueue#tasks} says} */
    public List<TaskInfo> tasks() {
        return queue().tasks();
    }

    /** {@return what {@link TestQueue#deliveries} says} */
    public List<TestDelivery> deliveries() {
        return queue().deliveries();
    }

    /**
     * Says how the next call of a topic's callback goes.
     *
     * @param group the group's name
     * @param topic the topic's name
     * @return what to say it to
     */
    public NextCallback nextCallback(String group, String topic) {
        return queue().nextCallback(group, topic);
    }

    /** {@return what {@link TestQueue#nextStoreCall()} says} */
    public NextStoreCall nextStoreCall() {
        return queue().nextStoreCall();
    }

    /**
     * Says how the next call of the store of this kind goes wrong.
     *
     * @param call the kind
     * @return what to say it to
     */
    public NextStoreCall nextStoreCall(StoreCall call) {
        return queue().nextStoreCall(call);
    }

    /**
     * Writes a payload as an add does.
     *
     * @param payload the payload
     * @return its JSON
     * @throws io.delayqueue.InvalidTaskException if it cannot be written
     */
    public String json(Object payload) {
        return queue().json(payload);
    }

    /** {@return assertions on the default queue}, which {@code Assertions.assertThat(kit)} is shorter for */
    @Override
    public TestQueueAssert assertThat() {
        return new TestQueueAssert(this, queue()::view);
    }

    /**
     * Closes the engines, if it was the kit that made them. Callbacks that run are interrupted. From then on the kit and its queues throw
     * an {@link IllegalStateException}, but for what only looks: the time, tasks, calls and assertions.
     */
    @Override
    public void close() {
        time.close();
    }
}
