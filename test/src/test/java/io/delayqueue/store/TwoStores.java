package io.delayqueue.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.Tag;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskPage;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.history.HistoryCounts;
import io.delayqueue.history.HistoryQuery;
import io.delayqueue.history.HistoryRule;
import io.delayqueue.history.RecordedOutcome;
import io.delayqueue.history.TaskRecord;
import io.delayqueue.memory.MemoryUnderTest;
import io.delayqueue.redis.ClockedRedis;
import io.delayqueue.store.Call.What;
import io.delayqueue.store.DeadLetterStore.Failed;
import io.delayqueue.store.DeadLetterStore.FailurePage;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One group in memory and on Redis, at the same time, which the steps of a history set: each reply and the states have to be the same. */
final class TwoStores {

    static final List<String> TOPICS = List.of("t", "tt", "u.HIGH");

    static final List<String> KEYS = List.of("k0", "k1");

    static final List<Tag> TAGS = List.of(new Tag("n", "1"), new Tag("n", "11"), new Tag("o", "=:"));

    static final List<String> IDS = ids();

    private static final int CHECKED_AFTER = 10;

    private static final HistoryRule RULE = HistoryRule.of(Duration.ofDays(3_650), 64 << 20);

    /** Rules of the topics that keep a history. */
    private static final Map<String, HistoryRule> RULES =
            Map.of("t", RULE, "tt", RULE.outcomes(RecordedOutcome.DEAD, RecordedOutcome.REMOVED));

    /** Number of the newest records that are compared, of those that are read. */
    private static final int COMPARED = HistoryQuery.MAX_PAGE / 2;

    private static final Comparator<TaskRecord> NEWEST_FIRST = Comparator.comparing(TaskRecord::endedAt)
            .reversed()
            .thenComparing(TaskRecord::id)
            .thenComparing(TaskRecord::toString);

    private final ClockedRedis redis;

    private final String group;

    private final TestTime time = new TestTime();

    private final Invariants invariants;

    /** Steps that the stores have not forgotten. */
    private List<Step> kept = new ArrayList<>();

    private @Nullable List<Step> keptBefore;

    private Runnable restore = () -> {};

    private MemoryUnderTest memory;

    private Map<String, TaskInfo> tasks = Map.of();

    /** Topics whose tasks may be leased, of which an instance knew, or there was a signal. */
    private final Set<String> signalled = new HashSet<>();

    private @Nullable Walk walk;

    private int walks;

    private int steps;

    /** Clock of the store in memory. */
    private static final class TestTime extends Clock {

        private long micros;

        @Override
        public Instant instant() {
            return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    /** Begins with an empty group. */
    TwoStores(ClockedRedis redis, String group) {
        this.redis = redis;
        this.group = group;
        this.invariants = new Invariants(group);
        redis.clear(group);
        redis.set(group, 0);
        declareHistories(redis.store());
        redis.losing().history().rules(group, TOPICS);
        this.memory = newMemory();
    }

    private MemoryUnderTest newMemory() {
        MemoryUnderTest empty = new MemoryUnderTest(time);
        declareHistories(empty);
        return empty;
    }

    private void declareHistories(StoreUnderTest store) {
        RULES.forEach((topic, rule) -> {
            TopicName name = new TopicName(group, topic);
            assertThat(store.history().declare(name, "", HistoryStore.text(rule)))
                    .isTrue();
        });
    }

    private static List<String> ids() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            ids.add("a" + i);
        }
        return ids;
    }

    String group() {
        return group;
    }

    /** The tasks that are there, by their ids. */
    Map<String, TaskInfo> tasks() {
        return tasks;
    }

    Invariants invariants() {
        return invariants;
    }

    /** Makes a step on both. */
    void make(Step step) {
        setTime(step.micros());
        if (step.call() == null) {
            if (step.forgets() && keptBefore != null) {
                forget(step);
            } else if (!step.forgets()) {
                keptBefore = List.copyOf(kept);
                restore = redis.store().snapshot(group);
                invariants.snapshot();
            }
        } else if (step.call().what == What.WALK) {
            walk(step.call().topic);
        } else if (step.call().what != What.SIGNAL || areSignalled(step.call().topic)) {
            kept.add(step);
            Set<String> leasable = leasable();
            List<@Nullable Object> inMemory = inMemory(step);
            assertThat(plain(onRedis(step))).as("reply").isEqualTo(plain(inMemory));
            Map<String, TaskInfo> before = tasks;
            find();
            if (walk != null) {
                walk.changed(tasks);
            }
            invariants.check(step, before, tasks, inMemory, memory);
            signals(replied(step, inMemory.size()), leasable);
        }
        if (++steps % CHECKED_AFTER == 0) {
            checkEverything();
        }
    }

