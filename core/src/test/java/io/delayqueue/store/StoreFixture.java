package io.delayqueue.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.TaskCounts;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskPage;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.TopicStep;
import io.delayqueue.store.NewTask.AddMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A store with a group of its own, and the steps that tests of stores are made of. */
public abstract class StoreFixture {

    protected static final Duration LEASE = Duration.ofSeconds(30);

    protected final String group = "g" + UUID.randomUUID();

    protected final TopicName topic = new TopicName(group, "t");

    protected abstract TaskStore store();

    protected abstract TopicStore topics();

    protected abstract DeadLetterStore deadLetters();

    protected List<Delivery> deliveries(int count) {
        List<Delivery> all = deliveries(reserve(count));
        assertThat(all).hasSize(count);
        return all;
    }

    protected static List<Delivery> deliveries(List<ReservedTask> tasks) {
        return tasks.stream().map(ReservedTask::delivery).toList();
    }

    /** Settles deliveries in one call; returns those that are stale. */
    protected List<Delivery> acknowledge(Outcome... outcomes) {
        return store().acknowledge(group, List.of(outcomes));
    }

    /** Settles deliveries in one call, all alike; returns those that are stale. */
    protected List<Delivery> acknowledge(List<Delivery> deliveries, Function<Delivery, Outcome> outcome) {
        return store().acknowledge(group, deliveries.stream().map(outcome).toList());
    }

    protected static String id(ReservedTask task) {
        return task.delivery().id();
    }

    /** The store's time now: that of a probe that is added at once. */
    protected long storeMillis() {
        String probeGroup = group + "-probe";
        NewTask probe = TestTasks.task("t", "p" + UUID.randomUUID(), 0, true, detail("t", "p"));
        return store().add(probeGroup, List.of(probe)).get(0).dueAt();
    }

    protected AddStatus add(String id, long delayMillis) {
        return add(task(id, delayMillis)).get(0);
    }

    protected List<AddStatus> add(NewTask... tasks) {
        return store().add(group, List.of(tasks));
    }

    /** Adds tasks in as many calls as that takes; returns them. */
    protected List<NewTask> addAll(Stream<NewTask> tasks) {
        List<NewTask> all = tasks.toList();
        for (int from = 0; from < all.size(); from += TaskStore.MAX_BATCH) {
            store().add(group, all.subList(from, Math.min(from + TaskStore.MAX_BATCH, all.size())));
        }
        return all;
    }

    /** Pushes all that is due; ids that were added without delay are due within a millisecond. */
    protected int pushAll() {
        untilTheNextMillisecond();
        int moved = 0;
        PushResult pushed;
        do {
            pushed = pushBy("i");
            assertThat(pushed.elected()).isTrue();
            moved += pushed.due();
        } while (pushed.waitMicros() == 0);
        return moved;
    }

    protected PushResult pushBy(String instance) {
        return store().push(group, instance, List.of(), ExpectedTime.NONE);
    }

    protected void untilTheNextMillisecond() {
        long reached = storeMillis();
        await().pollInterval(Duration.ofMillis(1)).until(() -> storeMillis() > reached);
    }

    protected List<ReservedTask> reserve(int limit) {
        return store().reserve(topic, "i", LEASE, limit).tasks();
    }

    protected Delivery reserved(String id) {
        add(id, 0);
        return pushed();
    }

    /** Pushes all that is due, and reserves the first. */
    protected Delivery pushed() {
        pushAll();
        return reserve(1).get(0).delivery();
    }

    protected TaskInfo find(String id) {
        TaskInfo found = findOrNull(id);
        assertThat(found).as("task " + id).isNotNull();
        return found;
    }

    protected @Nullable TaskInfo findOrNull(String id) {
        return store().find(group, List.of(id)).get(0);
    }

    protected AddStatus add(String id, long delayMillis, Priority priority, IfExists ifExists) {
        AddMode mode = TestTasks.mode(priority, ifExists, false);
        return add(new NewTask("t", id, delayMillis, true, detail("t", id), mode))
                .get(0);
    }

    protected static NewTask task(String id, long delayMillis) {
        return TestTasks.task("t", id, delayMillis, true, detail("t", id));
    }

    protected static byte[] detail(String topic, String payload) {
        return ("\"" + topic + "\",\"" + payload + "\"]").getBytes(UTF_8);
    }

    /** Adds a delayed task to each of more topics than one step of a count takes; returns their names. */
    protected List<String> addToManyTopics(long delayMillis) {
        int number = 5 * TopicStore.MAX_COUNTED + 1;
        List<String> names = IntStream.range(0, number).mapToObj(i -> "t" + i).toList();
        addAll(names.stream().map(name -> TestTasks.task(name, "of" + name, delayMillis, true, detail(name, "x"))));
        return names;
    }

    /** Makes tasks named "delayed", "ready", "reserved" and "dead", each in that state. */
    protected void inEveryState() {
        Delivery dead = reserved("dead");
        acknowledge(new Outcome.Dead(dead, "{\"message\":\"no\"}"));
        reserved("reserved");
        add("ready", 0);
        pushAll();
        add("delayed", 60_000);
    }

    /** The tasks of a topic in a state, from here on, page by page. */
    protected List<TaskInfo> list(
            TopicName name, TaskState state, @Nullable String from, int limit, boolean withPayloads) {
        List<TaskInfo> tasks = new ArrayList<>();
        String cursor = from;
        do {
            TaskPage page = topics().list(name, state, cursor, limit, withPayloads);
            assertThat(page.tasks()).hasSizeLessThanOrEqualTo(limit);
            tasks.addAll(page.tasks());
            cursor = page.cursor();
        } while (cursor != null);
        return tasks;
    }

    /** Takes the steps of an operation on a topic; returns how many tasks they had. */
    protected static int toTheEnd(Function<@Nullable String, TopicStep> steps) {
        int tasks = 0;
        String next = null;
        do {
            TopicStep step = steps.apply(next);
            tasks += step.tasks();
            next = step.next();
        } while (next != null);
        return tasks;
    }

    protected TaskCounts counts() {
        return topics().count(group, List.of(topic.topic())).get(0);
    }
}
