package io.delayqueue.web.live.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TopicStore;
import io.delayqueue.testing.Commands;
import io.delayqueue.testing.Commands.Command;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Store calls of open pages that show all topics. */
class LiveCostIT {

    private static final int GROUPS = 5;

    private static final int TOPICS = 400;

    private static final int TASKS_OF_A_TOPIC = 3;

    private static final int WATCHED_SECONDS = 10;

    private static final Pattern COUNTS = Pattern.compile(" \"\\d+\" \"[^\"]+:TOPICS\" \"[^\"]+:RULES\" ");

    private static final Pattern READS_INSTANCES = Pattern.compile(":WATCHED\" \"\\d+\"$");

    private static final int CALLS_OF_A_ROUND = GROUPS * TOPICS / TopicStore.MAX_COUNTED + GROUPS;

    /** Of a round each two seconds: fewer than one round for each of ten pages. */
    private static final int MAX_CALLS = (WATCHED_SECONDS / 2 + 1) * CALLS_OF_A_ROUND;

    private static final RedisServer SERVER = RedisServer.start();

    private static LiveApplication application;

    @BeforeAll
    static void start() {
        application = LiveApplication.start(SERVER, beans -> {});
        IntStream.range(0, GROUPS).mapToObj(i -> "g" + i).forEach(LiveCostIT::fill);
        awaitBeat(SERVER, "g0");
    }

    /** Waits for the first heartbeat, before which an engine reads the time. */
    private static void awaitBeat(RedisServer server, String group) {
        await().until(() -> server.client().exists("{" + group + "}:INSTANCES"));
    }

    @AfterAll
    static void close() {
        application.close();
        SERVER.close();
    }

    private static void fill(String group) {
        List<Task> tasks = new ArrayList<>();
        StringBuilder topics = new StringBuilder();
        for (int i = 0; i < TOPICS; i++) {
            topics.append(i == 0 ? "" : ",").append("topic-").append(i);
            for (int j = 0; j < TASKS_OF_A_TOPIC; j++) {
                tasks.add(Task.of(group, "topic-" + i).delay(Duration.ofDays(1)).build());
            }
        }
        // Single registrations would take long.
        SERVER.client().hset("MONITOR:SUMMARY", group, topics.toString());
        for (int from = 0; from < tasks.size(); from += TaskStore.MAX_BATCH) {
            application
                    .engine()
                    .service()
                    .addTasks(tasks.subList(from, Math.min(tasks.size(), from + TaskStore.MAX_BATCH)));
        }
    }

    @Test
    void tenPagesShouldCostWhatOneCostsAndClosedOnesNothing() {
        List<LiveClient> pages = new ArrayList<>();
        pages.add(application.live("?sort=dead&descending=true&size=200"));
        allAreCounted(pages.get(0));
        // The first round is slower than others.
        String first = countedAt(pages.get(0).next());
        pages.get(0).next(data -> !countedAt(data).equals(first));
        assertThat(sampled(calls())).hasSizeBetween(CALLS_OF_A_ROUND, MAX_CALLS);

        for (int i = 0; i < 9; i++) {
            pages.add(application.live("?group=g" + i % GROUPS + "&page=" + i));
        }
        pages.forEach(LiveClient::next);
        assertThat(sampled(calls())).hasSizeBetween(CALLS_OF_A_ROUND, MAX_CALLS);

        allAreCounted(pages.get(0));
        pages.forEach(LiveClient::close);
        await().until(() -> application.streams().sample(application.engine()) == null);
        assertThat(sampled(calls())).isEmpty();
    }

    private static void allAreCounted(LiveClient page) {
        JsonNode overview = page.next(data -> all(data, "complete"));
        assertThat(overview.path("groups").size()).isEqualTo(GROUPS);
        for (JsonNode group : overview.path("groups")) {
            assertThat(group.path("topics").asInt()).isEqualTo(TOPICS);
            assertThat(group.path("delayed").asInt()).isEqualTo(TOPICS * TASKS_OF_A_TOPIC);
            assertThat(group.path("countedAt").asString()).isNotEmpty();
        }
        assertThat(overview.path("topics").path("total").asInt()).isEqualTo(GROUPS * TOPICS);
        assertThat(overview.path("topics").path("rows").size()).isEqualTo(200);
    }

    private static String countedAt(JsonNode overview) {
        return overview.path("groups").path(0).path("countedAt").asString();
    }

    private static boolean all(JsonNode overview, String field) {
        for (JsonNode group : overview.path("groups")) {
            if (!group.path(field).asBoolean()) {
                return false;
            }
        }
        return !overview.path("groups").isEmpty();
    }

    private static List<Command> calls() {
        Duration watched = Duration.ofSeconds(WATCHED_SECONDS);
        List<Command> calls = Commands.ofClients(
                SERVER,
                () -> await().pollDelay(watched).atMost(watched.multipliedBy(3)).until(() -> true));
        return calls.stream()
                .takeWhile(call -> call.micros() - calls.get(0).micros() < TimeUnit.SECONDS.toMicros(WATCHED_SECONDS))
                .toList();
    }

    private static List<Command> sampled(List<Command> calls) {
        return calls.stream()
                .filter(call -> isCount(call) || isReadOfInstances(call))
                .toList();
    }

    /** Whether a call counts with windows, as pages do; an engine counts unregistered topics without, once a minute. */
    static boolean isCount(Command call) {
        return call.name().startsWith("eval")
                && COUNTS.matcher(call.arguments()).find()
                && !call.arguments().contains(":NEVER\" \"0\" ");
    }

    static boolean isReadOfInstances(Command call) {
        return call.name().startsWith("eval")
                && READS_INSTANCES.matcher(call.arguments()).find();
    }
}
