package io.delayqueue.internal.group;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import io.delayqueue.internal.acknowledge.Acknowledger;
import io.delayqueue.internal.codec.RunningTask;
import io.delayqueue.internal.consume.SignalWaiters;
import io.delayqueue.internal.consume.TopicConsumer;
import io.delayqueue.internal.drive.BackgroundJob;
import io.delayqueue.internal.drive.FewThreads;
import io.delayqueue.internal.drive.GroupContext;
import io.delayqueue.internal.drive.GroupSteps;
import io.delayqueue.internal.drive.JobHandle;
import io.delayqueue.internal.drive.TaskEvent;
import io.delayqueue.internal.push.GroupPusher;
import io.delayqueue.internal.push.IdleChecks;
import io.delayqueue.internal.run.Attempt;
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
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;

/**
 * Everything that works for one group in this instance: a pusher, an acknowledger, its consumers, and its place at a signal waiter. On
 * threads the jobs work by themselves; a driver without threads makes them work in steps.
 */
public final class GroupRuntime implements GroupSteps {

    private static final Logger log = Loggers.of(GroupRuntime.class);

    /** How long groups that end together may take to hand over what they have. */
    private static final Duration JOIN = Duration.ofSeconds(5);

    /** How many groups end at once: each needs some calls of the store, and may have to wait for them. */
    private static final int AT_ONCE = 8;

    private final GroupContext context;

    private final BiFunction<TopicName, GroupContext, TaskRunner> runners;

    private final Map<String, TopicConsumer> consumers = new ConcurrentHashMap<>();

    /** Consumers of topics that are not consumed any more, until their last callback has ended. */
    private final List<TopicConsumer> leaving = new CopyOnWriteArrayList<>();

    final GroupPusher pusher;

    private final SignalWaiters waiters;

    final Acknowledger acknowledger;

    private final DeadLetterNotifier deadLetters;

    private final LeaseRenewals renewals;

    /** How many tasks the store has taken back before their callback began. */
    final LongAdder returnedUnstarted = new LongAdder();

    /** How many tasks the store has taken back after the start of their callback. */
    final LongAdder returnedStarted = new LongAdder();

    /**
     * Creates the runtime.
     *
     * @param waiters wait for signals of this group and others
     * @param checks take the place of pushes of this group and others
     * @param registered all topics of the group, consumed here or not
     * @param runners makes what runs the tasks of a topic
     */
    public GroupRuntime(
            GroupContext context,
            SignalWaiters waiters,
            IdleChecks checks,
            DeadLetterNotifier deadLetters,
            Supplier<Set<String>> registered,
            BiFunction<TopicName, GroupContext, TaskRunner> runners) {
        this.context = context;
        this.waiters = waiters;
        this.deadLetters = deadLetters;
        this.runners = runners;
        this.acknowledger = new Acknowledger(context, this::acknowledged);
        this.renewals = new LeaseRenewals(context);
        this.pusher = new GroupPusher(context, registered, consumers, checks);
    }

    @Override
    public String group() {
        return context.group();
    }

    /** Starts what has not started. */
    void start() {
        acknowledger.handle().start();
        pusher.handle().start();
        waiters.start(group(), consumers);
    }

    /** Consumes these topics and no others. */
    void consume(Set<String> topics) {
        if (topics.equals(consumers.keySet())) {
            return;
        }
        consumers.forEach((topic, consumer) -> {
            if (!topics.contains(topic)) {
                leaving.add(consumer);
                consumers.remove(topic);
                consumer.leave();
            }
        });
        topics.forEach(topic -> consumers.computeIfAbsent(topic, this::create));
        recheck();
    }

    private TopicConsumer create(String topic) {
        TopicName name = new TopicName(group(), topic);
        TaskRunner runner = runners.apply(name, context);
        return new TopicConsumer(name, runner, context, deadLetters, acknowledger::add, this::recheck);
    }

    private void recheck() {
        waiters.recheck(group());
    }

    /** Maintains what is in work: limits on running time, tasks that wait too long, leases. */
    @Override
    public void maintain() {
        long now = context.now();
        try {
            leaving.removeIf(TopicConsumer::isIdle);
            all().forEach(consumer -> consumer.watch().maintain(now));
        } finally {
            renewals.make(
                    executions()
                            .filter(execution -> renewals.dueIn(execution, now) <= 0)
                            .sorted(TaskExecution.BY_DELIVERY)
                            .toList(),
                    now);
        }
    }

