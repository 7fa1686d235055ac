package io.delayqueue.internal.group;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import io.delayqueue.internal.acknowledge.Acknowledger;
import io.delayqueue.internal.consume.SignalWaiter;
import io.delayqueue.internal.consume.TopicConsumer;
import io.delayqueue.internal.consume.TopicExecutions;
import io.delayqueue.internal.drive.BackgroundJob;
import io.delayqueue.internal.drive.GroupContext;
import io.delayqueue.internal.drive.TaskEvent;
import io.delayqueue.internal.push.GroupPusher;
import io.delayqueue.internal.run.DeadLetterNotifier;
import io.delayqueue.internal.run.PendingOutcome;
import io.delayqueue.internal.run.TaskExecution;
import io.delayqueue.internal.run.TaskRunner;
import io.delayqueue.log.Loggers;
import io.delayqueue.monitor.EngineStatus;
import io.delayqueue.monitor.TaskOutcome;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** Everything that works for one group in this instance: a pusher, a signal waiter, an acknowledger, and its consumers. */
public final class GroupRuntime {

    private static final Logger log = Loggers.of(GroupRuntime.class);

    /** How long a reserved task may wait for a worker. */
    private static final long PATIENCE = TimeUnit.MILLISECONDS.toNanos(250);

    private static final Duration JOIN = Duration.ofSeconds(5);

    private final GroupContext context;

    private final BiFunction<TopicName, GroupContext, TaskRunner> runners;

    private final Map<String, TopicConsumer> consumers = new ConcurrentHashMap<>();

    /** Consumers of topics that are not consumed any more, until their last callback has ended. */
    private final List<TopicConsumer> leaving = new CopyOnWriteArrayList<>();

    private final GroupPusher pusher;

    private final SignalWaiter waiter;

    private final Acknowledger acknowledger;

    private final DeadLetterNotifier deadLetters;

    private final LeaseRenewals renewals;

    private final RuntimeSteps steps;

    private final LongAdder returnedUnstarted = new LongAdder();

    private final LongAdder returnedStarted = new LongAdder();

    /**
     * Creates the runtime.
     *
     * @param registered all topics of the group, consumed here or not
     * @param runners makes what runs the tasks of a topic
     */
    public GroupRuntime(
            GroupContext context,
            DeadLetterNotifier deadLetters,
            Supplier<Set<String>> registered,
            BiFunction<TopicName, GroupContext, TaskRunner> runners) {
        this.context = context;
        this.deadLetters = deadLetters;
        this.runners = runners;
        this.acknowledger =
                new Acknowledger(context.group(), context.backend().tasks(), this::acknowledged, context.driver());
        this.renewals = new LeaseRenewals(context);
        this.waiter = new SignalWaiter(context, consumers);
        this.pusher = new GroupPusher(context, registered, consumers);
        this.steps = new RuntimeSteps(this, context);
    }

    String group() {
        return context.group();
    }

    Set<String> topics() {
        return Set.copyOf(consumers.keySet());
    }

    /** Starts what has not started. */
    void start() {
        acknowledger.handle().start();
        pusher.handle().start();
        waiter.handle().start();
    }

    /** Consumes these topics and no others. */
    void consume(Set<String> topics) {
        if (topics.equals(consumers.keySet())) {
            return;
        }
        for (String topic : topics()) {
            if (!topics.contains(topic)) {
                TopicConsumer consumer = consumers.get(topic);
                leaving.add(consumer);
                consumers.remove(topic);
                consumer.leave();
            }
        }
        topics.forEach(topic -> consumers.computeIfAbsent(topic, this::create));
        waiter.recheck();
    }

    private TopicConsumer create(String topic) {
        TopicName name = new TopicName(group(), topic);
        TaskRunner runner = runners.apply(name, context);
        return new TopicConsumer(name, runner, context, deadLetters, acknowledger::add, waiter::recheck);
    }

    RuntimeSteps steps() {
        return steps;
    }

    GroupPusher pusher() {
        return pusher;
    }

    Acknowledger acknowledger() {
        return acknowledger;
    }

