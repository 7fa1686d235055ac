package io.delayqueue.web.live.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.store.TaskStore;
import io.delayqueue.testing.Commands;
import io.delayqueue.testing.Commands.Command;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Store calls of pages beside their streams, which ten viewers share. */
class PageCostIT {

    private static final int OTHERS = 30_000;

    /** More than are read at once without a stream. */
    private static final int GROUPS = 22;

    private static final int VIEWERS = 10;

    private static final int ROUNDS = 4;

    private static final RedisServer SERVER = RedisServer.start();

    private static LiveApplication application;

    @BeforeAll
    static void start() {
        application = LiveApplication.start(SERVER, beans -> {});
        IntStream.range(0, GROUPS).forEach(i -> SERVER.client().hset("MONITOR:SUMMARY", "g" + i, "t"));
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < OTHERS; i++) {
            tasks.add(Task.of("crowd", "others").delay(Duration.ofHours(1)).build());
        }
        tasks.add(Task.of("crowd", "mine").id("found").delay(Duration.ofDays(1)).build());
        for (int from = 0; from < tasks.size(); from += TaskStore.MAX_BATCH) {
            application
                    .engine()
                    .service()
                    .addTasks(tasks.subList(from, Math.min(tasks.size(), from + TaskStore.MAX_BATCH)));
        }
    }

    @AfterAll
    static void close() {
        application.close();
        SERVER.close();
    }

    /** Returns the calls of Redis while all viewers read an address again and again. */
    private static List<Command> callsOfViewers(String path) {
        return Commands.ofClients(SERVER, () -> {
            for (int i = 0; i < ROUNDS; i++) {
                IntStream.range(0, VIEWERS).parallel().forEach(viewer -> read(path));
                Duration pause = Duration.ofSeconds(1);
                await().pollDelay(pause).atMost(pause.multipliedBy(10)).until(() -> true);
            }
        });
    }

    private static JsonNode read(String path) {
        return JsonMapper.shared().readTree(application.get(path).body());
    }

    @Test
    void deadLettersShouldBeGroupedForAllViewersAtOnce() {
        read("/groups/crowd/topics/mine/dead-letters?limit=499");
        List<Command> calls = callsOfViewers("/groups/crowd/topics/mine/dead-letters?limit=500");
        assertShared(calls.stream().filter(PageCostIT::isGrouped), 1, Duration.ofSeconds(1));
    }

    /**
     * Asserts that the calls are those of at least one answer, and of no more answers than are kept for this time one after another. An answer that
     * took long is kept longer, so that there may be only one.
     */
    private static void assertShared(Stream<Command> calls, int callsOfAnswer, Duration kept) {
        List<Command> all = calls.toList();
        assertThat(all).hasSizeGreaterThanOrEqualTo(callsOfAnswer);
        long micros = all.get(all.size() - 1).micros() - all.get(0).micros();
        int answers = 1 + (int) Duration.of(micros, ChronoUnit.MICROS).dividedBy(kept);
        assertThat(all).hasSizeLessThanOrEqualTo(answers * callsOfAnswer);
    }

    private static boolean isGrouped(Command call) {
        return call.name().startsWith("eval")
                && call.arguments().contains(" \"{crowd}:ERRORS\" \"{crowd}:DEAD:mine\" ");
    }

    @Test
    void schedulesShouldBeReadForAllViewersAtOnce() {
        read("/schedules?limit=49");
        List<Command> calls = callsOfViewers("/schedules");
        assertShared(
                calls.stream().filter(call -> call.arguments().contains(":REPEATS\" \"")), 10, Duration.ofSeconds(5));
    }

    @Test
    void searchesShouldBeSharedByAllWhoSearchTheSame() {
        int groups = read("/search?id=none").path("searchedGroups").asInt();
        List<Command> calls = callsOfViewers("/search?id=nowhere");
        assertShared(
                calls.stream().filter(call -> call.arguments().endsWith(" \"nowhere\"")),
                groups,
                Duration.ofSeconds(1));
    }

    @Test
    void workOfTheLastDayShouldBeReadForAllViewersAtOnce() {
        read("/groups/crowd/work");
        assertThat(callsOfViewers("/groups/crowd/work").stream()
                        .filter(call -> call.arguments().contains(":WORK")))
                .isEmpty();
    }

    @Test
    void instancesOfAllGroupsShouldCostNothingBesideAStream() {
        try (LiveClient page = application.live("?size=1")) {
            page.next(data -> data.has("groups"));
            JsonNode answer = read("/instances");
            assertThat(answer.path("complete").asBoolean()).isTrue();
            assertThat(answer.path("unasked").asInt(-1)).isZero();
            List<Command> calls = callsOfViewers("/instances");
            assertThat(calls.stream().filter(LiveCostIT::isReadOfInstances).filter(call -> call.arguments()
                            .contains("\"{g1}:")))
                    .as("the rounds of the stream")
                    .hasSizeLessThanOrEqualTo(ROUNDS);
        }
    }

    @Test
    void groupsShouldBeCountedTogether() {
        List<Command> calls = Commands.ofClients(SERVER, () -> {
            try (LiveClient page = application.live("?size=1")) {
                page.next(data -> data.has("groups"));
            }
        });
        assertThat(calls.stream()
                        .filter(LiveCostIT::isCount)
                        .findFirst()
                        .orElseThrow()
                        .arguments())
                .contains(IntStream.range(0, GROUPS)
                        .mapToObj(i -> "\"{g" + i + "}:TOPICS\"")
                        .toList());
    }

    @Test
    void taskAmongThoseOfOthersShouldBeOnTheFirstPage() {
        assertThat(read("/groups/crowd/topics/mine/tasks?limit=50&state=DELAYED")
                        .path("tasks")
                        .path(0)
                        .path("id")
                        .asString())
                .isEqualTo("found");
    }
}
