package io.delayqueue.redis;

import static io.delayqueue.redis.Keys.bytes;

import io.delayqueue.TaskState;
import io.delayqueue.monitor.AuditFinding.Kind;
import io.delayqueue.redis.PageCursor.Place;
import io.delayqueue.store.AuditStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Audits Redis: each method is one script. */
final class RedisAuditStore implements AuditStore {

    private static final String START = "0";

    private static final Map<String, Kind> KINDS = Map.of(
            "U", Kind.TASK_UNREADABLE,
            "N", Kind.TASK_NOWHERE,
            "S", Kind.TASK_IN_SEVERAL_STATES,
            "L", Kind.LEASE_WITHOUT_DELIVERY,
            "W", Kind.MEMBER_WITHOUT_TASK,
            "O", Kind.MEMBER_OF_OTHER_TOPIC,
            "T", Kind.TOPIC_CHECKED_TOO_LATE);

    private final RedisCalls calls;

    RedisAuditStore(RedisCalls calls) {
        this.calls = calls;
    }

    @Override
    public Page tasks(String group, @Nullable String from) {
        Keys k = keys(group);
        List<Object> reply = Replies.list(calls.value(
                Script.AUDIT_DETAILS,
                k.of(Script.AUDIT_DETAILS),
                List.of(bytes(from == null ? START : from), bytes(PAGE))));
        String next = Replies.string(reply.get(0));
        List<Flaw> flaws = new ArrayList<>();
        List<String> values = strings(reply.get(3));
        for (int i = 0; i < values.size(); i += 4) {
            flaws.add(new Flaw(
                    KINDS.get(values.get(i)),
                    blankToNull(values.get(i + 1)),
                    values.get(i + 2),
                    FoundTask.states(values.get(i + 3)),
                    null));
        }
        return new Page(
                (int) Replies.number(reply.get(1)), numbers(reply.get(2)), flaws, next.equals(START) ? null : next);
    }

    @Override
    public Page members(String group, TaskState state, String topic, @Nullable String from) {
        Keys k = keys(group);
        List<Place> places = RedisTopicStore.places(state);
        PageCursor cursor = from == null ? PageCursor.at(group, places.get(0)) : PageCursor.read(group, from, places);
        List<Object> reply = Replies.list(calls.value(
                Script.AUDIT_MEMBERS,
                k.of(Script.AUDIT_MEMBERS, topic, List.of(RedisTopicStore.set(k, topic, cursor.place()))),
                List.of(
                        bytes(topic),
                        bytes(cursor.score()),
                        bytes(cursor.member()),
                        bytes(PAGE),
                        bytes(RedisTaskStore.SWEEP_MILLIS))));
        List<Flaw> flaws = new ArrayList<>();
        List<String> values = strings(reply.get(3));
        for (int i = 0; i < values.size(); i += 3) {
            flaws.add(new Flaw(
                    KINDS.get(values.get(i)),
                    topic,
                    values.get(i + 1),
                    List.of(state),
                    blankToNull(values.get(i + 2))));
        }
        return new Page(
                (int) Replies.number(reply.get(2)), Map.of(), flaws, cursor.next(reply.get(0), reply.get(1), places));
    }

    @Override
    public Page remains(String group, @Nullable String from) {
        Keys k = keys(group);
        if (from != null && from.startsWith("R")) {
            return repeats(k, from.substring(1));
        }
        boolean deliveries = from == null || from.startsWith("D");
        List<Object> reply = Replies.list(calls.value(
                Script.AUDIT_REMAINS,
                k.of(Script.AUDIT_REMAINS, List.of(k.get(deliveries ? Key.DELIVERIES : Key.ERRORS))),
                List.of(bytes(from == null ? START : from.substring(1)), bytes(PAGE))));
        Kind kind = deliveries ? Kind.DELIVERY_WITHOUT_TASK : Kind.ERROR_WITHOUT_TASK;
        List<Flaw> flaws = new ArrayList<>();
        strings(reply.get(2)).forEach(id -> flaws.add(new Flaw(kind, null, id, List.of(), null)));
        String cursor = Replies.string(reply.get(0));
        String next = (deliveries ? "D" : "E") + cursor;
        if (cursor.equals(START)) {
            next = deliveries ? "E" + START : "R";
        }
        return new Page((int) Replies.number(reply.get(1)), Map.of(), flaws, next);
    }

