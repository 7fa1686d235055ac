package io.delayqueue.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.TaskCounts;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.limit.KeyOrder;
import io.delayqueue.limit.LimitInfo;
import io.delayqueue.store.ModelTask.Span;
import io.delayqueue.store.Rules.LeaseRule;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What one group of a store should hold: one map, one task after the other. */
final class StoreModel {

    /** A mark in options, of which the model knows nothing: the contracts check when a reschedule leaves one. */
    private static final Pattern PLANNED = Pattern.compile(",\\{\"planned\":\\d+}|,\"planned\":\\d+");

    private static final List<Priority> LEVELS = List.of(Priority.HIGH, Priority.NORMAL, Priority.LOW);

    private static final Pattern NUMBER = Pattern.compile("number=(\\d+)");

    final String group;

    /** Who pushes. */
    String pusher = ModelDraw.INSTANCES.get(0);

    /** Topics that ever had a task. */
    final Set<String> topics = new TreeSet<>();

    private final Map<String, ModelTask> tasks = new TreeMap<>();

    /** Number of places that a step has freed, by topic and key. */
    private final Map<List<String>, Integer> left = new HashMap<>();

    final ModelLimits limits = new ModelLimits();

    /** Topics of whose work an instance knows: from a signal that it has taken, or from a reservation that has left some. */
    final Set<String> known = new TreeSet<>();

    /** Ends of the holds and pauses of topics. */
    private final Map<String, Long> held = new TreeMap<>();

    /** Ids under which no task with a window is added, unless their task is removed. */
    private final Set<String> recent = new TreeSet<>();

    /** Names of changes that are not made again. */
    private final Set<String> applied = new TreeSet<>();

    /** The current step: those of one operation follow one another. */
    private int step;

    private int firstStep;

    private long places;

    private long lastNumber;

    /** Numbers of deliveries in the order in which they were given. */
    private final List<Long> numbers = new ArrayList<>();

    StoreModel(String group) {
        this.group = group;
    }

    /**
     * Takes down what the store holds now. Run, the result forgets what came after it; numbers of deliveries are not given again all the
     * same.
     */
    Runnable snapshot() {
        Map<String, ModelTask> savedTasks = copy(tasks);
        Set<String> savedTopics = Set.copyOf(topics);
        Set<String> savedRecent = Set.copyOf(recent);
        Set<String> savedApplied = Set.copyOf(applied);
        Set<String> savedKnown = Set.copyOf(known);
        Map<String, Long> savedHeld = Map.copyOf(held);
        ModelLimits savedLimits = limits.copy();
        return () -> {
            replace(topics, savedTopics);
            replace(recent, savedRecent);
            replace(applied, savedApplied);
            replace(known, savedKnown);
            held.clear();
            held.putAll(savedHeld);
            limits.takeOver(savedLimits);
            tasks.clear();
            tasks.putAll(copy(savedTasks));
        };
    }

    private static Map<String, ModelTask> copy(Map<String, ModelTask> tasks) {
        Map<String, ModelTask> copy = new TreeMap<>();
        tasks.forEach((id, task) -> copy.put(id, new ModelTask(task)));
        return copy;
    }

    private static void replace(Set<String> all, Set<String> saved) {
        all.clear();
        all.addAll(saved);
    }

    @Nullable
    ModelTask get(String id) {
        return tasks.get(id);
    }

    Collection<ModelTask> all() {
        return tasks.values();
    }

    List<ModelTask> in(String topic, TaskState state) {
        return where(task -> task.topic.equals(topic) && task.state == state);
    }

    List<ModelTask> where(Predicate<ModelTask> condition) {
        return tasks.values().stream().filter(condition).toList();
    }

    /** The ready tasks in the order in which they are listed: by priority first. */
    List<ModelTask> ready(String topic) {
        List<ModelTask> ready = new ArrayList<>();
        LEVELS.forEach(level -> ready.addAll(ready(topic, level)));
        return ready;
    }

    private List<ModelTask> ready(String topic, Priority priority) {
        return in(topic, TaskState.READY).stream()
                .filter(task -> task.priority == priority && !task.behind)
                .sorted(ModelTask.ORDER)
                .toList();
    }

