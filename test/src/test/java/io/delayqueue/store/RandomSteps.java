package io.delayqueue.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delayqueue.IfExists;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.TopicStep;
import io.delayqueue.limit.Limit;
import io.delayqueue.store.AddStatus.Kind;
import io.delayqueue.store.Call.Repeated;
import io.delayqueue.store.Call.What;
import io.delayqueue.store.LimitStore.Declaration;
import io.delayqueue.store.Outcome.NextOccurrence.Timing;
import io.delayqueue.store.Rules.LeaseRule;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Draws the steps of a history. */
final class RandomSteps {

    private static final int REMEMBERED = 40;

    private final TwoStores stores;

    private final String group;

    private final Draw draw;

    private final boolean losesReplies;

    private final List<Supplier<Step>> choices = new ArrayList<>();

    private final List<Change> sent = new ArrayList<>();

    private @Nullable Call next;

    private int names;

    RandomSteps(TwoStores stores, Draw draw, boolean losesReplies, boolean losesWrites) {
        this.stores = stores;
        this.group = stores.group();
        this.draw = draw;
        this.losesReplies = losesReplies;
        choose(20, this::add);
        choose(10, this::push);
        choose(14, this::reserve);
        choose(6, this::pushAndReserve);
        choose(5, this::reclaim);
        choose(5, this::remove);
        choose(8, this::reschedule);
        choose(6, this::requeue);
        choose(2, this::removeTagged);
        choose(3, this::requeueTagged);
        choose(8, this::edit);
        choose(12, this::apply);
        choose(3, this::confirm);
        choose(6, this::finish);
        choose(8, this::retry);
        choose(6, this::repeat);
        choose(8, this::bury);
        choose(7, this::release);
        choose(5, this::renew);
        choose(2, () -> ofTopic("pause", name -> (store -> store.topics().pause(name))));
        choose(4, () -> ofTopic("resume", name -> (store -> store.topics().resume(name))));
        choose(3, this::holdTopic);
        choose(
                1,
                () -> steps(
                        "remove topic",
                        (store, name) -> all(from -> store.topics().removeTasks(name, from))));
        choose(
                1,
                () -> steps(
                        "requeue topic",
                        (store, name) -> all(from -> store.deadLetters().requeueTopic(name, from, 0))));
        choose(
                1,
                () -> steps(
                        "purge topic",
                        (store, name) -> all(from -> store.deadLetters().purgeTopic(name, from))));
        choose(2, this::trim);
        choose(8, this::declare);
        choose(8, this::setLimit);
        choose(2, () -> ofLimit("reset", (store, name) -> store.limits().reset(group, name)));
        choose(6, () -> ofLimit("remove", (store, name) -> store.limits().remove(group, name)));
        choose(5, this::holdLimit);
        choose(4, this::takeSignal);
        choose(12, this::walk);
        if (losesWrites) {
            choices(6, () -> Step.snapshot(draw.later()));
            choices(3, () -> Step.forget(draw.later()));
        }
    }

    private void choose(int often, Supplier<Call> call) {
        choices(often, () -> step(call));
    }

    private void choices(int often, Supplier<Step> step) {
        for (int i = 0; i < often; i++) {
            choices.add(step);
        }
    }

    Step next() {
        Call known = next;
        next = null;
        return known == null ? draw.oneOf(choices).get() : Step.of(draw.later(), known, null);
    }

    /** A call whose reply may be lost, and what another client does to one of the tasks before the call is sent again. */
    private Step step(Supplier<Call> drawn) {
        long micros = draw.later();
        Call call = drawn.get();
        boolean lost = losesReplies
                && call.what != What.NOTHING
                && call.what != What.SIGNAL
                && call.what != What.WALK
                && draw.oneIn(3);
        if (lost && (call.what == What.RESERVE || call.what == What.PUSH_AND_RESERVE)) {
            next = reclaimAll(call);
        }
        return Step.of(micros, call, lost ? meanwhile(call) : null);
    }

