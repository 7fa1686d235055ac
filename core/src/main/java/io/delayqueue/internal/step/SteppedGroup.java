package io.delayqueue.internal.step;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import io.delayqueue.internal.run.Attempts;
import io.delayqueue.internal.run.PendingOutcome;
import io.delayqueue.internal.run.TaskRun;
import io.delayqueue.log.Loggers;
import io.delayqueue.monitor.EngineStatus;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.PushResult;
import io.delayqueue.store.Reservation;
import io.delayqueue.store.TaskStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** What is stepped of one group: its pushes, its outcomes, the leases and the ends of what runs. */
final class SteppedGroup {

    private static final Logger log = Loggers.of(SteppedGroup.class);

    /** How long a callback may take to answer an interruption at the end of its time to run. */
    private static final long GRACE = TimeUnit.SECONDS.toNanos(5);

    /** How soon leases that could not be renewed are renewed again. */
    private static final Duration RENEWAL = Duration.ofMillis(250);

    private final String name;

    private final SteppedContext context;

    private final TaskStore store;

    private final SteppedOutcomes outcomes;

    private final Map<String, SteppedTopic> topics = new ConcurrentHashMap<>();

    private final Pace pushes;

    private final Pace reserves;

    private final Pace renewals;

    private volatile boolean worked;

    SteppedGroup(String name, SteppedContext context) {
        this.name = name;
        this.context = context;
        this.store = context.backend().tasks();
        this.outcomes = new SteppedOutcomes(
                name, store, context.reports(), context.time().clock());
        this.pushes = new Pace(context.time().clock());
        this.reserves = new Pace(context.time().clock());
        this.renewals = new Pace(context.time().clock());
    }