    private void walk(String topic) {
        if (walk == null) {
            TaskState state = TaskState.values()[walks++ % TaskState.values().length];
            walk = new Walk(new TopicName(group, topic), state, tasks);
        }
        walk = walk.goOn(redis.store(), memory, 2) ? walk : null;
    }

    private void setTime(long micros) {
        time.micros = micros;
        redis.set(group, micros);
    }

    /** In memory what was kept is made again, because all of it depends on the steps alone. */
    private void forget(Step step) {
        restore.run();
        kept = new ArrayList<>(keptBefore);
        memory = newMemory();
        for (Step again : kept) {
            time.micros = again.micros();
            inMemory(again);
        }
        setTime(step.micros());
        invariants.forget();
        signalled.clear();
        walk = null;
        find();
        checkEverything();
    }

    private List<@Nullable Object> inMemory(Step step) {
        List<@Nullable Object> replies = new ArrayList<>();
        Call meanwhile = step.meanwhile();
        replies.add(
                meanwhile == null
                        ? step.call().make(memory)
                        : step.call().makeTwice(memory, () -> replies.add(meanwhile.make(memory)), this::found));
        return replies;
    }

    private List<@Nullable Object> onRedis(Step step) {
        List<@Nullable Object> replies = new ArrayList<>();
        Call meanwhile = step.meanwhile();
        if (meanwhile == null) {
            replies.add(step.call().make(redis.store()));
        } else {
            Object reply = step.call()
                    .make(redis.losing(), () -> redis.loseNextReply(() -> replies.add(meanwhile.make(redis.store()))));
            redis.loseNone();
            replies.add(step.call().reply(reply, !replies.isEmpty()));
        }
        return replies;
    }

    private Object found(StoreUnderTest store) {
        return store.tasks().find(group, IDS);
    }

    /** Compares what both say of each task, and takes it over. */
    private void find() {
        List<@Nullable TaskInfo> inMemory = memory.tasks().find(group, IDS);
        List<@Nullable TaskInfo> onRedis = redis.store().tasks().find(group, IDS);
        tasks = new LinkedHashMap<>();
        for (int i = 0; i < IDS.size(); i++) {
            TaskInfo task = inMemory.get(i);
            assertThat(onRedis.get(i)).as("task").isEqualTo(task);
            if (task != null) {
                tasks.put(task.id(), task);
            }
        }
    }

    /**
     * Of a topic whose tasks may be leased an instance knows, or there is a signal. Time alone may allow a lease; then the next push leaves the signal, but
     * for a batch whose wait is over only when all of its tokens are there.
     */
    private void signals(List<Call> calls, Set<String> leasableBefore) {
        boolean pushed = calls.stream().anyMatch(call -> call.what == What.PUSH);
        for (String topic : TOPICS) {
            boolean mayLease = memory.mayLease(group, topic);
            boolean isTold = pushed && !memory.waitsForBatches(group, topic);
            if (mayLease && (isTold || !leasableBefore.contains(topic) || signalled.contains(topic))) {
                boolean known = invariants.isKnown(topic);
                assertThat(known || redis.isSignalled(group, topic))
                        .as("signal of %s on Redis", topic)
                        .isTrue();
                assertThat(known || memory.isSignalled(group, topic))
                        .as("signal of %s in memory", topic)
                        .isTrue();
                signalled.add(topic);
            } else if (!mayLease) {
                signalled.remove(topic);
            }
        }
    }

    /** A store may leave more signals than it has to, so an instance takes those that both have. */
    private boolean areSignalled(String topic) {
        return redis.isSignalled(group, topic) && memory.isSignalled(group, topic);
    }

    /** The calls of a step that were made: a call that is not sent, because it reads first, loses no reply. */
    private static List<Call> replied(Step step, int replies) {
        return step.calls().subList(0, replies);
    }

    private Set<String> leasable() {
        return TOPICS.stream().filter(topic -> memory.mayLease(group, topic)).collect(Collectors.toSet());
    }

    /** Compares all there is, in each way in which a store tells of it. */
    void checkEverything() {
        List<Object> onRedis = everything(redis.store());
        List<Object> inMemory = everything(memory);
        for (int i = 0; i < Math.min(onRedis.size(), inMemory.size()); i++) {
            assertThat(onRedis.get(i)).as("state").isEqualTo(inMemory.get(i));
        }
        assertThat(onRedis).as("state").hasSameSizeAs(inMemory);
        redis.store().audit(group);
        memory.audit(group);
    }

