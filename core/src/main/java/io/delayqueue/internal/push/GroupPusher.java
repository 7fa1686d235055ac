package io.delayqueue.internal.push;

import io.delayqueue.TopicName;
import io.delayqueue.internal.consume.TopicConsumer;
import io.delayqueue.internal.drive.EngineJob;
import io.delayqueue.internal.drive.FewThreads;
import io.delayqueue.internal.drive.GroupContext;
import io.delayqueue.internal.drive.TaskEvent;
import io.delayqueue.store.ExpectedTime;
import io.delayqueue.store.PushAndReserveResult;
import io.delayqueue.store.PushResult;
import io.delayqueue.store.TaskStore;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes a group's tasks ready when they are due, and sleeps until the next one is due. The push of a single instance also
 * reserves the tasks.
 */
public final class GroupPusher extends EngineJob {

    private static final long SWEEP_INTERVAL = TimeUnit.MILLISECONDS.toNanos(900);

    private static final long MAX_PAUSE = TimeUnit.SECONDS.toNanos(1);

    /** Maximum wait between two pushes, and the time by which the claim on pushing outlasts it. */
    private static final Duration CLAIM = Duration.ofSeconds(2);

    /** Checks take the place of pushes for so long at least, and for twice as long at most. */
    private static final long REST = TimeUnit.SECONDS.toNanos(30);

    /** Maximum number of topics of a group that is checked: a check looks at each. */
    private static final int MAX_CHECKED = 32;

    private static final long MAX_PATIENCE = TimeUnit.MILLISECONDS.toNanos(50);

    /** The part of the last call's time after which the store, by a cautious guess, had read its clock. */
    private static final int UNDERWAY = 4;

    /** The part of a lease for which ended ones are held back: a half, because all are renewed after a third, which takes some time. */
    private static final int HOLD = 2;

    /** Maximum number of topics of a sweep. */
    private static final int MAX_SWEPT = 100;

    /** Maximum number of threads that reserve from topics with a signal. */
    private static final int MAX_RESERVING = 2;

    /** Maximum number of tasks that a push reserves, because other topics wait for it. */
    private static final int MAX_RESERVED = 32;

    private final GroupContext context;

    private final Supplier<? extends Collection<String>> topics;

    private final Map<String, TopicConsumer> consumers;

    private final IdleChecks checks;

    /** Reserve from topics with a signal: one thread would need two round trips for each, and a busy topic would delay all others. */
    private final FewThreads reservations;

    private volatile Collection<String> foreignKeys = List.of();

    /** Number of sweeps; each takes the next part of the topics, so that a call is short with any number of topics. */
    private int sweeps;

    private volatile boolean elected;

    private volatile boolean claimed;

    private long sweptAt;

    /** Whether a task is due before the next check. */
    private boolean isTaskDue;

    private @Nullable String nextTopic;

    /** As of the last push or check with a reply. */
    private volatile StoreTime known;

    /**
     * Push with a reply.
     *
     * @param sentAt when it was sent, by the engine's time
     * @param answeredAt the time of its reply
     */
    private record TimedPush(PushResult result, long sentAt, long answeredAt) {}

    /**
     * The store's time.
     *
     * @param millis the milliseconds since the epoch; 0 before the first reply
     * @param sentAt when the call was sent that has the time, by the engine's time
     */
    private record StoreTime(long millis, long sentAt) {

        /** Counts {@link #CLAIM} at most, because leases may not have been renewed in a longer time without an answer. */
        long expectedAt(long now) {
            return millis + Math.min(TimeUnit.NANOSECONDS.toMillis(now - sentAt), CLAIM.toMillis());
        }
    }

    /**
     * Creates the pusher.
     *
     * @param topics the group's topics, which get a lost signal back
     * @param consumers the group's consumers here by topic; may change at any time
     * @param checks take the place of pushes while nothing is due
     */
    public GroupPusher(
            GroupContext context,
            Supplier<? extends Collection<String>> topics,
            Map<String, TopicConsumer> consumers,
            IdleChecks checks) {
        super(context::job, "pusher-" + context.group());
        this.context = context;
        this.topics = topics;
        this.consumers = consumers;
        this.checks = checks;
        this.reservations = new FewThreads(context.calls(), MAX_RESERVING, 1);
        this.known = new StoreTime(0, context.now());
        this.sweptAt = context.now() - SWEEP_INTERVAL;
    }

    /** An earlier task: only the elected pusher has to push. */
    public void earlierTask() {
        if (elected) {
            handle.wake();
        }
    }

    /** Whether the last push was this instance's, not refused in favour of another's. */
    public boolean isElected() {
        return claimed;
    }

    /** The keys of topics that another program has written, as far as this instance pushes. */
    public List<String> foreignKeys() {
        return foreignKeys.stream().sorted().toList();
    }

    /** Whether it still makes tasks ready, as far as this instance knows: its claim has ended if it has not pushed since. */
    public boolean isPushing() {
        return claimed && sincePush().compareTo(CLAIM) < 0;
    }

    /** Time since the last push or check with a reply. */
    public Duration sincePush() {
        return Duration.ofNanos(context.now() - known.sentAt());
    }

    String group() {
        return context.group();
    }