    @Override
    public JobHandle acknowledging() {
        return acknowledger.handle();
    }

    @Override
    public void reclaimLost() {
        all().forEach(TopicConsumer::reclaimLost);
    }

    @Override
    public JobHandle pushing() {
        return pusher.handle();
    }

    @Override
    public boolean isElected() {
        return pusher.isElected();
    }

    /** Pushes for a puller, whose trouble is not that of pushes. */
    void pushForPuller() {
        try {
            while (pusher.run() <= 0) {
                log.trace("More of {} is due", group());
            }
        } catch (TaskStoreException e) {
            log.debug("{} could not be pushed", group(), e);
        }
    }

    @Override
    public Collection<TopicName> topics() {
        return consumers.values().stream().map(TopicConsumer::topic).toList();
    }

    @Override
    public boolean wantsMore(TopicName topic) {
        return consumer(topic).wantsMore();
    }

    @Override
    public void reserve(TopicName topic) {
        TopicConsumer consumer = consumer(topic);
        consumer.signalled();
        consumer.fill();
    }

    private TopicConsumer consumer(TopicName topic) {
        return Objects.requireNonNull(consumers.get(topic.topic()));
    }

    @Override
    public long untilNext() {
        long now = context.now();
        long untilRenewal = executions()
                .mapToLong(execution -> renewals.dueIn(execution, now))
                .reduce(BackgroundJob.NEVER, Math::min);
        return executions()
                .map(TaskExecution::attempt)
                .distinct()
                .filter(attempt -> attempt.isOpen() && !attempt.caller().isPaused())
                .flatMap(attempt -> Stream.ofNullable(attempt.untilInterruption(now)))
                .reduce(untilRenewal, Math::min);
    }

    /** Ends as the process does in a crash: what is leased stays leased. */
    void crash() {
        executions().sorted(TaskExecution.BY_DELIVERY).forEach(TaskExecution::crash);
    }

    /** The executions of all topics, in no order. */
    Stream<TaskExecution> executions() {
        return all().stream().flatMap(consumer -> consumer.executions().all().stream());
    }

    /** Acts on the deliveries of a topic: a consumer that leaves may have some in work beside a new one of the same topic. */
    void forTopic(TopicName topic, Consumer<TopicConsumer> action) {
        all().stream().filter(consumer -> consumer.topic().equals(topic)).forEach(action);
    }

    /** In this order: one that leaves is among the leaving before it is gone from the others. */
    private List<TopicConsumer> all() {
        List<TopicConsumer> all = new ArrayList<>(consumers.values());
        all.addAll(leaving);
        return all;
    }

    private void acknowledged(PendingOutcome pending, boolean stale) {
        Delivery delivery = pending.delivery();
        TaskExecution execution = pending.execution();
        TopicConsumer consumer = consumers.get(delivery.topic());
        if (consumer != null) {
            consumer.executions().acknowledged(delivery);
        }
        leaving.forEach(old -> old.executions().acknowledged(delivery));
        TaskOutcome outcome = pending.outcome().observed();
        execution.caller().ended(stale ? null : outcome);
        if (!stale) {
            if (pending.outcome() instanceof Outcome.Released released && released.hold() == null) {
                (released.started() ? returnedStarted : returnedUnstarted).increment();
            }
            TaskEvent event = TaskEvent.of(outcome);
            Throwable failure = pending.failure();
            // A failure that the attempt has not reported. Must be fast, because others wait.
            if (failure != null && event != null) {
                context.observers().report(execution, event, failure);
                if (event == TaskEvent.DEAD) {
                    deadLetters.buried(execution, outcome, failure);
                }
            }
            context.observers().ended(execution.topic(), pending.outcome());
        } else if (!pending.isUnstarted() && !execution.isCancelled()) {
            context.observers().report(execution, TaskEvent.STALE, null);
        }
    }

    /** Hands pushing over to another instance. After the deadline no call is made: the claim ends by itself. */
    void resign(long deadline) {
        pusher.handle().stop();
        pusher.handle().join(until(deadline));
        try {
            if (!until(deadline).isZero()) {
                pusher.resign();
            }
        } catch (TaskStoreException e) {
            log.warn("Could not hand over the pushing of {}; its claim ends by itself: {}", group(), e.getMessage());
        }
    }

