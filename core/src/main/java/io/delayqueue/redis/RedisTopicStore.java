package io.delayqueue.redis;

import static io.delayqueue.redis.Keys.bytes;
import static java.util.Objects.requireNonNullElse;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.delayqueue.Tag;
import io.delayqueue.TaskCounts;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskPage;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.TopicStep;
import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.monitor.TopicForecast.DueTasks;
import io.delayqueue.monitor.TopicKeys;
import io.delayqueue.monitor.TopicKeys.KeyTasks;
import io.delayqueue.store.Rules;
import io.delayqueue.store.TaskEdit;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TopicStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.params.ZRangeParams;
import redis.clients.jedis.resps.ScanResult;
import redis.clients.jedis.resps.Tuple;

/** Implements the operations on topics in Redis: each method is one script, sent once except to count many topics. */
record RedisTopicStore(RedisCalls calls) implements TopicStore {

    private static final List<Key> READY = List.of(Key.CONSUMING_HIGH, Key.CONSUMING, Key.CONSUMING_LOW, Key.BEHIND);

    /** Order in which tasks are removed: in the direction of their moves, and once more for those that may have moved back. */
    private static final List<Key> REMOVING = List.of(
            Key.RESERVED, Key.WAITING, Key.BEHIND, Key.CONSUMING_HIGH, Key.CONSUMING, Key.CONSUMING_LOW, Key.RESERVED);

    /** Without those of windows. */
    private static final int VALUES_OF_A_TOPIC = 9;

    private static final ScanParams SCAN = new ScanParams().count(1_000);

    /** Maximum number of topics that one call checks. */
    private static final int MAX_FORGOTTEN = 200;

    private RedisLimitStore rules() {
        return new RedisLimitStore(calls, this);
    }

    /** Page of a topic's tasks as the script returns them. */
    private record Page(List<FoundTask> tasks, @Nullable String cursor) {}

    @Override
    public TaskPage list(TopicName topic, TaskState state, @Nullable String cursor, int limit, boolean payloads) {
        Page page = page(topic, state, cursor, limit);
        List<TaskInfo> tasks = page.tasks().stream()
                .map(task -> task.info(topic.group(), topic.topic(), payloads))
                .toList();
        return new TaskPage(tasks, page.cursor());
    }

    @Override
    public TaskPage repeating(String group, @Nullable String after, int limit) {
        String repeats = calls.keys(group).text(Key.REPEATS);
        ZRangeParams page = ZRangeParams.zrangeByLexParams(after == null ? "-" : "(" + after, "+")
                .limit(0, limit);
        List<String> ids = calls.repeat("reading the repeating tasks", () -> calls.client.zrange(repeats, page));
        List<TaskInfo> tasks = find(group, ids).stream()
                .filter(info -> info.options().repeat() != null)
                .toList();
        return new TaskPage(tasks, ids.size() < limit ? null : ids.get(limit - 1));
    }

    @Override
    public List<String> tagged(String group, Tag tag, String after, int limit) {
        String tags = calls.keys(group).text(Key.TAGS);
        ZRangeParams page = ZRangeParams.zrangeByLexParams("(" + tag + "\0" + after, "(" + tag + "\1")
                .limit(0, limit);
        return calls.repeat("reading the tasks of a tag", () -> calls.client.zrange(tags, page)).stream()
                .map(member -> member.substring(member.lastIndexOf('\0') + 1))
                .toList();
    }

    @Override
    public long countTagged(String group, Tag tag) {
        String tags = calls.keys(group).text(Key.TAGS);
        return calls.repeat(
                "counting the tasks of a tag", () -> calls.client.zlexcount(tags, "(" + tag + "\0", "(" + tag + "\1"));
    }

    @Override
    public List<TaskInfo> find(String group, List<String> ids) {
        return FoundTask.find(calls, group, ids, false).stream()
                .flatMap(Stream::ofNullable)
                .toList();
    }

