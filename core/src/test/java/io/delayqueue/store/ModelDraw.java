package io.delayqueue.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delayqueue.FailedAttempt;
import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.limit.KeyOrder;
import io.delayqueue.store.ModelTimes.Time;
import io.delayqueue.store.NewTask.AddMode;
import io.delayqueue.store.Rules.LeaseRule;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Draws what random operations are about. Depends on the seed and the model, on no time and no reply. */
final class ModelDraw {

    /** One begins as another does. */
    static final List<String> TOPICS = List.of("t", "tt", "u.HIGH");

    static final List<String> KEYS = List.of("k0", "k1");

    static final List<String> INSTANCES = List.of("i", "i2");

    /** No store gives it. */
    private static final long NEVER_GIVEN = 1L << 60;

    private static final Instant FAILED_AT = Instant.parse("2026-01-02T03:04:05.678Z");

    private static final int IDS = 40;

    private static final int REMEMBERED = 80;

    final Random random;

    private final StoreModel model;

    private final ModelTimes times;

    private final List<Delivery> given = new ArrayList<>();

    private String seen = "a0";

    private int payloads;

    /** Whether tasks have keys, and topics have orders of keys. */
    private boolean keys;

    ModelDraw(Random random, StoreModel model, ModelTimes times) {
        this.random = random;
        this.model = model;
        this.times = times;
    }

    void withKeys() {
        keys = true;
    }

    /** A rule of a topic. Its wait is over for tasks that are due decades ago, or for none. */
    LeaseRule rule(List<String> limits) {
        int least = random.nextInt(4) == 0 ? 1 + upTo(3) : 1;
        long wait = least == 1 ? 0 : oneOf(List.of(ModelTimes.DAY, ModelTimes.FUTURE));
        return new LeaseRule(limits, keyOrder(), least, wait);
    }

    private @Nullable KeyOrder keyOrder() {
        return keys && random.nextInt(4) > 0 ? new KeyOrder(upTo(4), oneOf(List.of(KeyOrder.OnRetry.values()))) : null;
    }

    static List<String> allIds() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < IDS; i++) {
            ids.add("a" + i);
        }
        return ids;
    }

    int upTo(int most) {
        return 1 + random.nextInt(most);
    }

    <T> T oneOf(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    String topic() {
        return oneOf(TOPICS);
    }

    String id() {
        return "a" + random.nextInt(IDS);
    }

    /** Where a walk has come to: what happens there is worth a look. */
    void seen(String id) {
        seen = id;
    }

    /** All different; most are of tasks. */
    List<String> ids(int most) {
        Set<String> ids = new LinkedHashSet<>();
        List<ModelTask> tasks = List.copyOf(model.all());
        for (int i = upTo(most); i > 0; i--) {
            ids.add(
                    switch (random.nextInt(8)) {
                        case 0, 1 -> seen;
                        case 2 -> id();
                        default -> tasks.isEmpty() ? id() : oneOf(tasks).id;
                    });
        }
        return List.copyOf(ids);
    }

    /** A task; its topic is mostly that of the task which is there, and now and then it is the same task. */
    NewTask task() {
        return task(id());
    }

    /** A task with this id. */
    NewTask task(String id) {
        ModelTask there = model.get(id);
        String topic = there != null && random.nextInt(8) > 0 ? there.topic : topic();
        Priority priority = oneOf(List.of(Priority.values()));
        IfExists ifExists = oneOf(List.of(IfExists.values()));
        String key = keys && random.nextInt(4) > 0 ? oneOf(KEYS) : "";
        String payload = key + "p" + ++payloads;
        if (there != null && random.nextInt(3) == 0) {
            payload = there.payload;
            priority = there.priority;
        }
        Time time = times.any();
        byte[] detail = ModelTask.detail(topic, payload, priority).getBytes(UTF_8);
        long window = ifExists == IfExists.REPLACE ? 0 : ModelTask.window(payload);
        AddMode mode = new AddMode(priority, ifExists, false, window, 0, 0);
        return new NewTask(topic, id, time.millis(), time.relative(), detail, mode);
    }

    void given(Delivery delivery) {
        if (given.size() == REMEMBERED) {
            given.remove(0);
        }
        given.add(delivery);
    }

    /** Current deliveries, some that were current once, and some that never were; all different. */
    List<Delivery> deliveries() {
        Set<Delivery> named = new LinkedHashSet<>();
        for (int i = upTo(5); i > 0 && !given.isEmpty(); i--) {
            List<Delivery> current =
                    given.stream().filter(one -> model.current(one) != null).toList();
            Delivery one = oneOf(current.isEmpty() || random.nextInt(4) == 0 ? given : current);
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

    /** Of a task that is there with its key, because the store relies on it. */
    private Delivery delivery(String topic, String id, long number, String instance) {
        ModelTask task = model.get(id);
        return new Delivery(topic, id, number, instance, task == null ? null : task.key);
    }

    /** Mostly long; now and then so short that it has ended before the next push. */
    long lease() {
        return random.nextInt(4) == 0 ? 1 : 3 * ModelTimes.DAY;
    }

    static String payload(NewTask task) {
        String detail = new String(task.detail(), UTF_8);
        return detail.replaceAll("\"[^\"]*\",\"([^\"]*)\".*", "$1");
    }

    static String words(NewTask task) {
        return task.id() + "@" + task.topic() + " " + payload(task) + " " + new Time(task.time(), task.relative()) + " "
                + task.mode().priority() + " " + task.mode().ifExists();
    }

    /** A failure as JSON, never the same. */
    String error() {
        return "{\"attempt\":1,\"at\":\"" + FAILED_AT + "\",\"type\":\"T\",\"message\":\"" + ++payloads
                + "\",\"stack\":\"at\"}";
    }

    /** What must be kept of an attempt with such a failure. */
    static FailedAttempt failedAttempt(String error, int attempt, @Nullable String instance) {
        String message = error.replaceAll(".*\"message\":\"(\\d+)\".*", "$1");
        return new FailedAttempt(attempt, FAILED_AT, instance, FailedAttempt.Outcome.FAILED, "T", message);
    }
}
