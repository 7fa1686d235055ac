package io.delayqueue.redis;

import static java.util.stream.Collectors.toSet;

import io.delayqueue.RescheduleResult;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import io.delayqueue.store.AddStatus;
import io.delayqueue.store.AddStatus.Kind;
import io.delayqueue.store.Change;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.ExpectedTime;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.PushAndReserveResult;
import io.delayqueue.store.PushResult;
import io.delayqueue.store.Reservation;
import io.delayqueue.store.ReservedTask;
import io.delayqueue.store.TaskDetail;
import io.delayqueue.store.TaskEdit;
import io.delayqueue.store.TaskFilter;
import io.delayqueue.store.TaskStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Stores tasks in Redis: each method is one script, which is called again for the rest if tasks are large. */
record RedisTaskStore(RedisCalls calls, DurableCalls durably, ForeignKeys foreignKeys) implements TaskStore {

    /** Maximum wait of a pusher between checks, which is the cost of a lost message. */
    static final long SWEEP_MILLIS = 1_000;

    /** Results of an add by their numbers in the script, from 1. */
    private static final Kind[] ADDED = Kind.values();

    /** Results of a reschedule by their numbers in the script. */
    private static final RescheduleResult.Outcome[] RESCHEDULED = {
        RescheduleResult.Outcome.NOT_FOUND,
        RescheduleResult.Outcome.RESCHEDULED,
        RescheduleResult.Outcome.RUNNING,
        RescheduleResult.Outcome.DEAD
    };

    /** Answer of the script for a task that is not as it was read. */
    private static final int CHANGED = 2;

    /** Time by which the claim of a crashed pusher outlasts its planned wait. */
    private static final long CLAIM_MILLIS = 1_000;

    RedisTaskStore(RedisCalls calls, Durability durability) {
        this(calls, new DurableCalls(calls, durability), new ForeignKeys(calls));
    }

    @Override
    public List<AddStatus> add(String group, List<NewTask> tasks) {
        List<AddStatus> all = new ArrayList<>(tasks.size());
        Set<String> seen = new HashSet<>();
        boolean[] own = new boolean[1];
        inPartsUntilRefused(tasks, all, left -> {
            Reply reply = add(group, left, own[0]);
            // A task that a repeated call, or one for the rest, finds under an id for the first time was added by its
            // sending whose reply was lost.
            own[0] |= reply.repeated() && ChangeArguments.script(left) != Script.REPLACE;
            int count = 0;
            for (Reply row : reply.rows(0, 2)) {
                Kind kind = ADDED[(int) row.number(0) - 1];
                boolean first = seen.add(left.get(count++).id());
                all.add(new AddStatus(own[0] && first && kind == Kind.REPEATED ? Kind.ADDED : kind, row.number(1)));
            }
            return count;
        });
        return all;
    }

    /** Makes calls until no entries are left, or the store refuses others than the first: the results of those before are not lost. */
    private static <T> void inPartsUntilRefused(List<T> entries, List<?> results, ToIntFunction<List<T>> call) {
        try {
            RedisCalls.inParts(entries, call);
        } catch (TaskStoreException e) {
            if (results.isEmpty() || !RedisCalls.isRefused(e)) {
                throw e;
            }
        }
    }

    /**
     * Adds tasks, or only the first of them if the existing ones are large.
     *
     * @param maybeAdded whether a sending without a reply may have added them
     */
    private Reply add(String group, List<NewTask> tasks, boolean maybeAdded) {
        Script script = ChangeArguments.script(tasks);
        Keys k = script == Script.REPLACE ? calls.leavingKeys(group) : calls.keys(group);
        List<byte[]> arguments = Keys.arguments(k.wake, SWEEP_MILLIS, calls.answerKept());
        tasks.forEach(task -> arguments.addAll(ChangeArguments.of(task)));
        return RedisCalls.surely(
                () -> maybeAdded,
                () -> durably.script(script, k, ChangeArguments.keys(script, k, tasks, calls::nonce), arguments));
    }

    @Override
    public PushResult push(String group, String instance, Collection<String> sweep, ExpectedTime expected) {
        List<byte[]> first = push(instance, expected);
        return foreignKeys.push(
                group,
                sweep,
                List.of(),
                found -> found.result(calls.script(Script.PUSH, calls.keys(group), first, found.arguments(sweep))));
    }

    /** Returns the first arguments of a push; others can be added. */
    private static List<byte[]> push(String instance, ExpectedTime expected) {
        return Keys.arguments(
                instance,
                MAX_BATCH,
                SWEEP_MILLIS,
                CLAIM_MILLIS,
                expected.millis(),
                expected.hold().toMillis());
    }

    @Override
    public Set<String> findBusy(String instance, Map<String, ? extends Collection<String>> groups) {
        return BusyGroups.find(calls, groups, Keys.arguments(instance, SWEEP_MILLIS, CLAIM_MILLIS));
    }