    private Call meanwhile(Call call) {
        List<String> ids = new ArrayList<>(call.ids);
        call.deliveries.forEach(one -> ids.add(one.id()));
        if (ids.isEmpty()) {
            return Call.of(What.NOTHING, "nothing", store -> null);
        }
        String id = draw.oneOf(ids);
        return switch (draw.upTo(4)) {
            case 1 -> removing(List.of(id));
            case 2 -> pushing(List.of());
            case 3 -> reserving(draw.topic(), Draw.INSTANCES.get(0), 6, draw.lease());
            default -> adding(List.of(draw.task(id)));
        };
    }

    private Call add() {
        List<NewTask> tasks = new ArrayList<>();
        for (int i = draw.upTo(6); i > 0; i--) {
            tasks.add(draw.task(draw.id()));
        }
        return adding(tasks);
    }

    private Call adding(List<NewTask> tasks) {
        // As ChangeArguments has it.
        boolean recognised = tasks.stream().anyMatch(NewTask::hasTags)
                || tasks.stream()
                        .map(NewTask::mode)
                        .anyMatch(
                                mode -> mode.ifExists() == IfExists.REPLACE || mode.repeats() || mode.uniqueFor() > 0);
        Call call = Call.of(
                        What.CHANGE, "add " + tasks.stream().map(Draw::words).toList(), store -> store.tasks()
                                .add(group, tasks))
                .naming(tasks.stream().map(NewTask::id).toList());
        return recognised ? call.repeated(Repeated.FIRST) : call.repeated(found -> asFirstSent(tasks, found));
    }

    /** The first of an id that a repetition finds counts as added by the call. */
    private static List<AddStatus> asFirstSent(List<NewTask> tasks, @Nullable Object found) {
        Set<String> seen = new HashSet<>();
        List<AddStatus> result = new ArrayList<>();
        for (int i = 0; i < tasks.size(); i++) {
            AddStatus status = (AddStatus) ((List<?>) found).get(i);
            boolean own = seen.add(tasks.get(i).id()) && status.kind() == Kind.REPEATED;
            result.add(own ? new AddStatus(Kind.ADDED, status.dueAt()) : status);
        }
        return result;
    }

    private Call push() {
        return pushing(draw.oneIn(4) ? TwoStores.TOPICS : List.of());
    }

    private Call pushing(List<String> sweep) {
        String instance = draw.oneOf(Draw.INSTANCES);
        return Call.of(What.PUSH, "push by " + instance + " " + sweep, store -> null)
                .writing((store, writes) -> {
                    elect(instance, store, writes);
                    return store.tasks().push(group, instance, sweep, ExpectedTime.NONE);
                });
    }

    /** The other instances resign first, because claims end by the server's clock. */
    private void elect(String instance, StoreUnderTest store, Runnable writes) {
        Draw.INSTANCES.stream().filter(other -> !other.equals(instance)).forEach(other -> store.tasks()
                .resign(group, other));
        writes.run();
    }

    private Call reserve() {
        return reserving(draw.topic(), draw.oneOf(Draw.INSTANCES), draw.upTo(6), draw.lease());
    }

    private Call reserving(String topic, String instance, int limit, Duration lease) {
        return Call.of(
                        What.RESERVE,
                        "reserve of " + topic + " by " + instance + ", " + limit + " for " + lease,
                        store -> store.tasks().reserve(new TopicName(group, topic), instance, lease, limit))
                .in(topic)
                .repeated(given -> repeated((Reservation) given));
    }

    private static Reservation repeated(Reservation given) {
        return new Reservation(given.tasks(), given.remaining(), given.storeTime(), true, given.limited());
    }

    private Call pushAndReserve() {
        String topic = draw.topic();
        int limit = draw.upTo(6);
        Duration lease = draw.lease();
        String instance = draw.oneOf(Draw.INSTANCES);
        TopicName name = new TopicName(group, topic);
        return Call.of(
                        What.PUSH_AND_RESERVE,
                        "push and reserve of " + topic + " by " + instance + ", " + limit + " for " + lease,
                        store -> null)
                .writing((store, writes) -> {
                    elect(instance, store, writes);
                    return store.tasks().pushAndReserve(name, instance, List.of(), ExpectedTime.NONE, lease, limit);
                })
                .in(topic)
                .repeated(both -> {
                    PushAndReserveResult result = (PushAndReserveResult) both;
                    return new PushAndReserveResult(result.push(), repeated(result.reservation()));
                });
    }