    Stream<TopicConsumer> consumers() {
        return consumers.values().stream();
    }

    /** The consumer of a topic that is consumed. */
    TopicConsumer consumer(TopicName topic) {
        return Objects.requireNonNull(consumers.get(topic.topic()));
    }

    /** The executions of all topics, in no order. */
    Stream<TaskExecution> executions() {
        return all().stream().flatMap(consumer -> consumer.executions().all().stream());
    }

    /** Gives back what has not begun of a topic that was paused; the store gives nothing more of it. */
    void paused(TopicName topic) {
        forTopic(topic, TopicExecutions::giveBackWaiting);
    }

    /** A message reports the removal of a task while it was delivered: a callback that runs is interrupted. */
    void removed(TopicName topic, String id, long number) {
        forTopic(topic, executions -> executions.removed(id, number));
    }

    /** A message reports the replacement of a task while it was delivered: a callback that runs goes on. */
    void replaced(TopicName topic, String id, long number) {
        forTopic(topic, executions -> executions.replaced(id, number));
    }

    /** A message asks for the interruption of an attempt. */
    void interrupted(TopicName topic, String id, long number) {
        forTopic(topic, executions -> executions.interrupted(id, number));
    }

    /** A consumer that leaves may have deliveries in work beside a new one of the same topic. */
    private void forTopic(TopicName topic, Consumer<TopicExecutions> action) {
        all().stream()
                .filter(consumer -> consumer.topic().equals(topic))
                .forEach(consumer -> action.accept(consumer.executions()));
    }

    /** In this order: one that leaves is among the leaving before it is gone from the others. */
    List<TopicConsumer> all() {
        List<TopicConsumer> all = new ArrayList<>(consumers.values());
        all.addAll(leaving);
        return all;
    }

    private void acknowledged(PendingOutcome pending, boolean stale) {
        Delivery delivery = pending.delivery();
        TopicName topic = pending.execution().topic();
        TopicConsumer consumer = consumers.get(delivery.topic());
        if (consumer != null) {
            consumer.executions().acknowledged(delivery);
        }
        for (TopicConsumer old : leaving) {
            old.executions().acknowledged(delivery);
        }
        TaskOutcome outcome = pending.outcome().observed();
        pending.execution().caller().ended(stale ? null : outcome);
        if (!stale) {
            if (pending.outcome() instanceof Outcome.Released released) {
                (released.started() ? returnedStarted : returnedUnstarted).increment();
            }
            report(topic, pending, outcome);
            context.observers().ended(topic, outcome);
        } else if (!pending.isUnstarted() && !pending.execution().isCancelled()) {
            log.debug("The outcome of {} in {} came too late", delivery.id(), topic);
            report(topic, pending, TaskEvent.STALE, null);
        }
    }

    /** Reports a failure that the attempt has not reported. Must be fast, because others wait. */
    private void report(TopicName topic, PendingOutcome pending, TaskOutcome outcome) {
        Throwable failure = pending.failure();
        if (failure == null) {
            return;
        }
        switch (outcome) {
            case RETRIED -> report(topic, pending, TaskEvent.RETRIED, failure);
            case MISSED -> report(topic, pending, TaskEvent.MISSED, failure);
            case DEAD -> {
                report(topic, pending, TaskEvent.DEAD, failure);
                deadLetters.buried(topic, pending.execution(), failure);
            }
            case FINISHED, RETURNED -> {}
        }
    }

    private void report(TopicName topic, PendingOutcome pending, TaskEvent event, @Nullable Throwable failure) {
        TaskExecution execution = pending.execution();
        context.observers().taskEvents().add(topic, event, execution.id(), execution.number(), failure);
    }

    /**
     * Maintains what is in work: limits on running time, tasks that wait too long, leases.
     *
     * @param executions all executions, in the order in which leases are renewed
     */
    void maintain(long now, Stream<TaskExecution> executions) {
        try {
            leaving.removeIf(TopicConsumer::isIdle);
            all().forEach(consumer -> {
                consumer.executions().giveBackStalled(now, PATIENCE);
                consumer.executions().endOverdue(now, execution -> giveUp(consumer, execution));
            });
        } finally {
            renewals.make(
                    executions
                            .filter(execution -> renewals.dueIn(execution, now) <= 0)
                            .toList(),
                    now);
        }
    }