    @Override
    public DetailPage details(TopicName topic, TaskState state, @Nullable String cursor, int limit) {
        Page page = page(topic, state, cursor, limit);
        return new DetailPage(page.tasks().stream().map(FoundTask::detail).toList(), page.cursor());
    }

    private Page page(TopicName topic, TaskState state, @Nullable String cursor, int limit) {
        Keys k = calls.keys(topic);
        List<Key> all = keys(state);
        PageCursor from = PageCursor.ofPage(topic + "/" + state, cursor, all);
        List<byte[]> sets =
                all.subList(from.place(), all.size()).stream().map(k::get).toList();
        Reply reply =
                calls.script(Script.LIST, k.and(sets), FoundTask.number(state), from.score(), from.member(), limit);
        List<FoundTask> tasks =
                reply.values().stream().skip(3).map(FoundTask::of).toList();
        return new Page(tasks, from.next((int) reply.number(0), reply.string(1), reply.string(2)));
    }

    @Override
    public List<TopicForecast> forecast(String group, Collection<String> topics, List<Duration> windows) {
        return forecast(Map.of(group, topics.isEmpty() ? topics(calls, group) : topics), windows);
    }

    @Override
    public List<TopicForecast> forecast(Map<String, ? extends Collection<String>> topics, List<Duration> windows) {
        List<List<TopicName>> groups = new ArrayList<>();
        topics.forEach((group, names) -> groups.add(
                names.stream().map(name -> new TopicName(group, name)).toList()));
        // A script of a cluster has the keys of one slot.
        List<List<TopicName>> together = calls.client instanceof RedisClusterClient
                ? groups
                : List.of(groups.stream().flatMap(List::stream).toList());
        List<TopicForecast> forecasts = new ArrayList<>();
        for (List<TopicName> names : together) {
            TaskStore.batches(names, MAX_COUNTED).forEach(part -> forecasts.addAll(forecast(part, windows)));
        }
        return forecasts;
    }

    private List<TopicForecast> forecast(List<TopicName> names, List<Duration> windows) {
        List<byte[]> keys = new ArrayList<>();
        List<byte[]> arguments = Keys.arguments(
                windows.size(), windows.stream().map(Duration::toMillis).toList());
        Map<String, List<TopicName>> byGroup =
                names.stream().collect(groupingBy(TopicName::group, LinkedHashMap::new, toList()));
        byGroup.forEach((group, ofGroup) -> {
            keys.addAll(calls.keys(group).of(Script.COUNT));
            arguments.addAll(Keys.arguments(
                    ofGroup.size(), ofGroup.stream().map(TopicName::topic).toList()));
        });
        Reply reply = calls.script(Script.COUNT, keys, arguments);
        Instant at = Instant.ofEpochMilli(reply.number(0));
        List<TopicForecast> forecasts = new ArrayList<>();
        for (Reply row : reply.rows(1, VALUES_OF_A_TOPIC + windows.size())) {
            long until = row.number(5);
            TaskCounts counts = new TaskCounts(
                    names.get(forecasts.size()),
                    row.number(1),
                    row.number(2),
                    row.number(3),
                    row.number(4),
                    until > 0,
                    until == 0 || until == TaskEdit.PAUSED_UNTIL ? null : Instant.ofEpochMilli(until),
                    Duration.ofMillis(row.number(6)),
                    row.number(7),
                    row.number(8));
            List<DueTasks> due = new ArrayList<>();
            windows.forEach(window -> due.add(new DueTasks(window, row.number(VALUES_OF_A_TOPIC + due.size()))));
            forecasts.add(new TopicForecast(counts, at, due));
        }
        return forecasts;
    }

    @Override
    public TopicKeys keys(TopicName topic, int limit) {
        Reply reply = calls.script(Script.COUNT_KEYS, calls.keys(topic), topic.topic());
        List<KeyTasks> hottest = reply.rows(2, 3).stream()
                .map(row -> new KeyTasks(row.string(0), ids(row.string(1)), row.number(2)))
                .sorted(Comparator.comparingLong(KeyTasks::behind).reversed().thenComparing(KeyTasks::key))
                .limit(limit)
                .toList();
        Rules rules = new Rules(topic.group(), Map.of(topic.topic(), reply.string(0)));
        return new TopicKeys(rules.rule(topic.topic()).keyOrder(), reply.number(1), hottest);
    }