    /** As an instance does that knows that a reply was lost. */
    private Call reclaimAll(Call lost) {
        return reclaiming(
                lost.topic, draw.oneOf(Draw.INSTANCES), 0, stores.invariants().current(stores.tasks()));
    }

    private Call reclaim() {
        Collection<Delivery> known = draw.deliveries();
        long after = known.isEmpty() ? 0 : known.iterator().next().number();
        return reclaiming(draw.topic(), draw.oneOf(Draw.INSTANCES), after, known);
    }

    private Call reclaiming(String topic, String instance, long after, Collection<Delivery> known) {
        return Call.of(
                        What.RECLAIM,
                        "reclaim of " + topic + " by " + instance + " after " + after + " but " + known,
                        store -> store.tasks().reclaim(new TopicName(group, topic), instance, after, known))
                .in(topic)
                // The leases are read first, and that changes nothing.
                .sentFirst(store -> null)
                .ending(List.copyOf(known));
    }

    private Call remove() {
        return removing(draw.ids(4));
    }

    private Call removing(List<String> ids) {
        return Call.of(What.CHANGE, "remove " + ids, store -> store.tasks().remove(group, ids))
                .naming(ids)
                .repeated(Repeated.FIRST);
    }

    private Call reschedule() {
        String id = draw.id();
        boolean relative = draw.oneIn(2);
        long time = relative ? draw.delay() : draw.time();
        return Call.of(What.CHANGE, "reschedule " + id + (relative ? " +" : " =") + time, store -> store.tasks()
                        .reschedule(group, id, time, relative))
                .naming(List.of(id))
                .repeated(Repeated.FIRST);
    }

    private Call requeue() {
        List<String> ids = draw.ids(4);
        return Call.of(What.CHANGE, "requeue " + ids, store -> store.deadLetters()
                        .requeue(group, ids))
                .naming(ids)
                .repeated(Repeated.FIRST);
    }

    private Call removeTagged() {
        List<String> ids = draw.ids(6);
        TaskFilter only = draw.tagFilter();
        return Call.of(What.CHANGE, "remove " + ids + " of " + only, store -> store.tasks()
                        .remove(group, ids, only))
                .naming(ids)
                .repeated(Repeated.FIRST);
    }

    private Call requeueTagged() {
        List<String> ids = draw.ids(6);
        TaskFilter only = draw.tagFilter();
        return Call.of(What.CHANGE, "requeue " + ids + " of " + only, store -> store.deadLetters()
                        .requeue(group, ids, only))
                .naming(ids)
                .repeated(Repeated.FIRST);
    }

    /**
     * Sets when a task is due next, pauses it, or leaves it in its place. Of a task that waits the due time moves too, as the change of a
     * repetition has it. A reserved task was due, so no other time that is to come is set.
     */
    private Call edit() {
        String id = draw.id();
        Long time =
                switch (draw.upTo(5)) {
                    case 1 -> null;
                    case 2 -> TaskEdit.PAUSED_UNTIL;
                    default -> draw.time();
                };
        long now = draw.millis();
        return Call.of(What.CHANGE, "edit " + id + " to " + time, store -> null)
                .naming(List.of(id))
                .repeated(Repeated.ALWAYS_FIRST)
                .writing((store, writes) -> store.tasks().edit(group, id, (json, info) -> {
                    writes.run();
                    String text = new String(json, UTF_8);
                    boolean moves = time != null && time < TaskEdit.PAUSED_UNTIL;
                    boolean waits = info.state() == TaskState.DELAYED;
                    text = moves && waits ? text.replaceFirst("\\d+", String.valueOf(time)) : text;
                    boolean wasDue = moves && info.state() == TaskState.RESERVED;
                    return new TaskEdit.Edited(text.getBytes(UTF_8), wasDue ? Long.valueOf(Math.min(time, now)) : time);
                }));
    }