    /** The ready tasks that wait for others of their keys, in the order in which they are listed. */
    List<ModelTask> behind(String topic) {
        return where(task -> task.topic.equals(topic) && task.behind).stream()
                .sorted(ModelTask.BEHIND)
                .toList();
    }

    /** A task gives up the place of its key, if it has one. */
    void leave(ModelTask task) {
        if (task.holds) {
            task.holds = false;
            left.merge(line(task), 1, Integer::sum);
        }
        task.behind = false;
    }

    private static List<String> line(ModelTask task) {
        return List.of(task.topic, String.valueOf(task.key));
    }

    /**
     * A step has ended: the free places of keys go to the first of those that arrive, and of those behind.
     *
     * @param now the order of those from behind: later than all that are ready
     */
    void settle(long now) {
        Map<List<String>, Integer> gone = Map.copyOf(left);
        left.clear();
        Set<List<String>> lines = new HashSet<>(gone.keySet());
        where(task -> task.arrives).forEach(task -> lines.add(line(task)));
        for (List<String> line : lines) {
            List<ModelTask> ofKey = where(task -> line(task).equals(line));
            long earliest = ofKey.stream()
                    .filter(task -> task.arrives)
                    .mapToLong(task -> task.due.from())
                    .min()
                    .orElse(Long.MAX_VALUE);
            List<ModelTask> unbegun = ofKey.stream()
                    .filter(task -> task.holds && task.state == TaskState.READY && !task.hasHistory())
                    .filter(task -> task.due.from() > earliest)
                    .toList();
            unbegun.forEach(this::leave);
            List<ModelTask> candidates = ofKey.stream()
                    .filter(task -> task.behind || unbegun.contains(task))
                    .sorted(ModelTask.BEHIND)
                    .toList();
            long arriving = candidates.stream().filter(task -> task.arrives).count();
            long free = Objects.requireNonNull(limits.order(line.get(0))).concurrency()
                    - ofKey.stream().filter(task -> task.holds).count();
            long most = Math.max(0, Math.min(free, arriving + unbegun.size() + gone.getOrDefault(line, 0) + 1));
            for (ModelTask task : candidates) {
                if (most-- > 0) {
                    takePlace(task, unbegun.contains(task), now);
                } else {
                    fallBehind(task);
                }
                task.arrives = false;
            }
        }
        left.clear();
        step++;
    }

    private void fallBehind(ModelTask task) {
        if (!task.behind) {
            task.behind = true;
            move(task, TaskState.READY, task.until);
        }
    }

    private void takePlace(ModelTask task, boolean hadPlace, long now) {
        task.holds = true;
        task.behind = false;
        if (!task.arrives && !hadPlace) {
            order(task, now);
            task.promoted = true;
            move(task, TaskState.READY, task.until);
        }
    }

    private void order(ModelTask task, long millis) {
        task.orderMillis = millis;
        task.step = step;
        task.promoted = false;
        task.unsettled = false;
    }

    /** An operation begins. */
    void begin() {
        firstStep = step;
    }

    /**
     * Returns the tasks whose order depends on how long the operation has taken: of those to which its steps gave times of the store's clock, in a topic, all that
     * are not of the first such step, and those from behind, if that step gave such times to others too.
     *
     * @param before when the operation began
     */
    List<ModelTask> unsettled(long before) {
        List<ModelTask> timed = where(task -> task.step >= firstStep
                && (task.unsettled || task.orderMillis >= before && !ModelTimes.isFuture(task.orderMillis)));
        Map<String, Integer> first = new HashMap<>();
        Set<List<Object>> others = new HashSet<>();
        timed.stream().filter(task -> !task.promoted).forEach(task -> others.add(List.of(task.topic, task.step)));
        timed.forEach(task -> first.merge(task.topic, task.step, Math::min));
        return timed.stream()
                .filter(task -> task.unsettled
                        || task.step > first.get(task.topic)
                        || task.promoted && others.contains(List.of(task.topic, task.step)))
                .toList();
    }