    /** {@return the nanoseconds until leases are to be renewed; {@link BackgroundJob#NEVER} if there are none} */
    long untilRenewal(long now) {
        return executions()
                .mapToLong(execution -> renewals.dueIn(execution, now))
                .reduce(BackgroundJob.NEVER, Math::min);
    }

    /** Reports topics of which no callback has ended for so long while none could begin. */
    void reportBlocked(long now, Duration after) {
        consumers.values().forEach(consumer -> consumer.executions().reportIfBlocked(now, after));
    }

    private void giveUp(TopicConsumer consumer, TaskExecution execution) {
        boolean ignored = execution.canAnswer();
        if (consumer.executions().abandon(execution, consumer.runner().overrun(execution)) && ignored) {
            log.debug(
                    "The callback of {} for {} ignores interruption",
                    consumer.topic(),
                    execution.delivery().id());
            TaskEvent event = execution.isReplaced() ? TaskEvent.STUCK : TaskEvent.STUCK_UNREPLACED;
            context.observers().taskEvents().add(consumer.topic(), event, execution.id(), execution.number(), null);
        }
    }

    void stopPushing() {
        pusher.handle().stop();
    }

    /** Hands pushing over to another instance. */
    void resign() {
        pusher.handle().join(JOIN);
        try {
            pusher.resign();
        } catch (TaskStoreException e) {
            log.warn("Could not hand over the pushing of {}; its claim ends by itself: {}", group(), e.getMessage());
        }
    }

    void stopReserving() {
        waiter.handle().stop();
        all().forEach(TopicConsumer::stop);
    }

    void awaitReservingStopped() {
        waiter.handle().join(JOIN);
        long deadline = System.nanoTime() + JOIN.toNanos();
        boolean reachable = true;
        for (TopicConsumer consumer : all()) {
            reachable = consumer.awaitStopped(Math.max(0, deadline - System.nanoTime()), reachable);
        }
    }

    /** Begins to stop everything but running callbacks. */
    CompletableFuture<Void> retire() {
        stopPushing();
        stopReserving();
        return CompletableFuture.runAsync(
                () -> {
                    try {
                        resign();
                        awaitReservingStopped();
                    } finally {
                        all().forEach(TopicConsumer::leave);
                    }
                },
                context.helpers());
    }

    boolean isIdle() {
        return all().stream().allMatch(TopicConsumer::isIdle);
    }

    boolean isRunning() {
        return all().stream().anyMatch(consumer -> consumer.executions().isRunning());
    }

    /** Interrupts what runs. */
    void interruptRunning() {
        executions().forEach(TaskExecution::interruptForShutdown);
    }

    /** Gives back what still runs. */
    int abandonRunning() {
        return (int) all().stream()
                .mapToLong(consumer -> consumer.executions().all().stream()
                        .sorted(TopicExecutions.BY_DELIVERY)
                        .filter(execution ->
                                consumer.executions().abandon(execution, PendingOutcome.started(execution)))
                        .count())
                .sum();
    }

    EngineStatus.GroupStatus status() {
        return new EngineStatus.GroupStatus(
                group(),
                pusher.isPushing(),
                pusher.handle().sinceRun(),
                waiter.handle().sinceRun(),
                acknowledger.sinceAcknowledgedAll(),
                consumers.values().stream()
                        .map(consumer -> consumer.executions().status())
                        .sorted(Comparator.comparing(status -> status.name().topic()))
                        .toList(),
                pusher.foreignKeys());
    }

    /** How many tasks the store has taken back before their callback began. */
    long returnedUnstarted() {
        return returnedUnstarted.sum();
    }

    /** How many tasks the store has taken back after the start of their callback. */
    long returnedStarted() {
        return returnedStarted.sum();
    }

    /** How many outcomes the store does not have. */
    int unacknowledged() {
        return acknowledger.unacknowledged();
    }

    void flush(Duration atMost) {
        acknowledger.flush(atMost);
    }
}