    @Override
    public void resign(String group, String instance) {
        Keys k = calls.keys(group);
        calls.script(Script.RESIGN, k, k.wake, instance, WakeUpSubscription.RESIGNED);
    }

    @Override
    public Reservation reserve(TopicName topic, String instance, Duration lease, int limit) {
        Reply reply =
                calls.wakingScript(Script.RESERVE, calls.keys(topic), topic.topic(), instance, lease.toMillis(), limit);
        return reservation(topic, instance, reply);
    }

    private static Reservation reservation(TopicName topic, String instance, Reply reply) {
        List<ReservedTask> tasks = new ArrayList<>();
        for (Reply row : reply.rows(3, 5)) {
            String attempt = row.string(2);
            int end = attempt.indexOf(':');
            boolean begun = end > 0 && attempt.charAt(end + 1) == 'b';
            long since = end < 0 ? 0 : Long.parseLong(attempt.substring(begun ? end + 2 : end + 1));
            byte[] detail = row.bytes(4);
            tasks.add(new ReservedTask(
                    new Delivery(
                            topic.topic(),
                            row.string(0),
                            row.number(1),
                            instance,
                            TaskDetail.Label.behindTopic(detail)),
                    Integer.parseInt(end < 0 ? attempt : attempt.substring(0, end)),
                    (long) Double.parseDouble(row.string(3)),
                    begun ? 0 : since,
                    begun ? since : 0,
                    detail));
        }
        return new Reservation(tasks, reply.number(0), reply.number(1), reply.repeated(), reply.isOne(2));
    }

    @Override
    public PushAndReserveResult pushAndReserve(
            TopicName topic,
            String instance,
            Collection<String> sweep,
            ExpectedTime expected,
            Duration lease,
            int limit) {
        List<byte[]> first = push(instance, expected);
        first.addAll(Keys.arguments(topic.topic(), lease.toMillis(), limit));
        return foreignKeys.push(topic.group(), sweep, List.of(topic.topic()), found -> {
            if (found.leftOut().contains(topic.topic())) {
                return new PushAndReserveResult(push(topic.group(), instance, sweep, expected), null);
            }
            Reply reply = calls.script(Script.PUSH_AND_RESERVE, calls.keys(topic), first, found.arguments(sweep));
            Reservation reservation = null;
            if (reply.values().size() > 1) {
                reservation = reservation(topic, instance, reply.table(1));
            } else if (reply.repeated()) {
                // An earlier sending whose reply was lost may have reserved tasks.
                reservation = new Reservation(List.of(), 0, 0, true, false);
            }
            return new PushAndReserveResult(found.result(reply.table(0)), reservation);
        });
    }

    @Override
    public int reclaim(TopicName topic, String instance, long after, Collection<Delivery> known) {
        Set<String> names = known.stream()
                .map(delivery -> delivery.number() + ":" + delivery.id())
                .collect(toSet());
        int reclaimed = 0;
        String score = "";
        String member = "";
        do {
            Reply reply =
                    calls.script(Script.LIST_LEASES, calls.keys(topic), instance, after, score, member, MAX_BATCH);
            score = reply.string(0);
            member = reply.string(1);
            List<Outcome.Released> lost = reply.rows(2, 2).stream()
                    .filter(row -> !names.contains(row.string(1) + ":" + row.string(0)))
                    .map(row -> new Delivery(topic.topic(), row.string(0), row.number(1), instance, null))
                    .map(delivery -> new Outcome.Released(delivery, false))
                    .toList();
            reclaimed += lost.size() - acknowledge(topic.group(), lost).size();
        } while (!score.isEmpty());
        return reclaimed;
    }

    @Override
    public List<Delivery> acknowledge(String group, List<? extends Outcome> outcomes) {
        if (outcomes.isEmpty()) {
            return List.of();
        }
        Keys k = calls.keys(group);
        Script script = OutcomeArguments.script(Outcome.kindOf(outcomes));
        List<byte[]> first = Keys.arguments(k.wake, SWEEP_MILLIS);
        return sendDeliveries(k, script, first, outcomes, Outcome::delivery, OutcomeArguments::of);
    }

    @Override
    public List<Delivery> renew(String group, List<Delivery> deliveries, Duration lease) {
        List<byte[]> first = Keys.arguments(lease.toMillis());
        return sendDeliveries(
                calls.keys(group), Script.RENEW, first, deliveries, Function.identity(), OutcomeArguments::of);
    }

