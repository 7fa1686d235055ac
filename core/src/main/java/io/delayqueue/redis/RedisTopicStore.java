package io.delayqueue.redis;

import static io.delayqueue.redis.Keys.bytes;

import io.delayqueue.TaskCounts;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskPage;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.TopicStep;
import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.monitor.TopicForecast.DueTasks;
import io.delayqueue.redis.PageCursor.Place;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TopicStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.resps.ScanResult;
import redis.clients.jedis.resps.Tuple;

/** Implements the operations on topics in Redis: each method is one script, sent once except to count many topics. */
final class RedisTopicStore implements TopicStore {

    private static final List<Place> READY = List.of(Place.HIGH, Place.NORMAL, Place.LOW);

    /** Order in which tasks are removed: in the direction of their moves, and once more for those that may have moved back. */
    private static final List<Place> REMOVING =
            List.of(Place.RESERVED, Place.DELAYED, Place.HIGH, Place.NORMAL, Place.LOW, Place.RESERVED_AGAIN);

    /** Without those of windows. */
    private static final int VALUES_OF_A_TOPIC = 7;

    private static final ScanParams SCAN = new ScanParams().count(1_000);

    /** Maximum number of topics that one call checks. */
    private static final int MAX_FORGOTTEN = 200;

    private final RedisCalls calls;

    RedisTopicStore(RedisCalls calls) {
        this.calls = calls;
    }

    /** Page of a topic's tasks as the script returns them. */
    private record Page(List<Object> tasks, @Nullable String cursor) {}

    @Override
    public TaskPage list(TopicName topic, TaskState state, @Nullable String cursor, int limit, boolean payloads) {
        Page page = page(topic, state, cursor, limit);
        List<TaskInfo> tasks = new ArrayList<>();
        page.tasks().forEach(task -> {
            TaskInfo info = FoundTask.read(topic.group(), topic.topic(), task, payloads);
            if (info != null) {
                tasks.add(info);
            }
        });
        return new TaskPage(tasks, page.cursor());
    }

    @Override
    public TaskPage repeating(String group, @Nullable String after, int limit) {
        Keys k = calls.keys(group);
        List<Object> reply = Replies.list(calls.value(
                Script.LIST_REPEATS,
                k.of(Script.LIST_REPEATS),
                List.of(bytes(after == null ? "" : after), bytes(limit))));
        List<TaskInfo> tasks = new ArrayList<>();
        for (Object entry : reply.subList(1, reply.size())) {
            // An entry without a task is its id.
            TaskInfo info = entry instanceof byte[] ? null : FoundTask.read(group, "", entry, false);
            if (info != null && info.options().repeat() != null) {
                tasks.add(info);
            }
        }
        String next = Replies.string(reply.get(0));
        return new TaskPage(tasks, next.isEmpty() ? null : next);
    }

    @Override
    public DetailPage details(TopicName topic, TaskState state, @Nullable String cursor, int limit) {
        Page page = page(topic, state, cursor, limit);
        return new DetailPage(page.tasks().stream().map(FoundTask::detail).toList(), page.cursor());
    }

    private Page page(TopicName topic, TaskState state, @Nullable String cursor, int limit) {
        Keys k = keys(topic);
        List<Place> places = places(state);
        PageCursor from = cursor == null
                ? PageCursor.at(topic.toString(), places.get(0))
                : PageCursor.read(topic.toString(), cursor, places);
        List<Place> left = places.subList(places.indexOf(from.place()), places.size());
        List<byte[]> sets =
                left.stream().map(place -> k.get(place.key, topic.topic())).toList();
        List<Object> reply = Replies.list(calls.value(
                Script.LIST,
                k.of(Script.LIST, sets),
                List.of(bytes(FoundTask.number(state)), bytes(from.score()), bytes(from.member()), bytes(limit))));
        PageCursor reached = PageCursor.at(topic.toString(), left.get((int) Replies.number(reply.get(0))));
        return new Page(reply.subList(3, reply.size()), reached.next(reply.get(1), reply.get(2), places));
    }

    @Override
    public List<TopicForecast> forecast(String group, Collection<String> topics, List<Duration> windows) {
        return forecast(Map.of(group, topics.isEmpty() ? topics(calls, group) : topics), windows);
    }

    @Override
    public List<TopicForecast> forecast(Map<String, ? extends Collection<String>> topics, List<Duration> windows) {
        boolean oneGroup = calls.client() instanceof RedisClusterClient;
        List<TopicForecast> forecasts = new ArrayList<>();
        List<TopicName> step = new ArrayList<>();
        topics.forEach((group, names) -> {
            for (String name : names) {
                if (step.size() == MAX_COUNTED
                        || oneGroup && !step.isEmpty() && !step.get(0).group().equals(group)) {
                    forecasts.addAll(forecast(step, windows));
                    step.clear();
                }
                step.add(new TopicName(group, name));
            }
        });
        if (!step.isEmpty()) {
            forecasts.addAll(forecast(step, windows));
        }
        return forecasts;
    }

