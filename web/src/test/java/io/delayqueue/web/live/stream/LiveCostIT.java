package io.delayqueue.web.live.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.store.TaskStore;
import io.delayqueue.testing.Commands;
import io.delayqueue.testing.Commands.Command;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.web.live.sample.CallBudget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Store calls of open pages, which show all topics after a while. */
class LiveCostIT {

    private static final int GROUPS = 5;

    private static final int TOPICS = 2_000;

    private static final int TASKS_OF_A_TOPIC = 3;

    /** The period of the engine's rarest calls, so that each time as many of them are counted. */
    private static final int WATCHED_SECONDS = 10;

    static final Pattern COUNTS = Pattern.compile(" \"\\d+\" \"[^\"]+:TOPICS\" \"[^\"]+:PAUSED\" ");

    private static final Pattern READS_INSTANCES = Pattern.compile(":WATCHED\" \"\\d+\"$");

    private static final int MAX_ADDED = 5;

    private static final RedisServer SERVER = RedisServer.start();

    private static LiveApplication application;

    @BeforeAll
    static void start() {
        application = LiveApplication.start(SERVER, beans -> {});
        IntStream.range(0, GROUPS).mapToObj(i -> "g" + i).forEach(LiveCostIT::fill);
        awaitBeat(SERVER, "g0");
    }

    /** Waits for the first heartbeat, before which an engine reads the time, like samplers. */
    static void awaitBeat(RedisServer server, String group) {
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
    void openPagesShouldAddAtMostFiveCallsASecondAndClosedOnesNone() {
        int before = calls().size();
        List<LiveClient> pages = new ArrayList<>();
        pages.add(application.live("?sort=dead&descending=true&size=200"));
        List<Command> one = calls();
        assertThat(one.size() - before).isLessThanOrEqualTo(WATCHED_SECONDS * MAX_ADDED);
        assertThat(most(sampled(one), 1_000_000)).isBetween(1, CallBudget.CALLS_PER_SECOND);

        for (int i = 0; i < 5; i++) {
            pages.add(application.live("?group=g" + i + "&page=" + i));
        }
        List<Command> six = calls();
        assertThat(six.size() - before).isLessThanOrEqualTo(WATCHED_SECONDS * MAX_ADDED);
        assertThat(most(sampled(six), 1_000_000)).isBetween(1, CallBudget.CALLS_PER_SECOND);

        allAreCounted(pages.get(0));
        pages.forEach(LiveClient::close);
        await().until(() -> application.streams().sampler(application.engine()) == null);
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
        return PageCalls.first(WATCHED_SECONDS, calls);
    }

    private static List<Command> sampled(List<Command> calls) {
        return calls.stream().filter(LiveCostIT::isSampled).toList();
    }

    /** Whether a call is for instances, counts or the time. The engine reads the registry too. */
    static boolean isSampled(Command call) {
        String arguments = call.arguments();
        return call.name().startsWith("eval")
                && (COUNTS.matcher(arguments).find()
                        || READS_INSTANCES.matcher(arguments).find()
                        || arguments.endsWith(":TOPICS\""));
    }

    /** Maximum number of calls in a period. */
    static int most(List<Command> calls, long micros) {
        int most = 0;
        for (int first = 0, last = 0; last < calls.size(); last++) {
            while (calls.get(last).micros() - calls.get(first).micros() >= micros) {
                first++;
            }
            most = Math.max(most, last - first + 1);
        }
        return most;
    }
}
