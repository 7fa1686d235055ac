package io.delayqueue.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.Tag;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.limit.KeyOrder;
import io.delayqueue.limit.Limit;
import io.delayqueue.store.NewTask.AddMode;
import io.delayqueue.store.Rules.LeaseRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Draws what random calls are about: times, tasks, deliveries, rules. Depends on the seed and on what was seen, which is the same on each machine. */
final class Draw {

    static final List<String> INSTANCES = List.of("i", "i2");

    /** Limits that topics share. */
    private static final List<String> SHARED = List.of("l", "m");

    private static final long SECOND = 1_000;

    private static final long HOUR = 3_600_000;

    private static final long DAY = 24 * HOUR;

    /** Deliveries without such a number that a store gives. */
    private static final long NEVER_GIVEN = 1L << 60;

    /** 2026-01-01. */
    private static final long START = 1_767_225_600_000_000L;

    private final Random random;

    private final TwoStores stores;

    private final boolean keys;

    private long micros = START;

    private int payloads;

    Draw(Random random, TwoStores stores, boolean keys) {
        this.random = random;
        this.stores = stores;
        this.keys = keys;
    }

    /** A later time: mostly soon after, and often near the end of what a task waits for. */
    long later() {
        long before = micros;
        switch (random.nextInt(8)) {
            case 0 -> micros += random.nextLong(2_000 * SECOND);
            case 1 -> micros += random.nextLong(200) * 1_000;
            case 2 -> micros += random.nextLong(2 * HOUR) * 1_000;
            case 3 -> near();
            default -> micros += 1 + random.nextInt(3_000);
        }
        micros = Math.max(micros, before + 1);
        // Several deliveries of one time have numbers that follow one another, which say on Redis when each was leased.
        micros += micros % 1_000 > 900 ? 100 : 0;
        return micros;
    }

    private void near() {
        List<TaskInfo> waiting = stores.tasks().values().stream()
                .filter(task -> task.stateUntil() != null && task.stateUntil().toEpochMilli() < millis() + 4 * DAY)
                .toList();
        if (!waiting.isEmpty()) {
            long end = oneOf(waiting).stateUntil().toEpochMilli() * 1_000;
            micros = Math.max(micros, end + oneOf(List.of(-1_000L, -100L, 0L, 1L, 1_000L, 1_500L)));
        }
    }

    long millis() {
        return micros / 1_000;
    }

    boolean oneIn(int times) {
        return random.nextInt(times) == 0;
    }

    int upTo(int most) {
        return 1 + random.nextInt(most);
    }