    /** Counts a topic at a time: what is due is ready. */
    TaskCounts count(String topic, long now) {
        List<ModelTask> delayed = in(topic, TaskState.DELAYED);
        int due = (int) delayed.stream().filter(task -> task.until.to() <= now).count();
        return new TaskCounts(
                new TopicName(group, topic),
                delayed.size() - due,
                in(topic, TaskState.READY).size() + due,
                in(topic, TaskState.RESERVED).size(),
                in(topic, TaskState.DEAD).size(),
                heldUntil(topic) != null,
                isPaused(topic) ? null : heldUntil(topic),
                Duration.ZERO,
                behind(topic).size());
    }

    /**
     * Adds a task, if it is to be.
     *
     * @param due when it is due if it is new
     * @return what the store must say
     */
    AddStatus add(NewTask task, String payload, long due) {
        return add(task, payload, Span.at(due));
    }

    /** Adds a task of whose due time only the bounds are known; a due time in the answer is the first of these. */
    AddStatus add(NewTask task, String payload, Span due) {
        ModelTask there = tasks.get(task.id());
        if (there != null && !there.topic.equals(task.topic())) {
            return new AddStatus(AddStatus.Kind.OTHER_TOPIC, there.due.from());
        }
        if (there != null && task.mode().ifExists() != IfExists.REPLACE) {
            boolean same = there.payload.equals(payload)
                    && there.priority == task.mode().priority();
            return new AddStatus(same ? AddStatus.Kind.REPEATED : AddStatus.Kind.EXISTED, there.due.from());
        }
        if (isRecent(task)) {
            return new AddStatus(AddStatus.Kind.RECENT, due.from());
        }
        if (there == null && task.mode().uniqueFor() > 0) {
            recent.add(task.id());
        }
        if (there != null) {
            leave(there);
        }
        ModelTask added = new ModelTask(task, payload, due);
        if (added.key != null) {
            limits.orderKeys(added.topic);
        }
        tasks.put(added.id, added);
        topics.add(added.topic);
        delay(added, added.due);
        return new AddStatus(there == null ? AddStatus.Kind.ADDED : AddStatus.Kind.REPLACED, due.from());
    }

    boolean isApplied(String name) {
        return applied.contains(name);
    }

    /** A change with this name is not made again. */
    void applied(String name) {
        applied.add(name);
    }

    /** Whether it is not added because of the window of a task that has ended. */
    boolean isRecent(NewTask task) {
        return task.mode().uniqueFor() > 0 && !tasks.containsKey(task.id()) && recent.contains(task.id());
    }

    /** Makes a task wait. */
    void delay(ModelTask task, Span until) {
        move(task, TaskState.DELAYED, until);
        order(task, until.from());
    }

    /** Makes a task wait for another time; one that waits for longer gives up its place. */
    void reschedule(ModelTask task, Span due) {
        if (task.state == TaskState.READY || due.from() > task.until.from()) {
            leave(task);
        }
        task.due = due;
        delay(task, due);
    }

    /** Makes a task wait for another attempt. */
    void retry(ModelTask task, Span until) {
        KeyOrder order = limits.order(task.topic);
        if (order != null && order.onRetry() == KeyOrder.OnRetry.LET_PASS) {
            leave(task);
        }
        delay(task, until);
    }

    void move(ModelTask task, TaskState state, Span until) {
        task.state = state;
        task.until = until;
        task.place = ++places;
    }

    /** Makes it ready where it was ready before. */
    void backToReady(ModelTask task) {
        task.arrives = task.key != null && !task.holds;
        task.behind = task.arrives;
        move(task, TaskState.READY, task.until);
    }

    /** Returns a leased task where it was ready before, or to the pause in which it was put before its callback has begun. */
    void putBack(ModelTask task, boolean begun) {
        if (task.orderMillis < TaskEdit.PAUSED_UNTIL) {
            backToReady(task);
        } else if (begun) {
            order(task, task.due.from());
            backToReady(task);
        } else {
            leave(task);
            delay(task, Span.at(task.orderMillis));
        }
    }