    private Call apply() {
        List<Change> changes = changes();
        long notAfter = draw.millis() + (draw.oneIn(8) ? -1 : draw.oneIn(2) ? 0 : 1_000);
        Call call = Call.of(
                        What.APPLY,
                        "apply not after " + notAfter + " "
                                + changes.stream().map(RandomSteps::words).toList(),
                        store -> store.tasks().apply(group, changes, notAfter))
                .naming(changes.stream().map(Change::id).toList())
                .changing(changes.stream().map(Change::name).toList());
        // The first step of a call, which is sent again, is made in memory alone first.
        List<Change> first = firstStep(changes);
        return call.sentFirst(store -> store.tasks().apply(group, first, notAfter));
    }

    private Call confirm() {
        Set<String> confirmed = new TreeSet<>();
        for (int i = draw.upTo(5); i > 0 && !sent.isEmpty(); i--) {
            confirmed.add(draw.oneOf(sent).name());
        }
        return Call.of(What.CONFIRM, "confirm " + confirmed, store -> {
                    store.tasks().confirm(group, confirmed);
                    // Removes all whose time is over.
                    store.tasks().confirm(group, List.of());
                    return null;
                })
                .changing(confirmed);
    }

    private List<Change> changes() {
        Map<String, Change> changes = new LinkedHashMap<>();
        for (int i = draw.upTo(5); i > 0; i--) {
            Change change = !sent.isEmpty() && draw.oneIn(3) ? draw.oneOf(sent) : change("c" + ++names, draw.id());
            changes.put(change.name(), change);
        }
        sent.addAll(changes.values());
        sent.subList(0, Math.max(0, sent.size() - REMEMBERED)).clear();
        return List.copyOf(changes.values());
    }

    private Change change(String name, String id) {
        switch (draw.upTo(4)) {
            case 1:
                return new Change.Remove(name, id);
            case 2:
                boolean relative = draw.oneIn(2);
                return new Change.Reschedule(name, id, relative ? draw.delay() : draw.time(), relative);
            default:
                return new Change.Add(name, draw.task(id));
        }
    }

    private static String words(Change change) {
        return change instanceof Change.Add added
                ? added.name() + ": add " + Draw.words(added.task())
                : change.toString();
    }

    /** Returns the first changes of one kind, each of another task. */
    private static List<Change> firstStep(List<Change> changes) {
        Set<String> ids = new HashSet<>();
        int count = 0;
        while (count < changes.size()
                && changes.get(count).getClass() == changes.get(0).getClass()
                && ids.add(changes.get(count).id())) {
            count++;
        }
        return changes.subList(0, count);
    }

    private Call renew() {
        List<Delivery> deliveries = draw.deliveries();
        Duration lease = draw.lease();
        return settling("renew for " + lease, deliveries, deliveries, store -> store.tasks()
                .renew(group, deliveries, lease));
    }

    private <O extends Outcome> Call ending(Function<Delivery, O> outcome) {
        List<Delivery> deliveries = draw.deliveries();
        List<O> outcomes = deliveries.stream().map(outcome).toList();
        return settling("end", outcomes, deliveries, store -> store.tasks().acknowledge(group, outcomes));
    }

    /** A repetition cannot tell what is stale from what the first sending has acknowledged. */
    private static Call settling(
            String words, List<?> all, List<Delivery> deliveries, Function<StoreUnderTest, @Nullable Object> made) {
        return deliveries.isEmpty()
                ? Call.of(What.NOTHING, "nothing", store -> null)
                : Call.of(What.SETTLE, words + " " + all, made)
                        .ending(deliveries)
                        .repeated(stale -> List.of());
    }

    private Call finish() {
        return ending(one -> new Outcome.Finished(one, draw.record()));
    }

