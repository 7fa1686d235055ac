package io.delayqueue.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.RescheduleResult;
import io.delayqueue.TopicName;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.store.Backend;
import io.delayqueue.store.Change;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.ExpectedTime;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.Reservation;
import io.delayqueue.store.ReservedTask;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TestTasks;
import io.delayqueue.testing.Closing;
import io.delayqueue.testing.Commands;
import io.delayqueue.testing.Commands.Command;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.IntToLongFunction;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Costs for the server of each step of a task's life, whatever number of tasks is pending beside it. */
class PendingCostIT {

    /** When the first pending task is due; the others follow by the second. */
    private static final long FAR = 2_000_000_000_000L;

    private static final int FEW = 1_000;

    private static final int MANY = 100_000;

    private static final int BATCH = 100;

    /** As many as a script may need that sends one for all tasks, whatever their number. */
    private static final int FEW_COMMANDS = 40;

    /** As many as a script may need that reads details a few at a time, until they are large together. */
    private static final int READING_COMMANDS = FEW_COMMANDS + BATCH / 6 + 1;

    private static final Duration LEASE = Duration.ofSeconds(30);

    /** Those whose time grows, if at all, with their arguments and the logarithm of what there is. */
    private static final Set<String> CHEAP =
            Set.of(("del eval evalsha exists get hdel hexists hget hmget hset hstrlen llen pexpire pttl publish rpush"
                            + " set time zadd zcard zcount zmscore zrem zscore")
                    .split(" "));

    /** Those whose time grows with what they return or remove, so with the range or limit they name. */
    private static final Map<String, Pattern> RANGES = Map.of(
            "zrange", Pattern.compile(" \"[^\"]+\" \"(-?\\d+)\" \"(-?\\d+)\".*"),
            "zremrangebyrank", Pattern.compile(" \"[^\"]+\" \"(-?\\d+)\" \"(-?\\d+)\""),
            "zrangebyscore", Pattern.compile(".* \"LIMIT\" \"(0)\" \"(\\d+)\""),
            "zrevrangebyscore", Pattern.compile(".* \"LIMIT\" \"(0)\" \"(\\d+)\""));

    @RegisterExtension
    private final Closing open = new Closing();

    private final RedisServer server = open.closing(RedisServer.start());

    private final Backend backend = open.closing(TestEngines.patientBackend(server));

    private final TaskStore store = backend.tasks();

    private final TopicName topic = new TopicName("pending", TestEngines.TOPIC);

    private final Map<String, List<Command>> steps = new LinkedHashMap<>();

    /** Changes that are made once; no two have the same name. */
    private int changes;

    @Test
    void eachStepIsTheSameCommandsWithAThousandAndWithAHundredThousandPending() {
        load(0, FEW);
        live();
        live();
        Map<String, Map<String, Long>> withFew = counts();
        load(FEW, MANY);
        live();
        assertThat(store.find(topic.group(), List.of("p0", "p" + (MANY - 1)))).doesNotContainNull();
        assertThat(counts()).isEqualTo(withFew);
        assertThat(withFew)
                .allSatisfy((step, counts) ->
                        assertThat(counts).as(step).containsEntry("evalsha", 1L).hasSizeGreaterThan(1));
    }

    private void load(int from, int to) {
        for (int first = from; first < to; first += TaskStore.MAX_BATCH) {
            add(tasks("p", TaskStore.MAX_BATCH, first, i -> FAR + 1_000L * i));
        }
    }

    /** Every step, and nothing is left of it but what is pending. */
    private void live() {
        String group = topic.group();
        List<NewTask> last = tasks("last", BATCH, 0, i -> FAR + 1_000L * (MANY + i));
        step("add one", FEW_COMMANDS, () -> add(tasks("one", 1, 0, i -> FAR + 1_500)));
        step("add behind the others", FEW_COMMANDS, () -> add(last));
        step("find", FEW_COMMANDS, () -> assertThat(store.find(group, ids(last)))
                .doesNotContainNull());
        step("count", FEW_COMMANDS, () -> assertThat(backend.topics().count(group, List.of(topic.topic())))
                .allSatisfy(counts -> assertThat(counts.delayed()).isGreaterThan(FEW)));
        step("reschedule", FEW_COMMANDS, () -> assertThat(
                        store.reschedule(group, "one0", FAR + 2_700, false).outcome())
                .isEqualTo(RescheduleResult.Outcome.RESCHEDULED));
        remove("alone", List.of("one0"));
        remove("at the end", ids(last));
        once("add", last, (name, task) -> new Change.Add(name, task));
        once("reschedule", last, (name, task) -> new Change.Reschedule(name, task.id(), FAR + 2_700, false));
        once("remove", last, (name, task) -> new Change.Remove(name, task.id()));

        List<NewTask> amid = tasks("amid", BATCH, 0, i -> FAR + 1_000L * i + 500);
        step("add among the others", FEW_COMMANDS + BATCH, () -> add(amid));
        remove("amid others", ids(amid));
        run();
    }

