package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.IfExists;
import io.delayqueue.Task;
import io.delayqueue.TaskBuilder;
import io.delayqueue.TaskPage;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.TopicOperations;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.store.Backend;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.ExpectedTime;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.TaskStore;
import io.delayqueue.testing.Closing;
import io.delayqueue.testing.Commands;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.Jedis;

/** What calls cost a server whose tasks have 1 MB each, by its own account: no call has more of them in hand than one or two. */
class LargeCallsIT {

    private static final int TASKS = 12;

    private static final String MEGABYTE = "x".repeat(1_000_000);

    /** What a reply brings of one task, on average. */
    private static final double MAX_REPLY = 1.1e6;

    /** What a request carries of one task, on average. */
    private static final double MAX_REQUEST = 1.1e6;

    /** Of the server's processor time for a call, on average, in adds of one task by itself: other work of the machine does not count. */
    private static final double MAX_COST = 3;

    private static final int LONE = 10;

    @RegisterExtension
    private final Closing open = new Closing();

    private final RedisServer server = open.closing(RedisServer.start());

    private final Jedis info = open.closing(server.connect());

    private final Backend backend = TestEngines.patientBackend(server);

    private final DelayQueueEngine engine =
            open.closing(DelayQueueEngine.builder(backend).build());

    private final TopicName name = new TopicName("g", "t");

    private final TopicOperations topic = engine.service().topic("g", "t");

    private final List<String> ids =
            IntStream.range(0, TASKS).mapToObj(i -> "a%03d".formatted(i)).toList();

    private double microsOfLoneAdd;

    @BeforeEach
    void add() {
        microsOfLoneAdd = measureLoneAdds();
        measured(() -> engine.service()
                .addTasks(ids.stream().map(id -> large("g").id(id).build()).toList()));
    }

    private double measureLoneAdds() {
        addLone();
        double before = server.processorMicros();
        for (int i = 0; i < LONE; i++) {
            addLone();
        }
        return (server.processorMicros() - before) / LONE;
    }

    private void addLone() {
        engine.service().addTask(large("lone").build());
    }

    private static TaskBuilder large(String group) {
        return Task.of(group, "t").payload(MEGABYTE).delay(Duration.ofHours(1));
    }

    private void measured(Runnable work) {
        measured(0, work);
    }

    /** Has something done, and looks what the server says of it. */
    private void measured(int leastCalls, Runnable work) {
        info.configResetStat();
        double before = server.processorMicros();
        work.run();
        double micros = server.processorMicros() - before;
        long calls = Commands.count(server, "evalsha");
        assertThat(calls).as("calls").isGreaterThanOrEqualTo(leastCalls);
        assertThat(micros / calls)
                .as("%.0f microseconds of the processor for %d calls", micros, calls)
                .isLessThan(MAX_COST * microsOfLoneAdd);
        long replies = number(info.info("stats"), "total_net_output_bytes:(\\d+)");
        assertThat(replies / (double) calls)
                .as("%d bytes of %d replies", replies, calls)
                .isLessThan(MAX_REPLY);
        long requests = number(info.info("stats"), "total_net_input_bytes:(\\d+)");
        assertThat(requests / (double) calls)
                .as("%d bytes of %d requests", requests, calls)
                .isLessThan(MAX_REQUEST);
    }

    private static long number(String text, String pattern) {
        return Long.parseLong(found(text, pattern));
    }

    private static String found(String text, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertThat(matcher.find()).isTrue();
        return matcher.group(1);
    }

    private List<Delivery> reserved() {
        ids.forEach(id -> engine.service().rescheduleTask("g", id, Duration.ZERO));
        await().until(() -> {
            backend.tasks().push("g", "i", List.of(), ExpectedTime.NONE);
            return topic.count().ready() == TASKS;
        });
        List<Delivery> all = new ArrayList<>();
        measured(() -> {
            while (all.size() < TASKS) {
                backend.tasks()
                        .reserve(name, "i", Duration.ofMinutes(1), TaskStore.MAX_BATCH)
                        .tasks()
                        .forEach(task -> all.add(task.delivery()));
            }
        });
        return all;
    }

    private List<String> listed(boolean payloads) {
        List<String> seen = new ArrayList<>();
        String cursor = null;
        do {
            TaskPage page = payloads
                    ? topic.listWithPayloads(TaskState.DELAYED, cursor, 500)
                    : topic.list(TaskState.DELAYED, cursor, 500);
            page.tasks().forEach(task -> seen.add(task.id()));
            cursor = page.cursor();
        } while (cursor != null);
        return seen;
    }

    @Test
    void lists() {
        measured(() -> assertThat(listed(false)).isEqualTo(ids));
        measured(() -> assertThat(listed(true)).isEqualTo(ids));
        measured(() -> assertThat(
                        topic.listWithPayloads(TaskState.DELAYED, null, 500).tasks())
                .as("held in memory together")
                .hasSizeLessThan(3));
    }

    @Test
    void replacements() {
        measured(TASKS, () -> assertThat(engine.service()
                        .addTasks(ids.stream()
                                .map(id -> Task.of("g", "t")
                                        .id(id)
                                        .ifExists(IfExists.REPLACE)
                                        .build())
                                .toList()))
                .hasSize(TASKS));
    }

    @Test
    void finds() {
        measured(() -> assertThat(backend.tasks().find("g", ids)).hasSize(TASKS));
    }

    @Test
    void removals() {
        measured(() -> assertThat(engine.service().removeTasks("g", ids)).hasSize(TASKS));
    }

    @Test
    void removalsOfATopic() {
        measured(() -> assertThat(topic.removeTasks()).isEqualTo(TASKS));
    }

    @Test
    void audits() {
        measured(TASKS, () -> assertThat(engine.inspector().audit("g").tasks()).isGreaterThanOrEqualTo(TASKS));
    }

    @Test
    void repetitions() {
        List<Outcome.NextOccurrence> runs = reserved().stream()
                .map(delivery ->
                        new Outcome.NextOccurrence(delivery, Outcome.NextOccurrence.Timing.DELAY, 60_000, null))
                .toList();
        measured(TASKS, () -> assertThat(backend.tasks().acknowledge("g", runs)).isEmpty());
    }

    @Test
    void deadLetters() {
        List<Outcome.Dead> burials = reserved().stream()
                .map(delivery -> new Outcome.Dead(delivery, "{}"))
                .toList();
        backend.tasks().acknowledge("g", burials);
        measured(
                TASKS, () -> assertThat(backend.deadLetters().requeue("g", ids)).hasSize(TASKS));
    }

    @Test
    void purges() {
        List<Outcome.Dead> burials = reserved().stream()
                .map(delivery -> new Outcome.Dead(delivery, "{}"))
                .toList();
        backend.tasks().acknowledge("g", burials);
        measured(() -> assertThat(topic.purgeDeadLetters()).isEqualTo(TASKS));
    }
}