    private Call retry() {
        return ending(one -> {
            boolean counts = !draw.oneIn(4);
            return new Outcome.Retry(one, draw.delay(), draw.errorIf(!counts), counts);
        });
    }

    private Call repeat() {
        return ending(one -> {
            Timing timing = draw.oneOf(List.of(Timing.values()));
            long millis = timing == Timing.AT ? draw.time() : 1 + draw.delay();
            boolean begun = !draw.oneIn(4);
            return new Outcome.NextOccurrence(one, timing, millis, draw.errorIf(!begun), begun, draw.record());
        });
    }

    private Call bury() {
        return ending(one -> {
            boolean begun = !draw.oneIn(4);
            return new Outcome.Dead(one, draw.errorIf(begun), begun, draw.record());
        });
    }

    private Call release() {
        return ending(one -> new Outcome.Released(one, draw.oneIn(2)));
    }

    private Call ofTopic(String words, Function<TopicName, Function<StoreUnderTest, @Nullable Object>> made) {
        String topic = draw.topic();
        return Call.of(What.CHANGE, words + " " + topic, made.apply(new TopicName(group, topic)))
                .repeated(Repeated.UNKNOWN);
    }

    private Call holdTopic() {
        Instant until = Instant.ofEpochMilli(draw.until());
        return ofTopic(
                "hold until " + until.toEpochMilli(),
                name -> (store -> store.topics().hold(name, until)));
    }

    private Call steps(String words, BiFunction<StoreUnderTest, TopicName, @Nullable Object> made) {
        String topic = draw.topic();
        return Call.of(What.TOPIC, words + " " + topic, store -> made.apply(store, new TopicName(group, topic)))
                .in(topic)
                .repeated(Repeated.UNKNOWN);
    }

    private Call trim() {
        int kept = draw.upTo(4);
        return steps("trim to " + kept, (store, name) -> store.deadLetters()
                .trim(name, new DeadLetterRetention(null, kept)));
    }

    private static int all(Function<@Nullable String, TopicStep> step) {
        int tasks = 0;
        String from = null;
        do {
            TopicStep made = step.apply(from);
            tasks += made.tasks();
            from = made.next();
        } while (from != null);
        return tasks;
    }

    private Call declare() {
        Map<String, LeaseRule> rules = new TreeMap<>();
        Set<String> used = new TreeSet<>();
        for (int i = draw.upTo(2); i > 0; i--) {
            String topic = draw.topic();
            rules.put(topic, draw.rule(topic));
        }
        rules.values().forEach(rule -> used.addAll(rule.limits()));
        Declaration declaration = new Declaration(used.stream().map(draw::limit).toList(), rules);
        boolean isLive = draw.oneIn(4);
        return rules("declare " + declaration + (isLive ? " beside others" : ""), store -> store.limits()
                .declare(group, declaration, (key, text) -> isLive));
    }

    private Call setLimit() {
        Limit limit = draw.limit(draw.limitName());
        return rules("set " + limit, store -> {
            store.limits().set(limit);
            return null;
        });
    }

    private Call ofLimit(String words, BiFunction<StoreUnderTest, String, @Nullable Object> made) {
        String name = draw.limitName();
        return rules(words + " limit " + name, store -> made.apply(store, name));
    }

    private Call holdLimit() {
        Instant until = Instant.ofEpochMilli(draw.until());
        return ofLimit("hold until " + until.toEpochMilli() + " of", (store, name) -> store.limits()
                .hold(group, name, until));
    }

    private static Call rules(String words, Function<StoreUnderTest, @Nullable Object> made) {
        return Call.of(What.CHANGE, words, made).repeated(Repeated.UNKNOWN);
    }

    private Call takeSignal() {
        String topic = draw.topic();
        return Call.of(What.SIGNAL, "take the signal of " + topic, store -> store.takeSignal(group, topic))
                .in(topic);
    }

    private Call walk() {
        String topic = draw.topic();
        return Call.of(What.WALK, "page of the walk, or of one of " + topic, store -> null)
                .in(topic);
    }
}