    private static List<String> ids(String holders) {
        return holders.isEmpty() ? List.of() : List.of(holders.split(","));
    }

    @Override
    public List<TaskInfo> tasksOfKey(TopicName topic, String key, int limit) {
        Reply reply = calls.script(Script.LIST_KEY, calls.keys(topic), key, limit);
        List<String> ids = new ArrayList<>(ids(reply.string(0)));
        ids.addAll(reply.table(1).strings());
        return find(topic.group(), ids.subList(0, Math.min(limit, ids.size())));
    }

    @Override
    public boolean resume(TopicName topic) {
        long before = hold(topic, 0, Long.MAX_VALUE);
        return before == TaskEdit.PAUSED_UNTIL || before > 0 && before > calls.time(topic.group());
    }

    @Override
    public long hold(TopicName topic, long until, long unless) {
        return rules().change(topic.group(), topic.topic(), all -> all.hold(topic.topic(), until, unless));
    }

    @Override
    public TopicStep removeTasks(TopicName topic, @Nullable String from) {
        Keys k = calls.leavingKeys(topic.group()).with(topic.topic());
        PageCursor cursor = PageCursor.ofStep(topic.toString(), from, REMOVING);
        Reply reply = calls.wakingScript(
                Script.REMOVE_TASKS,
                k.and(List.of(k.get(cursor.key()))),
                topic.topic(),
                cursor.score(),
                cursor.member(),
                TaskStore.MAX_BATCH);
        return new TopicStep((int) reply.number(0), cursor.next(reply.string(1), reply.string(2)));
    }

    @Override
    public int forgetEmpty(String group, Collection<String> keep) {
        Keys k = calls.keys(group);
        Set<String> names = topics(calls, group);
        names.removeAll(keep);
        List<String> topics = new ArrayList<>(names);
        List<String> forgotten = new ArrayList<>();
        for (List<String> part : TaskStore.batches(topics, MAX_FORGOTTEN)) {
            forgotten.addAll(
                    calls.script(Script.FORGET_TOPICS, k.ofTopics(Script.FORGET_TOPICS, part), Keys.arguments(part))
                            .strings());
        }
        if (!forgotten.isEmpty()) {
            long now = calls.time(group);
            rules().change(group, null, all -> {
                // Another instance may have registered a topic meanwhile.
                Set<String> registered = requireNonNullElse(new RedisRegistryStore(calls).topics(group), Set.of());
                forgotten.stream()
                        .filter(topic -> !registered.contains(topic) && all.until(topic) <= now)
                        .forEach(all::forget);
                return true;
            });
        }
        return forgotten.size();
    }

    /** Returns the sorted sets of a state. */
    static List<Key> keys(TaskState state) {
        return switch (state) {
            case DELAYED -> List.of(Key.WAITING);
            case READY -> READY;
            case RESERVED -> List.of(Key.RESERVED);
            case DEAD -> List.of(Key.DEAD);
        };
    }

    /** Reads the topics that have or had tasks, in parts. */
    static Set<String> topics(RedisCalls calls, String group) {
        byte[] agenda = calls.keys(group).get(Key.TOPICS);
        Set<String> topics = new TreeSet<>();
        String cursor = ScanParams.SCAN_POINTER_START;
        do {
            byte[] from = bytes(cursor);
            ScanResult<Tuple> part = calls.repeat("reading the topics", () -> calls.client.zscan(agenda, from, SCAN));
            part.getResult().forEach(topic -> topics.add(topic.getElement()));
            cursor = part.getCursor();
        } while (!cursor.equals(ScanParams.SCAN_POINTER_START));
        return topics;
    }
}
