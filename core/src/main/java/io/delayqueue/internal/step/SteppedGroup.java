package io.delayqueue.internal.step;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import io.delayqueue.internal.acknowledge.OutcomeSender;
import io.delayqueue.internal.consume.TopicConsumer;
import io.delayqueue.internal.consume.TopicExecutions;
import io.delayqueue.internal.drive.Attempt;
import io.delayqueue.internal.group.GroupRuntime;
import io.delayqueue.internal.run.PendingOutcome;
import io.delayqueue.internal.run.TaskExecution;
import io.delayqueue.log.Loggers;
import io.delayqueue.monitor.EngineStatus;
import io.delayqueue.store.PushResult;
import io.delayqueue.store.TaskStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** What is stepped of one group: its pushes, its outcomes, the leases and the ends of what runs. */
final class SteppedGroup {

    private static final Logger log = Loggers.of(SteppedGroup.class);

    private static final Comparator<TaskExecution> BY_DELIVERY =
            Comparator.comparingLong(run -> run.delivery().number());

    private final String name;

    private final SteppedContext context;

    private final TaskStore store;

    private final SteppedOutcomes outcomes;

    private final ManualDriver driver;

    private final GroupRuntime.ConsumerFactory factory;

    private final Map<String, TopicConsumer> topics = new ConcurrentHashMap<>();

    private volatile Set<String> consumed = Set.of();

    private final SteppedLeases leases;

    private final Pace pushes;

    private final Pace reserves;

    private volatile boolean worked;

    SteppedGroup(String name, SteppedContext context, GroupRuntime.ConsumerFactory factory) {
        this.name = name;
        this.context = context;
        this.driver = context.driver();
        this.factory = factory;
        this.store = context.backend().tasks();
        this.outcomes = new SteppedOutcomes(this::sender, context.time().clock());
        this.leases = new SteppedLeases(context, name, this::leased);
        this.pushes = new Pace(context.time().clock());
        this.reserves = new Pace(context.time().clock());
    }

    private OutcomeSender sender() {
        return new OutcomeSender(name, store, this::acknowledged, context.time().nanoTime(), driver::rethrowFatal);
    }

    SteppedOutcomes outcomes() {
        return outcomes;
    }

    Pace reserves() {
        return reserves;
    }

    boolean isWorked() {
        return worked;
    }

    /** Works for these topics and no others, or, given null, no more for the group. */
    void work(@Nullable Set<String> now) {
        worked = now != null;
        consumed = now == null ? Set.of() : now;
        topics.forEach((topic, known) -> {
            if (consumed.contains(topic)) {
                known.resume();
            } else {
                known.stop();
            }
        });
        consumed.forEach(topic -> topics.computeIfAbsent(topic, this::create));
    }

    private TopicConsumer create(String topic) {
        return factory.create(
                topic, context.group(name), context.deadLetters(), outcomes::add, () -> {}, context::look);
    }

    /** The topics that could take a task. */
    Stream<TopicName> withRoom() {
        return worked && reserves.isDue()
                ? topics.values().stream()
                        .filter(topic -> driver.permitting(topic.topic(), topic::wantsMore))
                        .map(TopicConsumer::topic)
                : Stream.of();
    }

    /** Does what is to be done now, but for callbacks. */
    void tend() {
        endWhatIsOver();
        leases.renew();
        outcomes.send();
        reclaim();
        if (worked) {
            push();
        }
        leases.findLost();
    }

    /**
     * What runs and is not the innermost cannot answer its interruption before that one ends. It has failed all the same, whatever
     * it does then, so it fails now. What could have ended by itself but for those within it has not failed.
     */
    private void endWhatIsOver() {
        long now = context.time().now();
        for (TopicConsumer topic : topics.values()) {
            topic.executions().overdue(now).stream().sorted(BY_DELIVERY).forEach(run -> topic.executions()
                    .abandon(run, topic.runner().overrun(run)));
        }
    }

    /** Those that run, and those whose outcome the store does not have, in the order of their deliveries. */
    private static Stream<TaskExecution> leased(TopicConsumer topic) {
        return topic.executions().all().stream().sorted(BY_DELIVERY);
    }

    private List<TaskExecution> leased() {
        return topics.values().stream().flatMap(SteppedGroup::leased).toList();
    }