    private List<TopicForecast> forecast(List<TopicName> names, List<Duration> windows) {
        List<byte[]> keys = new ArrayList<>();
        List<byte[]> arguments = new ArrayList<>();
        arguments.add(bytes(windows.size()));
        windows.forEach(window -> arguments.add(bytes(window.toMillis())));
        Map<String, List<TopicName>> byGroup = names.stream()
                .collect(Collectors.groupingBy(TopicName::group, LinkedHashMap::new, Collectors.toList()));
        byGroup.forEach((group, ofGroup) -> {
            keys.addAll(calls.keys(group).of(Script.COUNT));
            arguments.add(bytes(ofGroup.size()));
            ofGroup.forEach(topic -> arguments.add(bytes(topic.topic())));
        });
        List<Object> reply = Replies.list(calls.value(Script.COUNT, keys, arguments));
        Instant at = Instant.ofEpochMilli(Replies.number(reply.get(0)));
        int values = VALUES_OF_A_TOPIC + windows.size();
        List<TopicForecast> forecasts = new ArrayList<>();
        for (TopicName name : names) {
            int from = 1 + values * forecasts.size();
            List<Object> topic = reply.subList(from, from + values);
            forecasts.add(new TopicForecast(counts(name, topic), at, due(windows, topic)));
        }
        return forecasts;
    }

    private static TaskCounts counts(TopicName topic, List<Object> values) {
        return new TaskCounts(
                topic,
                Replies.number(values.get(1)),
                Replies.number(values.get(2)),
                Replies.number(values.get(3)),
                Replies.number(values.get(4)),
                Replies.isOne(values.get(5)),
                Duration.ofMillis(Replies.number(values.get(6))));
    }

    private static List<DueTasks> due(List<Duration> windows, List<Object> values) {
        List<DueTasks> due = new ArrayList<>();
        for (int i = 0; i < windows.size(); i++) {
            due.add(new DueTasks(windows.get(i), Replies.number(values.get(VALUES_OF_A_TOPIC + i))));
        }
        return due;
    }

    @Override
    public boolean pause(TopicName topic) {
        Keys k = keys(topic);
        RedisCalls.Reply reply = calls.script(Script.PAUSE, k.of(Script.PAUSE), List.of(k.wake, bytes(topic.topic())));
        return reply.repeated() || Replies.isOne(reply.value());
    }

    @Override
    public boolean resume(TopicName topic) {
        Keys k = keys(topic);
        RedisCalls.Reply reply =
                calls.script(Script.RESUME, k.of(Script.RESUME, topic.topic()), List.of(bytes(topic.topic())));
        return reply.repeated() || Replies.isOne(reply.value());
    }

    @Override
    public TopicStep removeTasks(TopicName topic, @Nullable String from) {
        Keys k = keys(topic);
        PageCursor cursor = from == null
                ? PageCursor.at(topic.toString(), REMOVING.get(0))
                : PageCursor.find(topic.toString(), from, REMOVING)
                        .orElseThrow(() -> RedisDeadLetterStore.noStep(from));
        List<Object> reply = Replies.list(calls.value(
                Script.REMOVE_TASKS,
                k.of(Script.REMOVE_TASKS, topic.topic(), List.of(k.get(cursor.place().key, topic.topic()))),
                List.of(
                        k.wake,
                        bytes(topic.topic()),
                        bytes(cursor.score()),
                        bytes(cursor.member()),
                        bytes(TaskStore.MAX_BATCH))));
        return new TopicStep((int) Replies.number(reply.get(0)), cursor.next(reply.get(1), reply.get(2), REMOVING));
    }

    @Override
    public int forgetEmpty(String group, Collection<String> keep) {
        Keys k = calls.keys(group);
        Set<String> names = topics(calls, group);
        names.removeAll(keep);
        List<String> topics = new ArrayList<>(names);
        int forgotten = 0;
        for (int from = 0; from < topics.size(); from += MAX_FORGOTTEN) {
            List<String> part = topics.subList(from, Math.min(from + MAX_FORGOTTEN, topics.size()));
            List<byte[]> arguments = part.stream().map(Keys::bytes).toList();
            forgotten += (int) Replies.number(
                    calls.value(Script.FORGET_TOPICS, k.ofTopics(Script.FORGET_TOPICS, part), arguments));
        }
        return forgotten;
    }

    /** Returns the sorted sets of a state. */
    static List<Place> places(TaskState state) {
        return switch (state) {
            case DELAYED -> List.of(Place.DELAYED);
            case READY -> READY;
            case RESERVED -> List.of(Place.RESERVED);
            case DEAD -> List.of(Place.DEAD);
        };
    }

    /** Reads the topics that have or had tasks, in parts. */
    static Set<String> topics(RedisCalls calls, String group) {
        byte[] agenda = calls.keys(group).get(Key.TOPICS);
        Set<String> topics = new TreeSet<>();
        String cursor = ScanParams.SCAN_POINTER_START;
        do {
            byte[] from = bytes(cursor);
            ScanResult<Tuple> part =
                    calls.repeat("reading the topics", () -> calls.client().zscan(agenda, from, SCAN));
            part.getResult().forEach(topic -> topics.add(topic.getElement()));
            cursor = part.getCursor();
        } while (!cursor.equals(ScanParams.SCAN_POINTER_START));
        return topics;
    }

    private Keys keys(TopicName topic) {
        return calls.keys(topic.group());
    }
}