    private List<Object> everything(StoreUnderTest store) {
        List<Object> all = new ArrayList<>();
        for (String topic : TOPICS) {
            TopicName name = new TopicName(group, topic);
            for (TaskState state : TaskState.values()) {
                all.add(topic + " " + state);
                all.addAll(listed(store, name, state));
            }
            all.addAll(retrying(store, name));
            all.addAll(recorded(store, name));
            all.add(store.topics().keys(name, 100));
            KEYS.forEach(key -> all.add(store.topics().tasksOfKey(name, key, 100)));
        }
        for (Tag tag : TAGS) {
            List<String> tagged = store.topics().tagged(group, tag, "", 100);
            all.add(tag + " of " + tagged);
            assertThat(store.topics().countTagged(group, tag)).isEqualTo(tagged.size());
            assertThat(store.topics().find(group, tagged))
                    .allSatisfy(task -> assertThat(task.tags()).contains(tag));
        }
        all.addAll(store.topics().count(group, TOPICS));
        // A topic of which nothing was ever there is listed after a push that was to lease of it.
        store.topics().count(group, List.of()).stream()
                .filter(counts -> counts.delayed() + counts.ready() + counts.reserved() + counts.dead() > 0)
                .forEach(all::add);
        all.addAll(store.limits().list(group));
        all.add(store.limits().audit(group, false));
        all.add(store.limits().change(group, null, rules -> rules.limits().stream()
                .map(limit -> Math.max(0, rules.until(Rules.SPENT + limit.substring(1)) - time.micros))
                .toList()));
        return all;
    }

    private static List<TaskInfo> listed(StoreUnderTest store, TopicName topic, TaskState state) {
        List<TaskInfo> listed = new ArrayList<>();
        String cursor = null;
        do {
            TaskPage page = store.topics().list(topic, state, cursor, 3, true);
            listed.addAll(page.tasks());
            assertThat(listed).as("pages of %s", topic).hasSizeLessThanOrEqualTo(IDS.size());
            cursor = page.cursor();
        } while (cursor != null);
        return listed;
    }

    /** The newest records, and the number of all of them; without removals of whole topics, of which each store makes its own number of steps. */
    private static List<Object> recorded(StoreUnderTest store, TopicName topic) {
        HistoryQuery newest = HistoryQuery.ALL.limit(HistoryQuery.MAX_PAGE);
        List<TaskRecord> records = store.history().search(topic, newest).records();
        assertThat(records)
                .as("records of %s", topic)
                .isSortedAccordingTo(Comparator.comparing(TaskRecord::endedAt).reversed());
        List<Object> compared = new ArrayList<>(records.stream()
                .filter(record -> !record.id().equals(TaskRecord.ALL))
                .sorted(NEWEST_FIRST)
                .limit(COMPARED)
                .toList());
        HistoryCounts counts =
                store.history().counts(topic.group(), List.of(topic.topic())).get(0);
        Map<RecordedOutcome, Long> outcomes = new EnumMap<>(RecordedOutcome.class);
        outcomes.putAll(counts.outcomes());
        outcomes.remove(RecordedOutcome.REMOVED);
        compared.add(outcomes);
        compared.add(counts.notKept());
        return compared;
    }

    private static List<Failed> retrying(StoreUnderTest store, TopicName topic) {
        List<Failed> retrying = new ArrayList<>();
        FailurePage page;
        String cursor = null;
        do {
            page = store.deadLetters().retrying(topic, cursor, 3);
            retrying.addAll(page.failures());
            cursor = page.cursor();
        } while (cursor != null);
        assertThat(retrying).as("retried tasks of %s", topic).hasSize((int) page.total());
        return retrying;
    }

    /** The same with texts for bytes, and without what each store does in its way. */
    private static Object plain(@Nullable Object reply) {
        if (reply instanceof List<?> list) {
            return list.stream().map(TwoStores::plain).toList();
        }
        if (reply instanceof ReservedTask task) {
            return List.of(
                    task.delivery(),
                    task.attempt(),
                    task.dueAt(),
                    task.requeuedAt(),
                    task.begunAt(),
                    new String(task.detail(), UTF_8));
        }
        if (reply instanceof Reservation given) {
            return List.of(
                    plain(given.tasks()), given.remaining(), given.storeTime(), given.repeated(), given.limited());
        }
        if (reply instanceof PushResult pushed) {
            return List.of(pushed.elected(), pushed.due(), pushed.expired(), pushed.storeTime());
        }
        if (reply instanceof PushAndReserveResult both) {
            return List.of(plain(both.push()), plain(both.reservation()));
        }
        return String.valueOf(reply);
    }
}