    private Stream<TaskExecution> running() {
        return leased().stream().filter(TaskExecution::isRunning);
    }

    /** Interrupts the callbacks of tasks that are removed. */
    void removed(Predicate<Attempt> which) {
        running().filter(run -> which.test(run) && run.isCancelled()).forEach(TaskExecution::cutForRemoval);
    }

    private void acknowledged(PendingOutcome pending, boolean stale) {
        TaskExecution run = pending.run();
        Objects.requireNonNull(topics.get(run.topic().topic())).executions().acknowledged(run.delivery());
        run.ended(stale ? null : pending.outcome().observed());
        if (!stale) {
            context.reports().acknowledged(run.topic(), pending);
        } else if (!run.isCancelled()) {
            context.reports().stale(run.topic());
        }
    }

    private void reclaim() {
        for (TopicConsumer topic : topics.values()) {
            if (topic.areRepliesLost() && reserves.isDue()) {
                leasing(topic.topic(), topic::reclaimLost);
            }
        }
    }

    /** Leases a task of a topic, which a worker then has, unless the store does not answer or has none. */
    void reserve(TopicName name) {
        TopicConsumer topic = Objects.requireNonNull(topics.get(name.topic()));
        topic.signalled();
        if (leasing(name, () -> driver.permitting(name, topic::fill))) {
            reserves.succeeded();
        }
    }

    /** Makes a call that leases, or gives back what one has leased; false if the store does not answer. */
    private boolean leasing(TopicName topic, Runnable call) {
        try {
            call.run();
            return true;
        } catch (TaskStoreException e) {
            log.debug("{} could not be reserved from", topic, e);
            reserves.failed();
            return false;
        }
    }

    private void push() {
        if (!pushes.isDue()) {
            return;
        }
        try {
            PushResult result = context.push(name);
            if (result.elected()) {
                pushes.succeeded();
            } else {
                pushes.pause(Duration.ofNanos(TimeUnit.MICROSECONDS.toNanos(Math.max(1_000, result.waitMicros()))));
            }
        } catch (TaskStoreException e) {
            log.debug("{} could not be pushed", name, e);
            pushes.failed();
        }
    }

    /** Whether the store's next event is this group's to see to, not only when a failed push is made again. */
    boolean isPushed() {
        return worked && pushes.isDue();
    }

    /** When there is something to do beside what the store has. */
    @Nullable
    Instant next() {
        Stream<@Nullable Instant> events = Stream.of(
                worked ? pushes.next() : null,
                worked ? reserves.next() : null,
                outcomes.next(),
                firstEnd(),
                leases.next());
        return events.filter(Objects::nonNull).min(Comparator.naturalOrder()).orElse(null);
    }

    private @Nullable Instant firstEnd() {
        long now = context.time().now();
        return running()
                .filter(run -> !run.isHeldUp())
                .map(run -> run.untilCut(now, TopicExecutions.GRACE))
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder())
                .map(nanos -> context.time().clock().instant().plusNanos(Math.max(0, nanos)))
                .orElse(null);
    }

    EngineStatus.GroupStatus status() {
        return new EngineStatus.GroupStatus(
                name,
                true,
                Duration.ZERO,
                Duration.ZERO,
                Duration.ZERO,
                topics.values().stream()
                        .filter(topic -> consumed.contains(topic.topic().topic()))
                        .map(topic -> topic.executions().status())
                        .sorted(Comparator.comparing(status -> status.name().topic()))
                        .toList(),
                List.of());
    }

    /** Gives back what runs; returns how many. */
    int abandonRunning() {
        int abandoned = 0;
        for (TopicConsumer topic : topics.values()) {
            for (TaskExecution run :
                    leased(topic).filter(TaskExecution::isRunning).toList()) {
                run.cutForShutdown();
                if (topic.executions().abandon(run, PendingOutcome.started(run))) {
                    abandoned++;
                }
            }
        }
        return abandoned;
    }

    /** What it holds stays leased. */
    void crash() {
        topics.values().forEach(topic -> topic.executions().all().forEach(TaskExecution::crash));
        outcomes.crash();
        leases.crash();
        pushes.succeeded();
        reserves.succeeded();
    }

    /** Goes on as another instance. */
    void restart() {
        topics.replaceAll((topic, crashed) -> create(topic));
        work(worked ? consumed : null);
    }
}