    /** Runs a script on deliveries, up to some bytes in one call; returns the stale ones. */
    private <T> List<Delivery> sendDeliveries(
            Keys k,
            Script script,
            List<byte[]> first,
            List<? extends T> all,
            Function<T, Delivery> delivery,
            Function<T, List<byte[]>> of) {
        List<Delivery> stale = new ArrayList<>();
        RedisCalls.inParts(all, left -> {
            List<byte[]> arguments = new ArrayList<>(first);
            int count = OutcomeArguments.addMany(left, of, arguments);
            Collection<String> topics = Keys.topics(
                    left.subList(0, count), one -> delivery.apply(one).topic());
            Reply reply = calls.script(script, k.ofTopics(script, topics), arguments);
            // Entries of a repeated call that appear stale were possibly acknowledged by the sending whose reply was
            // lost.
            return reply.indexed(left, one -> {
                if (!reply.repeated()) {
                    stale.add(delivery.apply(one));
                }
            });
        });
        return stale;
    }

    @Override
    public List<@Nullable TaskInfo> find(String group, List<String> ids) {
        return FoundTask.find(calls, group, ids, true);
    }

    @Override
    public List<@Nullable TaskInfo> remove(String group, List<String> ids, @Nullable TaskFilter only) {
        Keys k = calls.leavingKeys(group);
        String meant = only == null
                ? ""
                : FoundTask.numbers(List.copyOf(only.states())) + ":" + Objects.toString(only.topic(), "") + ":"
                        + Objects.toString(only.tag(), "");
        List<@Nullable TaskInfo> removed = new ArrayList<>(ids.size());
        inPartsUntilRefused(
                ids,
                removed,
                left -> FoundTask.read(
                        group,
                        calls.wakingScript(Script.REMOVE, k.with(calls.nonce()), calls.answerKept(), meant, left),
                        true,
                        removed));
        return removed;
    }

    @Override
    public RescheduleResult reschedule(String group, String id, long time, boolean relative) {
        Keys k = calls.keys(group).with(calls.nonce());
        Reply reply = calls.wakingScript(Script.RESCHEDULE, k, calls.answerKept(), id, time, relative ? "+" : "=");
        RescheduleResult.Outcome outcome = RESCHEDULED[(int) reply.number(0)];
        Instant dueAt = Instant.ofEpochMilli(reply.number(1));
        return new RescheduleResult(outcome, outcome == RescheduleResult.Outcome.NOT_FOUND ? null : dueAt);
    }

    @Override
    public Change.Applied apply(String group, List<Change> changes, long notAfter) {
        Keys k = calls.leavingKeys(group);
        List<Change.Result> results = new ArrayList<>(changes.size());
        Reply reply;
        do {
            List<Change> left = changes.subList(results.size(), changes.size());
            Script script = ChangeArguments.script(left.get(0));
            List<byte[]> arguments = Keys.arguments(k.wake, SWEEP_MILLIS, notAfter);
            ChangeArguments.addRun(left, arguments);
            reply = durably.script(script, k, k.of(script), arguments);
            for (int i = 2; i < reply.values().size(); i++) {
                results.add(ChangeArguments.result(reply.number(i)));
            }
        } while (results.size() < changes.size() && !reply.isOne(1));
        return new Change.Applied(results, reply.isOne(1), reply.number(0));
    }

    @Override
    public void confirm(String group, Collection<String> names) {
        RedisCalls.parts(names, MAX_BATCH).forEach(part -> calls.script(Script.CONFIRM, calls.keys(group), part));
    }

    @Override
    public boolean interrupt(String group, String id, @Nullable Instant reservedAt) {
        Keys k = calls.keys(group);
        FoundTask found = FoundTask.find(calls, group, id);
        if (found == null
                || found.deliveryNumber().isEmpty()
                || reservedAt != null && !reservedAt.equals(Instant.ofEpochMilli(found.reservedAt()))) {
            return false;
        }
        // A call that is sent again must not read the number of a later attempt.
        return calls.script(Script.INTERRUPT, k, k.wake, id, found.deliveryNumber())
                .isOne();
    }

    @Override
    public boolean isInterruptRequested(String group, Delivery delivery) {
        FoundTask found = FoundTask.find(calls, group, delivery.id());
        return found != null && found.isInterruptRequested(delivery.number());
    }

    @Override
    public boolean edit(String group, String id, TaskEdit edit) {
        Keys k = calls.keys(group);
        return RedisCalls.compareAndSet("The task " + id + " in " + group, () -> {
            FoundTask found = FoundTask.find(calls, group, id);
            if (found == null) {
                return false;
            }
            TaskInfo task = found.info(group, "", false);
            TaskEdit.Edited edited = edit.apply(found.json(), task);
            if (edited == null) {
                return false;
            }
            long answer = calls.wakingScript(
                            Script.EDIT,
                            k.with(calls.nonce()),
                            calls.answerKept(),
                            id,
                            found.json(),
                            FoundTask.number(task.state()),
                            TaskEdit.hasBegun(task),
                            edited.json(),
                            edited.time())
                    .number();
            return answer == CHANGED ? null : answer == 1;
        });
    }

    @Override
    public long time(String group) {
        return calls.time(group);
    }
}