    String name() {
        return name;
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
    void work(@Nullable Set<String> consumed, Function<TopicName, SteppedTopic> create) {
        worked = consumed != null;
        topics.forEach((topic, known) -> known.consumed(consumed != null && consumed.contains(topic)));
        if (consumed != null) {
            consumed.forEach(topic -> topics.computeIfAbsent(topic, added -> create.apply(new TopicName(name, added)))
                    .consumed(true));
        }
    }

    /** The topics that could take a task. */
    Stream<SteppedTopic> withRoom() {
        return worked && reserves.isDue() ? topics.values().stream().filter(SteppedTopic::hasRoom) : Stream.of();
    }

    /** Does what is to be done now, but for callbacks. */
    void tend() {
        endWhatIsOver();
        renew();
        outcomes.tell();
        reclaim();
        if (worked) {
            push();
        }
        loseWhatIsNotLeased();
    }

    /**
     * What runs and is not the innermost cannot answer its interruption before that one ends. It has failed all the same, whatever
     * it does then, so it fails now. What could have ended by itself but for those within it has not failed.
     */
    private void endWhatIsOver() {
        long now = context.time().now();
        for (SteppedTopic topic : topics.values()) {
            for (SteppedTask task : topic.running()) {
                if (task.watcher().isHeldUp()) {
                    continue;
                }
                TaskRun run = task.run();
                boolean cut = run.cutIfTimeIsOver(now) || run.isCutForRemoval();
                if (cut && !task.watcher().isInnermost() || run.ignoresInterruption(now, GRACE)) {
                    PendingOutcome overrun = topic.runner().overrun(run);
                    if (run.abandon(false)) {
                        topic.running().remove(task);
                        outcomes.add(task, overrun);
                    }
                }
            }
        }
    }

    /** Interrupts the callbacks of tasks that are removed. */
    void removed(Predicate<Attempts.Attempt> which) {
        for (SteppedTopic topic : topics.values()) {
            for (SteppedTask task : topic.running()) {
                TaskRun run = task.run();
                if (which.test(new Attempts.Attempt(topic.name(), run)) && run.isCancelled()) {
                    run.cutForRemoval();
                }
            }
        }
    }

    private List<TaskRun> leased() {
        List<TaskRun> runs = new ArrayList<>(outcomes.runs());
        topics.values().forEach(topic -> topic.running().forEach(task -> runs.add(task.run())));
        return runs;
    }

    private long renewalIn(TaskRun run, long now) {
        return run.renewedAt() + context.lease().toNanos() / 3 - now;
    }

    private void renew() {
        List<TaskRun> leased = leased();
        if (leased.isEmpty() || !renewals.isDue()) {
            return;
        }
        long now = context.time().now();
        List<TaskRun> due =
                leased.stream().filter(run -> renewalIn(run, now) <= 0).toList();
        if (due.isEmpty()) {
            return;
        }
        try {
            List<Delivery> deliveries = due.stream().map(TaskRun::delivery).toList();
            List<Delivery> stale = store.renew(name, deliveries, context.lease());
            for (TaskRun run : due) {
                run.renewed(now);
                if (stale.contains(run.delivery())) {
                    run.lost();
                }
            }
            renewals.succeeded();
        } catch (TaskStoreException e) {
            log.debug("The leases of {} could not be renewed", name, e);
            renewals.pause(RENEWAL);
        }
    }

    /** Before another attempt ends: what it leaves behind may look as after a cancellation. */
    private void loseWhatIsNotLeased() {
        long now = context.time().now();
        leased().stream()
                .filter(run -> !run.isLost()
                        && now - run.renewedAt() >= context.lease().toNanos())
                .forEach(TaskRun::look);
    }

    private void reclaim() {
        for (SteppedTopic topic : topics.values()) {
            if (topic.areRepliesLost() && reserves.isDue()) {
                leasing(topic, () -> store.reclaim(topic.name(), context.instance(), known(topic)));
            }
        }
    }

    private List<Delivery> known(SteppedTopic topic) {
        List<Delivery> known = new ArrayList<>(topic.deliveries());
        outcomes.runs().forEach(run -> known.add(run.delivery()));
        return known;
    }

    /** Leases a task of a topic; null if the store does not answer. */
    @Nullable
    Reservation reserve(SteppedTopic topic) {
        Reservation reservation =
                leasing(topic, () -> store.reserve(topic.name(), context.instance(), context.lease(), 1));
        if (reservation != null) {
            reserves.succeeded();
            topic.repliesLost(reservation.repeated());
        }
        return reservation;
    }

    /** Makes a call that leases, or gives back what one has leased; null if the store does not answer. */
    private <T> @Nullable T leasing(SteppedTopic topic, Supplier<T> call) {
        try {
            T result = call.get();
            topic.repliesLost(false);
            return result;
        } catch (TaskStoreException e) {
            log.debug("{} could not be reserved from", topic.name(), e);
            topic.repliesLost(true);
            reserves.failed();
            return null;
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
        Instant renewal = renewals.next();
        List<TaskRun> leased = leased();
        Stream<@Nullable Instant> events = Stream.of(
                worked ? pushes.next() : null, worked ? reserves.next() : null, outcomes.next(), firstEnd(), renewal);
        Instant first =
                events.filter(Objects::nonNull).min(Comparator.naturalOrder()).orElse(null);
        if (renewal != null || leased.isEmpty()) {
            return first;
        }
        long now = context.time().now();
        long nanos = leased.stream().mapToLong(run -> renewalIn(run, now)).min().orElseThrow();
        Instant due = context.time().clock().instant().plusNanos(Math.max(0, nanos));
        return first == null || due.isBefore(first) ? due : first;
    }

    private @Nullable Instant firstEnd() {
        long now = context.time().now();
        return topics.values().stream()
                .flatMap(topic -> topic.running().stream())
                .filter(task -> !task.watcher().isHeldUp())
                .map(task -> task.run().untilCut(now, GRACE))
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
                        .filter(SteppedTopic::isConsumed)
                        .map(SteppedTopic::status)
                        .sorted(Comparator.comparing(status -> status.name().topic()))
                        .toList(),
                List.of());
    }

    /** Gives back what runs; returns how many. */
    int abandonRunning() {
        int abandoned = 0;
        for (SteppedTopic topic : topics.values()) {
            for (SteppedTask task : List.copyOf(topic.running())) {
                task.run().cutForShutdown();
                if (task.run().abandon(false)) {
                    topic.running().remove(task);
                    outcomes.add(task, PendingOutcome.started(task.run()));
                    abandoned++;
                }
            }
        }
        return abandoned;
    }

    void crash() {
        topics.values().forEach(SteppedTopic::crash);
        outcomes.crash();
        Stream.of(pushes, reserves, renewals).forEach(Pace::succeeded);
    }
}
