package io.delayqueue.redis;

import static io.delayqueue.redis.Keys.bytes;

import io.delayqueue.TaskState;
import io.delayqueue.monitor.AuditFinding.Kind;
import io.delayqueue.redis.PageCursor.Place;
import io.delayqueue.store.AuditStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Audits Redis: one script checks the entries of a key, and one repairs an entry. */
final class RedisAuditStore implements AuditStore {

    /** Keys of a group, in the order of the audit. */
    private static final List<Place> OF_GROUP = List.of(Place.DETAILS, Place.DELIVERIES, Place.ERRORS, Place.REPEATS);

    /** Flaws of entries of a group's keys without a task. */
    private static final Map<Place, Kind> REMAINS = Map.of(
            Place.DELIVERIES, Kind.DELIVERY_WITHOUT_TASK,
            Place.ERRORS, Kind.ERROR_WITHOUT_TASK,
            Place.REPEATS, Kind.REPEAT_WITHOUT_TASK);

    private final RedisCalls calls;

    RedisAuditStore(RedisCalls calls) {
        this.calls = calls;
    }

    @Override
    public Page tasks(String group, @Nullable String from) {
        return page(group, "", List.of(), OF_GROUP, from);
    }

    @Override
    public Page members(String group, TaskState state, String topic, @Nullable String from) {
        return page(group, topic, List.of(state), RedisTopicStore.places(state), from);
    }

    /** Checks a part of the entries of a group's keys, or of those of a state if there is a topic. */
    private Page page(String group, String topic, List<TaskState> states, List<Place> places, @Nullable String from) {
        PageCursor cursor = from == null ? PageCursor.at(group, places.get(0)) : PageCursor.read(group, from, places);
        Place place = cursor.place();
        boolean onAgenda = place == Place.DELAYED || place == Place.RESERVED;
        Keys k = calls.keys(group);
        List<Object> reply = Replies.list(calls.value(
                Script.AUDIT,
                k.of(Script.AUDIT, List.of(k.get(place.key, topic))),
                List.of(
                        bytes(cursor.score()),
                        bytes(cursor.member()),
                        bytes(PAGE),
                        bytes(REMAINS.getOrDefault(place, Kind.MEMBER_WITHOUT_TASK)
                                .name()),
                        bytes(topic),
                        bytes(onAgenda ? String.valueOf(RedisTaskStore.SWEEP_MILLIS) : ""))));
        List<String> values = strings(reply.get(4));
        List<Flaw> flaws = new ArrayList<>();
        for (int i = 0; i < values.size(); i += 4) {
            String own = values.get(i + 1).isEmpty() ? null : values.get(i + 1);
            Kind kind = Kind.valueOf(values.get(i));
            flaws.add(
                    topic.isEmpty()
                            ? new Flaw(kind, own, values.get(i + 2), FoundTask.states(values.get(i + 3)), null)
                            : new Flaw(kind, topic, values.get(i + 2), states, own));
        }
        return new Page(
                REMAINS.containsKey(place) ? 0 : (int) Replies.number(reply.get(2)),
                numbers(reply.get(3)),
                flaws,
                cursor.next(reply.get(0), reply.get(1), places));
    }

    @Override
    public Set<String> topics(String group) {
        return RedisTopicStore.topics(calls, group);
    }

    @Override
    public boolean repair(String group, Flaw flaw) {
        List<Place> places =
                switch (flaw.kind()) {
                    case MEMBER_WITHOUT_TASK, MEMBER_OF_OTHER_TOPIC ->
                        RedisTopicStore.places(flaw.states().get(0));
                    default ->
                        OF_GROUP.stream()
                                .filter(place -> REMAINS.get(place) == flaw.kind())
                                .toList();
                };
        Keys k = calls.keys(group);
        String topic = flaw.topic() == null ? "" : flaw.topic();
        RedisCalls.Reply reply = calls.script(
                Script.REPAIR,
                k.of(
                        Script.REPAIR,
                        places.stream().map(place -> k.get(place.key, topic)).toList()),
                List.of(
                        k.wake,
                        bytes(RedisTaskStore.SWEEP_MILLIS),
                        bytes(flaw.kind().name()),
                        bytes(flaw.id()),
                        bytes(topic),
                        bytes(FoundTask.numbers(flaw.states()))));
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
}