    private void once(String kind, List<NewTask> tasks, BiFunction<String, NewTask, Change> change) {
        List<Change> named = tasks.stream()
                .map(task -> change.apply("change" + changes++, task))
                .toList();
        step(kind + " once", FEW_COMMANDS, () -> assertThat(
                        store.apply(topic.group(), named, FAR).results())
                .containsOnly(Change.Result.MADE));
        List<String> names = named.stream().map(Change::name).toList();
        step("confirm " + kind, FEW_COMMANDS, () -> store.confirm(topic.group(), names));
    }

    private void run() {
        String group = topic.group();
        addDue();
        step("push", FEW_COMMANDS, () -> assertThat(
                        store.push(group, "i", List.of(), ExpectedTime.NONE).due())
                .isEqualTo(BATCH));
        List<Delivery> deliveries = taken("reserve", () -> store.reserve(topic, "i", LEASE, BATCH));
        List<Delivery> well = deliveries.subList(0, BATCH / 2);
        List<Delivery> failed = deliveries.subList(BATCH / 2, BATCH);
        step("renew", FEW_COMMANDS, () -> assertThat(store.renew(group, deliveries, LEASE))
                .isEmpty());
        step("finish", FEW_COMMANDS, () -> assertThat(store.acknowledge(
                        group, well.stream().map(Outcome.Finished::new).toList()))
                .isEmpty());
        step("retry", FEW_COMMANDS, () -> assertThat(store.acknowledge(group, retries(failed)))
                .isEmpty());
        remove("that failed", failed.stream().map(Delivery::id).toList());

        addDue();
        List<Delivery> delivered = taken(
                "pushAndReserve", () -> store.pushAndReserve(topic, "i", List.of(), ExpectedTime.NONE, LEASE, BATCH)
                        .reservation());
        assertThat(store.acknowledge(
                        group, delivered.stream().map(Outcome.Finished::new).toList()))
                .isEmpty();
    }

    /** Asks for the end of those that wait and of those that are ready. */
    private void addDue() {
        step("add due", FEW_COMMANDS + 2 * BATCH, () -> add(tasks("due", BATCH, 0, i -> 1_000L * i)));
    }

    private List<Delivery> taken(String step, Supplier<@Nullable Reservation> work) {
        List<ReservedTask> tasks = new ArrayList<>();
        step(step, READING_COMMANDS, () -> tasks.addAll(work.get().tasks()));
        assertThat(tasks).hasSize(BATCH);
        return tasks.stream().map(ReservedTask::delivery).toList();
    }

    private static List<Outcome.Retry> retries(List<Delivery> deliveries) {
        return deliveries.stream()
                .map(delivery -> new Outcome.Retry(delivery, 3_600_000, "{}", true))
                .toList();
    }

    private void remove(String which, List<String> ids) {
        step("remove " + ids.size() + " " + which, FEW_COMMANDS, () -> assertThat(store.remove(topic.group(), ids))
                .doesNotContainNull());
    }

    private void step(String name, int most, Runnable work) {
        List<Command> commands = Commands.during(server, work);
        assertThat(commands).as(name).hasSizeLessThanOrEqualTo(most).allMatch(PendingCostIT::isCheap);
        steps.put(name, commands);
    }

    /** For each step how often each command. */
    private Map<String, Map<String, Long>> counts() {
        Map<String, Map<String, Long>> counts = new LinkedHashMap<>();
        steps.forEach((name, commands) -> counts.put(
                name,
                commands.stream().collect(Collectors.groupingBy(Command::name, TreeMap::new, Collectors.counting()))));
        return counts;
    }

    private static boolean isCheap(Command command) {
        Pattern range = RANGES.get(command.name());
        if (range == null) {
            return CHEAP.contains(command.name());
        }
        Matcher numbers = range.matcher(command.arguments());
        return numbers.matches() && isSmall(numbers.toMatchResult());
    }

    private static boolean isSmall(MatchResult range) {
        long first = Long.parseLong(range.group(1));
        long last = Long.parseLong(range.group(2));
        boolean fromOneEnd = first < 0 == last < 0;
        return fromOneEnd && last - first <= TaskStore.MAX_BATCH;
    }

    private void add(List<NewTask> tasks) {
        assertThat(store.add(topic.group(), tasks)).hasSameSizeAs(tasks);
    }

    private List<NewTask> tasks(String name, int number, int first, IntToLongFunction due) {
        return IntStream.range(first, first + number)
                .mapToObj(i -> TestTasks.task(
                        topic.topic(),
                        name + i,
                        due.applyAsLong(i),
                        false,
                        ("\"" + topic.topic() + "\"," + i + "]").getBytes(UTF_8)))
                .toList();
    }

    private static List<String> ids(List<NewTask> tasks) {
        return tasks.stream().map(NewTask::id).toList();
    }
}