    /** The topics to look at in a check. */
    Collection<String> checkedTopics() {
        return claimed ? topics.get() : List.of();
    }

    /**
     * A check that was sent at this time has found nothing to do.
     *
     * @return whether the time is known without a push: not after a gap that the expected time leaves out
     */
    boolean checked(long sentAt) {
        StoreTime before = known;
        long passed = sentAt - before.sentAt();
        if (passed > 0 && passed <= CLAIM.toNanos()) {
            known = new StoreTime(before.expectedAt(sentAt), sentAt);
        }
        return passed <= CLAIM.toNanos();
    }

    @Override
    public void interruptWait() {
        checks.remove(this);
    }

    @Override
    public boolean isPrecise() {
        return isTaskDue;
    }

    @Override
    public long run() {
        boolean sweep = context.now() - sweptAt >= SWEEP_INTERVAL;
        // Already before the reply: the claim may hold from here on, and an earlier task must not be missed.
        elected = true;
        Collection<String> swept = sweep ? nextPart() : List.of();
        TimedPush push = push(swept);
        PushResult result = push.result();
        known = new StoreTime(result.storeTime(), push.sentAt());
        elected = result.elected();
        claimed = elected;
        nextTopic = result.nextTopic();
        if (sweep && elected) {
            sweptAt = push.sentAt();
        }
        foreignKeys = elected ? result.foreignKeys().keySet() : List.of();
        announce(result.signalled());
        result.expired().forEach((topic, tasks) -> expired(new TopicName(context.group(), topic), tasks));
        long nanos = TimeUnit.MICROSECONDS.toNanos(result.waitMicros());
        isTaskDue = elected && nanos < MAX_PAUSE;
        if (isTaskDue) {
            // Counted from the store's reading of its clock and not from the reply.
            return push.sentAt() + (push.answeredAt() - push.sentAt()) / UNDERWAY + nanos - context.now();
        }
        if (canRest(nanos)) {
            checks.add(this);
            // Not all groups at once.
            return REST + ThreadLocalRandom.current().nextLong(REST);
        }
        if (elected) {
            return MAX_PAUSE;
        }
        // Not all at once when the elected one is gone.
        long patience = context.time().moved() ? 1 : ThreadLocalRandom.current().nextLong(MAX_PATIENCE);
        return Math.min(nanos, MAX_PAUSE) + patience;
    }

    /** Whether a check will come in time, however late, for what the group has. */
    private boolean canRest(long nanos) {
        return !context.time().moved()
                && foreignKeys.isEmpty()
                && (claimed ? nanos >= 2 * MAX_PAUSE && topics.get().size() <= MAX_CHECKED : nanos > MAX_PAUSE);
    }

    private List<String> nextPart() {
        List<List<String>> parts = TaskStore.batches(List.copyOf(topics.get()), MAX_SWEPT);
        return parts.isEmpty() ? List.of() : parts.get(Math.floorMod(sweeps++, parts.size()));
    }

    /** Makes consumers reserve at once: the wait for signals takes one at a time, between calls for topics with a backlog. */
    private void announce(Set<String> signalled) {
        for (String topic : signalled) {
            TopicConsumer consumer = consumers.get(topic);
            if (consumer != null) {
                consumer.signalled();
                reservations.execute(consumer::refill);
            }
        }
    }

    private void expired(TopicName topic, int tasks) {
        context.observers().each(observer -> observer.leaseExpired(topic, tasks));
        context.observers().taskEvents().add(topic, TaskEvent.EXPIRED, tasks);
    }

    /** Pushes; if the next task's consumer has room, the push reserves the tasks for it too. */
    private TimedPush push(Collection<String> sweep) {
        TopicConsumer consumer = nextTopic == null ? null : consumers.get(nextTopic);
        // Should this push fail because of that topic's tasks, the next one is a plain one.
        nextTopic = null;
        try (TopicConsumer.Slot slot = consumer == null ? null : consumer.tryReserve(MAX_RESERVED)) {
            if (consumer != null && slot != null) {
                return pushAndReserve(consumer.topic(), slot, sweep);
            }
        }
        long sentAt = context.now();
        PushResult result = context.tasks().push(context.group(), context.instance(), sweep, expected());
        return new TimedPush(result, sentAt, context.now());
    }

    private TimedPush pushAndReserve(TopicName topic, TopicConsumer.Slot slot, Collection<String> sweep) {
        try {
            long sentAt = context.now();
            PushAndReserveResult result = context.tasks()
                    .pushAndReserve(topic, context.instance(), sweep, expected(), context.lease(), slot.limit());
            long answeredAt = context.now();
            slot.accept(result.reservation());
            return new TimedPush(result.push(), sentAt, answeredAt);
        } catch (Throwable e) {
            slot.failed(e);
            throw e;
        }
    }

    private ExpectedTime expected() {
        // Moved time leaps over pushes, not for lack of an answer.
        return known.millis() == 0 || context.time().moved()
                ? ExpectedTime.NONE
                : new ExpectedTime(
                        known.expectedAt(context.now()) + 1, context.lease().dividedBy(HOLD));
    }

    public void resign() {
        claimed = false;
        context.tasks().resign(context.group(), context.instance());
    }
}