    /** Sets when a task is due next. A leased one keeps its lease, and returns to that time. */
    void edit(ModelTask task, long time, long due) {
        task.due = Span.at(due);
        if (task.state == TaskState.RESERVED) {
            order(task, time);
            task.returns = true;
        } else if (task.state != TaskState.DEAD) {
            if (task.state == TaskState.READY || time > task.until.from()) {
                leave(task);
            }
            delay(task, Span.at(time));
        }
    }

    void remove(ModelTask task) {
        leave(task);
        tasks.remove(task.id);
    }

    /** Removes a task on request, and so its window if it has one. */
    void removeOnRequest(ModelTask task) {
        remove(task);
        if (ModelTask.window(task.payload) > 0) {
            recent.remove(task.id);
        }
    }

    /** Removes one of many tasks on request, of which the store does not read whether they have windows. */
    void removeUnread(ModelTask task) {
        remove(task);
        recent.remove(task.id);
    }

    /** Makes ready what is due or leased until then; returns how many of each. */
    List<Integer> push(long now) {
        List<ModelTask> due = where(task -> task.state == TaskState.DELAYED && task.until.to() <= now);
        List<ModelTask> expired = where(task -> task.state == TaskState.RESERVED && task.until.to() <= now);
        due.forEach(this::backToReady);
        expired.forEach(ModelTask::leaseEnded);
        expired.forEach(task -> putBack(task, false));
        settle(now);
        return List.of(due.size(), expired.size());
    }

    /** Makes the due tasks of a topic ready, as a reserve does that may lease some. */
    void ready(String topic, long now) {
        LeaseRule rule = limits.rule(topic);
        if (allowed(topic) > 0 && rule.keyOrder() == null && rule.least() == 1) {
            in(topic, TaskState.DELAYED).stream()
                    .filter(task -> task.until.to() <= now)
                    .forEach(this::backToReady);
        }
    }

    /** A dead letter becomes ready; so do others in the same step, of which none is before the other. */
    void requeue(ModelTask task, long now) {
        task.neverDelivered();
        order(task, now);
        backToReady(task);
    }

    /**
     * Checks what a reservation gave, and takes it over. How many of each priority there are is the store's choice.
     *
     * @param limit how many were asked for
     * @param lease how long they are leased, in milliseconds
     */
    void reserve(String topic, String instance, Reservation given, int limit, long lease) {
        int allowed = allowed(topic);
        List<ModelTask> ready = reservable(topic);
        List<String> ids =
                given.tasks().stream().map(task -> task.delivery().id()).toList();
        List<String> expected = new ArrayList<>();
        for (Priority level : LEVELS) {
            List<String> there = ready.stream()
                    .filter(task -> task.priority == level)
                    .map(task -> task.id)
                    .toList();
            int taken = (int) there.stream().filter(ids::contains).count();
            expected.addAll(there.subList(0, taken));
        }
        assertThat(ids).as("reserved of %s", topic).isEqualTo(expected);
        assertThat(ids).as("number of reserved tasks").hasSize(Math.min(Math.min(limit, allowed), ready.size()));
        assertThat(given.limited())
                .as("limited")
                .isEqualTo(!limits.ofTopic(topic).isEmpty());
        limits.spend(
                topic,
                ids.size(),
                ids.isEmpty() ? 0 : given.tasks().get(0).delivery().number());
        long before = lastNumber;
        given.tasks().forEach(task -> reserved(task, before, topic, instance, given.storeTime(), lease));
        int left = reservable(topic).size();
        assertThat(given.remaining()).as("remaining").isEqualTo(left);
        if (left > 0) {
            known.add(topic);
        } else {
            known.remove(topic);
        }
    }

    List<ModelTask> reservable(String topic) {
        return allowed(topic) == 0 ? List.of() : ready(topic);
    }

    /** How many more tasks of a topic may be leased. */
    int allowed(String topic) {
        int allowed = heldUntil(topic) != null ? 0 : limits.allowed(topic, name -> count(name, TaskState.RESERVED));
        return waitsForOthers(topic, allowed) ? 0 : allowed;
    }