    <T> T oneOf(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    String topic() {
        return oneOf(TwoStores.TOPICS);
    }

    /** All different; most are of tasks. */
    List<String> ids(int most) {
        Set<String> ids = new LinkedHashSet<>();
        List<String> there = List.copyOf(stores.tasks().keySet());
        List<String> tried = stores.tasks().values().stream()
                .filter(task -> task.attempts() > 0)
                .map(TaskInfo::id)
                .toList();
        for (int i = upTo(most); i > 0; i--) {
            ids.add(
                    switch (random.nextInt(8)) {
                        case 0, 1 -> oneOf(TwoStores.IDS);
                        case 2, 3, 4 -> tried.isEmpty() ? "a0" : oneOf(tried);
                        default -> there.isEmpty() ? "a0" : oneOf(there);
                    });
        }
        return List.copyOf(ids);
    }

    String id() {
        return ids(1).get(0);
    }

    /** A delay, in milliseconds. */
    long delay() {
        return switch (random.nextInt(8)) {
            case 0, 1, 2 -> random.nextInt(3);
            case 3, 4 -> random.nextLong(2 * SECOND);
            case 5, 6 -> random.nextLong(2 * HOUR);
            default -> random.nextLong(3 * DAY);
        };
    }

    /** A time in the past or the future, in milliseconds; many tasks have the same. */
    long time() {
        long step = oneOf(List.of(1L, SECOND, HOUR));
        long near = millis() + (random.nextInt(8) - 5) * step;
        return oneIn(3) ? near : near - near % step;
    }

    long until() {
        return oneIn(4) ? time() : millis() + delay();
    }

    /** Mostly long; now and then so short that it ends before the next push. */
    Duration lease() {
        return Duration.ofMillis(oneIn(3) ? 1 + delay() : 3 * DAY);
    }

    /** A task with this id; its topic is mostly that of the task which is there, and now and then it is the same task. */
    NewTask task(String id) {
        TaskInfo there = stores.tasks().get(id);
        String topic = there != null && !oneIn(8) ? there.topic().topic() : topic();
        Priority priority = oneOf(List.of(Priority.values()));
        IfExists ifExists = oneOf(List.of(IfExists.values()));
        String key = keys && !oneIn(4) ? oneOf(TwoStores.KEYS) : null;
        long window = oneIn(3) ? 1 + delay() : 0;
        boolean repeats = random.nextBoolean();
        boolean relative = random.nextBoolean();
        long time = relative ? delay() : time();
        Set<String> tags = new LinkedHashSet<>();
        for (int i = random.nextInt(4); i > 1; i--) {
            tags.add(oneOf(TwoStores.TAGS).toString());
        }
        String label = label(key, tags);
        String detail = detail(topic + label, "p" + ++payloads, priority, repeats, window);
        if (there != null && oneIn(3)) {
            priority = there.priority();
            label = label(there);
            window = there.options().uniqueFor() == null
                    ? 0
                    : there.options().uniqueFor().toMillis();
            String payload = there.payload().replace("\"", "");
            detail = detail(topic + label, payload, priority, there.options().repeat() != null, window);
        }
        AddMode mode = new AddMode(priority, ifExists, repeats, ifExists == IfExists.REPLACE ? 0 : window, 0, 0);
        return new NewTask(topic, id, time, relative, detail.getBytes(UTF_8), mode);
    }

    private static String label(TaskInfo task) {
        return label(
                task.options().key(),
                task.options().tags().stream().map(Tag::toString).toList());
    }

    /** Key and tags, as they are stored behind the topic. */
    private static String label(@Nullable String key, Collection<String> tags) {
        String all = tags.stream().map(tag -> "\\t" + tag).collect(Collectors.joining());
        return key == null && tags.isEmpty() ? "" : ":" + Objects.toString(key, "") + all;
    }

    private static String detail(String label, String payload, Priority priority, boolean repeats, long window) {
        List<String> options = new ArrayList<>();
        if (priority != Priority.NORMAL) {
            options.add("\"priority\":\"" + priority + "\"");
        }
        if (repeats) {
            options.add("\"repeat\":{\"rate\":1000}");
        }
        if (window > 0) {
            options.add("\"uniqueFor\":" + window);
        }
        return "\"" + label + "\",\"" + payload + "\""
                + (options.isEmpty() ? "" : ",{" + String.join(",", options) + "}") + "]";
    }

    static String words(NewTask task) {
        return task.id() + (task.relative() ? " +" : " =") + task.time() + " "
                + task.mode().ifExists() + " " + new String(task.detail(), UTF_8);
    }

    /** Current deliveries, some that were current once, and some that never were; all different. */
    List<Delivery> deliveries() {
        Set<Delivery> named = new LinkedHashSet<>();
        List<Delivery> given = stores.invariants().given();
        List<Delivery> current = stores.invariants().current(stores.tasks());
        for (int i = upTo(5); i > 0 && !given.isEmpty(); i--) {
            Delivery one = oneOf(current.isEmpty() || oneIn(4) ? given : current);
            named.add(
                    switch (random.nextInt(20)) {
                        case 0 -> delivery(one.topic(), one.id(), 0, one.instance());
                        case 1 -> delivery(one.topic(), one.id(), NEVER_GIVEN, one.instance());
                        case 2 -> delivery(one.topic(), id(), one.number(), one.instance());
                        case 3 -> delivery(topic(), one.id(), one.number(), one.instance());
                        case 4 -> delivery(one.topic(), one.id(), one.number(), oneOf(INSTANCES));
                        default -> one;
                    });
        }
        return List.copyOf(named);
    }

    /** Of a task that is there with its key and its tags, because the store relies on them. */
    private Delivery delivery(String topic, String id, long number, String instance) {
        TaskInfo task = stores.tasks().get(id);
        return new Delivery(
                topic,
                id,
                number,
                instance,
                task == null || label(task).isEmpty() ? null : label(task).substring(1));
    }

    /** What is recorded of an attempt, never the same. */
    AttemptRecord record() {
        return new AttemptRecord(millis() - 7, 3L, null, 2, "{\"result\":" + ++payloads + "}", true);
    }

    /** A failure as JSON, never the same. */
    String error() {
        return "{\"attempt\":1,\"at\":\"2026-01-02T03:04:05.678Z\",\"type\":\"T\",\"message\":\"" + ++payloads
                + "\",\"stack\":\"at\"}";
    }

    @Nullable
    String errorIf(boolean sure) {
        return sure || random.nextBoolean() ? error() : null;
    }

    TaskFilter tagFilter() {
        Set<TaskState> states = new TreeSet<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            states.add(oneOf(List.of(TaskState.values())));
        }
        return new TaskFilter(oneOf(TwoStores.TAGS), oneIn(2) ? topic() : null, states);
    }

    String limitName() {
        return oneIn(3) ? topic() : oneOf(SHARED);
    }

    Limit limit(String name) {
        Limit limit = Limit.of(stores.group(), name);
        int kind = random.nextInt(3);
        if (kind > 0) {
            limit = limit.concurrency(upTo(4));
        }
        return kind == 1
                ? limit
                : limit.rate(upTo(3), oneOf(List.of(TimeUnit.SECONDS, TimeUnit.MINUTES, TimeUnit.HOURS)))
                        .burst(upTo(10));
    }

    /** A rule of a topic with some of the limits. */
    LeaseRule rule(String topic) {
        List<String> limits = new ArrayList<>(SHARED);
        limits.add(topic);
        Collections.shuffle(limits, random);
        int least = oneIn(4) ? 1 + upTo(3) : 1;
        KeyOrder order = keys && !oneIn(4) ? new KeyOrder(upTo(4), oneOf(List.of(KeyOrder.OnRetry.values()))) : null;
        return new LeaseRule(
                limits.subList(0, random.nextInt(Limit.MAX_OF_TOPIC + 1)), order, least, least == 1 ? 0 : delay());
    }
}
