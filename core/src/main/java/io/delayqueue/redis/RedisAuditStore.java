package io.delayqueue.redis;

import static java.util.Objects.requireNonNullElse;

import io.delayqueue.TaskState;
import io.delayqueue.monitor.AuditFinding.Kind;
import io.delayqueue.store.AuditStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Audits Redis: one script checks the entries of a key, and one repairs an entry. */
record RedisAuditStore(RedisCalls calls) implements AuditStore {

    /** Keys of a group, in the order of the audit. */
    private static final List<Key> OF_GROUP = List.of(Key.DETAIL, Key.DELIVERIES, Key.ERRORS, Key.REPEATS, Key.TAGS);

    /** Flaws of entries without a task. */
    private static final Map<Key, Kind> REMAINS = Map.of(
            Key.DELIVERIES, Kind.DELIVERY_WITHOUT_TASK,
            Key.ERRORS, Kind.ERROR_WITHOUT_TASK,
            Key.REPEATS, Kind.REPEAT_WITHOUT_TASK,
            Key.TAGS, Kind.TAG_WITHOUT_TASK,
            Key.RETRYING, Kind.RETRYING_WITHOUT_TASK,
            Key.KEYS, Kind.PLACE_WITHOUT_TASK);

    @Override
    public Page tasks(String group, @Nullable String from) {
        return page(group, "", List.of(), OF_GROUP, from);
    }

    @Override
    public Page members(String group, TaskState state, String topic, @Nullable String from) {
        List<Key> keys = new ArrayList<>(RedisTopicStore.keys(state));
        if (state == TaskState.READY) {
            keys.add(Key.KEYS);
        } else if (state == TaskState.DELAYED) {
            keys.add(Key.RETRYING);
        }
        return page(group, topic, List.of(state), keys, from);
    }

    /** Checks a part of the entries of a group's keys, or of those of a state if there is a topic. */
    private Page page(String group, String topic, List<TaskState> states, List<Key> keys, @Nullable String from) {
        PageCursor cursor = PageCursor.ofPage(group + "/" + topic + states, from, keys);
        Key key = cursor.key();
        boolean onAgenda = key == Key.WAITING || key == Key.RESERVED;
        Keys k = calls.keys(group).with(topic);
        Reply reply = calls.script(
                Script.AUDIT,
                k.and(List.of(k.get(key))),
                cursor.score(),
                cursor.member(),
                PAGE,
                REMAINS.getOrDefault(key, Kind.MEMBER_WITHOUT_TASK),
                key == Key.RETRYING ? "" : topic,
                onAgenda ? RedisTaskStore.SWEEP_MILLIS : null);
        List<Flaw> flaws = reply.table(4).rows(0, 4).stream()
                .map(row -> flaw(row, topic, states))
                .toList();
        Map<String, Long> tasks = new TreeMap<>();
        reply.table(3).pairs().forEach((name, count) -> tasks.put(name, Long.valueOf(count)));
        return new Page(
                REMAINS.containsKey(key) ? 0 : (int) reply.number(2),
                tasks,
                flaws,
                cursor.next(reply.string(0), reply.string(1)));
    }

    private static Flaw flaw(Reply row, String topic, List<TaskState> states) {
        Kind kind = Kind.valueOf(row.string(0));
        String own = row.string(1).isEmpty() ? null : row.string(1);
        if (kind == Kind.TAG_WITHOUT_TASK) {
            return new Flaw(kind, null, row.string(2), List.of(), own);
        }
        return topic.isEmpty()
                ? new Flaw(kind, own, row.string(2), FoundTask.states(row.string(3)), null)
                : new Flaw(kind, topic, row.string(2), states, own);
    }

    @Override
    public Set<String> topics(String group) {
        return RedisTopicStore.topics(calls, group);
    }

    @Override
    public boolean repair(String group, Flaw flaw) {
        List<Key> keys =
                switch (flaw.kind()) {
                    case MEMBER_WITHOUT_TASK, MEMBER_OF_OTHER_TOPIC ->
                        RedisTopicStore.keys(flaw.states().get(0));
                    default ->
                        REMAINS.keySet().stream()
                                .filter(key -> REMAINS.get(key) == flaw.kind())
                                .toList();
                };
        String topic = requireNonNullElse(flaw.topic(), "");
        Keys k = calls.keys(group).with(topic);
        Reply reply = calls.wakingScript(
                Script.REPAIR,
                k.and(keys.stream().map(k::get).toList()),
                flaw.kind(),
                flaw.id(),
                topic,
                FoundTask.numbers(flaw.states()),
                flaw.ownTopic());
        // A repeated call that no longer finds the fault has repaired it itself.
        return reply.repeated() || reply.number() > 0;
    }
}