    /** Whether a batch waits for further tasks, because its oldest one has not waited for long. */
    private boolean waitsForOthers(String topic, int allowed) {
        LeaseRule rule = limits.rule(topic);
        List<ModelTask> ready = ready(topic);
        long oldest = ready.stream().mapToLong(task -> task.orderMillis).min().orElse(0);
        int count = ready.size() + behind(topic).size();
        return Math.min(count, allowed) < rule.least()
                && !ModelTimes.isPast(oldest + rule.waitMillis())
                && !ModelTimes.isFuture(oldest);
    }

    private int count(String topic, TaskState state) {
        return in(topic, state).size();
    }

    /** What the store must say at a time of the limits of a topic; of all limits if the topic is null. */
    List<LimitInfo> limits(long now) {
        return limits.infos(name -> count(name, TaskState.RESERVED), name ->
                (int) count(name, now).ready());
    }

    private void reserved(ReservedTask given, long before, String topic, String instance, long storeTime, long lease) {
        ModelTask task = tasks.get(given.delivery().id());
        assertThat(given.delivery().topic()).as("topic of a delivery").isEqualTo(topic);
        if (lastNumber == before) {
            assertThat(given.delivery().number()).as("delivery number").isGreaterThan(before);
            lastNumber = given.delivery().number();
            numbers.add(lastNumber);
        }
        assertThat(given.delivery().number()).as("delivery number of a call").isEqualTo(lastNumber);
        assertThat(given.delivery().instance()).as("instance").isEqualTo(instance);
        assertThat(given.delivery().key()).as("key").isEqualTo(task.key);
        lease(task, Span.at(storeTime + lease));
        assertThat(given.begunAt()).as("begin of " + task.id).isEqualTo(task.begunAt);
        task.leasedAt = storeTime;
        task.attempts++;
        task.number = lastNumber;
        task.instance = instance;
        assertThat(given.attempt()).as("attempt of " + task.id).isEqualTo(task.attempts);
        String detail = PLANNED.matcher(new String(given.detail(), UTF_8)).replaceFirst("");
        assertThat(detail).as("detail").isEqualTo(task.storedDetail());
    }

    /** Leases a task. A first delivery that does not end the task returns it to the place of its due time, also if the task came from behind. */
    void lease(ModelTask task, Span end) {
        if (!task.hasHistory()) {
            order(task, task.due.from());
        }
        if (task.attempts > 0) {
            task.hasBegun();
        }
        move(task, TaskState.RESERVED, end);
    }

    /** The task whose newest delivery this is, if it is reserved. */
    @Nullable
    ModelTask current(Delivery delivery) {
        ModelTask task = tasks.get(delivery.id());
        boolean current = task != null
                && task.state == TaskState.RESERVED
                && task.topic.equals(delivery.topic())
                && task.number == delivery.number()
                && delivery.instance().equals(task.instance);
        return current ? task : null;
    }

    /** The same with places in the order of deliveries for their numbers, which are each store's own. */
    String withPlaces(String words) {
        return NUMBER.matcher(words).replaceAll(found -> {
            int place = Collections.binarySearch(numbers, Long.parseLong(found.group(1)));
            return place < 0 ? found.group() : "place=" + place;
        });
    }

    boolean isPaused(String topic) {
        return held.getOrDefault(topic, 0L) == TaskEdit.PAUSED_UNTIL;
    }

    /** When the hold or the pause of a topic ends; null if there is none. */
    @Nullable
    Instant heldUntil(String topic) {
        long until = held.getOrDefault(topic, 0L);
        return ModelTimes.isFuture(until) ? Instant.ofEpochMilli(until) : null;
    }

    boolean pause(String topic) {
        return hold(topic, TaskEdit.PAUSED_UNTIL);
    }

    boolean hold(String topic, long until) {
        boolean changed = !isPaused(topic);
        if (changed) {
            held.put(topic, until);
        }
        return changed;
    }

    boolean resume(String topic) {
        boolean changed = heldUntil(topic) != null;
        held.remove(topic);
        return changed;
    }
}