    private Page repeats(Keys k, String from) {
        List<Object> reply = Replies.list(
                calls.value(Script.LIST_REPEATS, k.of(Script.LIST_REPEATS), List.of(bytes(from), bytes(PAGE))));
        List<Flaw> flaws = new ArrayList<>();
        for (Object entry : reply.subList(1, reply.size())) {
            if (entry instanceof byte[] id) {
                flaws.add(new Flaw(Kind.REPEAT_WITHOUT_TASK, null, Replies.string(id), List.of(), null));
            }
        }
        String next = Replies.string(reply.get(0));
        return new Page(reply.size() - 1, Map.of(), flaws, next.isEmpty() ? null : "R" + next);
    }

    @Override
    public Set<String> topics(String group) {
        return topics(calls, keys(group));
    }

    /** Reads the topics that have or had tasks, in parts. */
    static Set<String> topics(RedisCalls calls, Keys k) {
        Set<String> topics = new TreeSet<>();
        String cursor = START;
        do {
            List<Object> reply =
                    Replies.list(calls.value(Script.AUDIT_TOPICS, k.of(Script.AUDIT_TOPICS), List.of(bytes(cursor))));
            cursor = Replies.string(reply.get(0));
            topics.addAll(strings(reply.get(1)));
        } while (!cursor.equals(START));
        return topics;
    }

    @Override
    public boolean repair(String group, Flaw flaw) {
        Keys k = keys(group);
        return switch (flaw.kind()) {
            case TASK_NOWHERE, TASK_IN_SEVERAL_STATES, LEASE_WITHOUT_DELIVERY -> repairTask(k, flaw);
            case MEMBER_WITHOUT_TASK, MEMBER_OF_OTHER_TOPIC -> repairMember(k, flaw);
            case TOPIC_CHECKED_TOO_LATE -> repairAgenda(k, topic(flaw));
            case DELIVERY_WITHOUT_TASK, ERROR_WITHOUT_TASK ->
                done(
                        Script.REPAIR_REMAINS,
                        k.of(
                                Script.REPAIR_REMAINS,
                                List.of(k.get(
                                        flaw.kind() == Kind.DELIVERY_WITHOUT_TASK ? Key.DELIVERIES : Key.ERRORS))),
                        List.of(bytes(flaw.id())));
            case REPEAT_WITHOUT_TASK ->
                done(Script.REPAIR_REPEAT, k.of(Script.REPAIR_REPEAT), List.of(bytes(flaw.id())));
            case TASK_UNREADABLE, TOPIC_NOT_REGISTERED -> false;
        };
    }

    private boolean repairTask(Keys k, Flaw flaw) {
        String kind =
                switch (flaw.kind()) {
                    case TASK_NOWHERE -> "N";
                    case TASK_IN_SEVERAL_STATES -> "S";
                    default -> "L";
                };
        return done(
                Script.REPAIR_TASK,
                k.of(Script.REPAIR_TASK),
                List.of(
                        k.wake,
                        bytes(RedisTaskStore.SWEEP_MILLIS),
                        bytes(flaw.id()),
                        bytes(kind),
                        bytes(FoundTask.numbers(flaw.states()))));
    }

    private boolean repairMember(Keys k, Flaw flaw) {
        List<byte[]> sets = RedisTopicStore.places(flaw.states().get(0)).stream()
                .map(place -> RedisTopicStore.set(k, topic(flaw), place))
                .toList();
        return done(
                Script.REPAIR_MEMBER, k.of(Script.REPAIR_MEMBER, sets), List.of(bytes(flaw.id()), bytes(topic(flaw))));
    }

    private boolean repairAgenda(Keys k, String topic) {
        return done(
                Script.REPAIR_AGENDA,
                k.of(Script.REPAIR_AGENDA, topic),
                List.of(k.wake, bytes(RedisTaskStore.SWEEP_MILLIS), bytes(topic)));
    }

    private static String topic(Flaw flaw) {
        return Objects.requireNonNull(flaw.topic());
    }

    private boolean done(Script script, List<byte[]> scriptKeys, List<byte[]> arguments) {
        RedisCalls.Reply reply = calls.script(script, scriptKeys, arguments);
        // A repeated call that no longer finds the fault has repaired it itself.
        return reply.repeated() || Replies.isOne(reply.value());
    }

    private static List<String> strings(Object reply) {
        return Replies.list(reply).stream().map(Replies::string).toList();
    }

    /** Reads alternating names and numbers. */
    private static Map<String, Long> numbers(Object reply) {
        List<Object> values = Replies.list(reply);
        Map<String, Long> numbers = new TreeMap<>();
        for (int i = 0; i < values.size(); i += 2) {
            numbers.put(Replies.string(values.get(i)), Replies.number(values.get(i + 1)));
        }
        return numbers;
    }

    private static @Nullable String blankToNull(String text) {
        return text.isEmpty() ? null : text;
    }

    private Keys keys(String group) {
        return calls.keys(group);
    }
}