    /** The time by which an answer of the store is worth waiting for. */
    long deadline() {
        return context.now() + JOIN.toNanos();
    }

    private Duration until(long deadline) {
        return Duration.ofNanos(Math.max(0, deadline - context.now()));
    }

    /** Sends the outcomes that are left. */
    void flush(long deadline) {
        acknowledger.flush(until(deadline));
    }

    /** Follows a change of the drained groups, without a call of the store. */
    void drainChanged() {
        consumers
                .values()
                .forEach(
                        context.isDrained()
                                ? consumer -> consumer.executions().giveBackWaiting()
                                : TopicConsumer::signalled);
    }

    /** Ends the wait for signals after a change of the drained groups. */
    void drainChanged(long deadline) {
        recheck();
        if (context.isDrained()) {
            giveBackUnbegun(deadline);
        }
    }

    /** Gives back what has not begun, after the calls that are under way. */
    private void giveBackUnbegun(long deadline) {
        boolean reachable = !until(deadline).isZero();
        for (TopicConsumer consumer : all()) {
            reachable = consumer.awaitStopped(Math.max(0, deadline - context.now()), reachable);
        }
    }

    /** Reserves no more, and gives back what has not begun, without a call of the store. */
    void stopReserving() {
        all().forEach(TopicConsumer::stop);
    }

    /** Stops everything but running callbacks. */
    void retire(long deadline) {
        pusher.handle().stop();
        JobHandle waiter = waiters.leave(group());
        stopReserving();
        try {
            resign(deadline);
            if (waiter != null && waiter.isStopping()) {
                waiter.join(until(deadline));
            }
            giveBackUnbegun(deadline);
        } finally {
            all().forEach(TopicConsumer::leave);
        }
    }

    /**
     * Acts on groups, a few at once.
     *
     * @param step gets the time by which the store is worth waiting for; a group whose step fails does not keep others from theirs
     * @return completed when all steps have ended
     */
    static CompletableFuture<Void> forEach(Collection<GroupRuntime> groups, ObjLongConsumer<GroupRuntime> step) {
        List<CompletableFuture<Void>> steps = new ArrayList<>();
        Executor few = null;
        for (GroupRuntime group : groups) {
            few = few == null ? new FewThreads(group.context.driver().pools().helpersOrHere(), AT_ONCE) : few;
            long deadline = group.deadline();
            steps.add(CompletableFuture.runAsync(() -> step.accept(group, deadline), few)
                    .exceptionally(e -> {
                        log.error("A group could not be stopped in order", e);
                        return null;
                    }));
        }
        return CompletableFuture.allOf(steps.toArray(CompletableFuture[]::new));
    }

    boolean isIdle() {
        return all().stream().allMatch(TopicConsumer::isIdle);
    }

    boolean isRunning() {
        return all().stream().anyMatch(consumer -> consumer.executions().isRunning());
    }

    /** Interrupts what runs. */
    void interruptRunning() {
        executions().forEach(execution -> execution.attempt().interrupt(Attempt.Reason.SHUTDOWN));
    }

    /** Gives back what still runs. */
    int abandonRunning() {
        return (int) all().stream()
                .mapToLong(consumer -> consumer.executions()
                        .attempts()
                        .sorted(Attempt.IN_ORDER)
                        .filter(attempt ->
                                consumer.executions().abandon(attempt, attempt.outcomes(PendingOutcome::started)))
                        .count())
                .sum();
    }

    /** The tasks that have reported progress, the last report first. */
    List<RunningTask> progress() {
        return executions()
                .flatMap(execution -> Stream.ofNullable(execution.reported()))
                .sorted(Comparator.comparingLong(TaskExecution.Reported::at).reversed())
                .map(TaskExecution.Reported::task)
                .toList();
    }

    EngineStatus.GroupStatus status() {
        return new EngineStatus.GroupStatus(
                group(),
                pusher.isPushing(),
                context.isDrained(),
                pusher.sincePush(),
                waiters.sinceRun(group()),
                acknowledger.sinceAcknowledgedAll(),
                consumers.values().stream()
                        .map(consumer -> consumer.watch().status())
                        .sorted(Comparator.comparing(status -> status.name().topic()))
                        .toList(),
                pusher.foreignKeys());
    }
}
