package io.delayqueue.web.live.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.store.TaskStore;
import io.delayqueue.testing.Commands;
import io.delayqueue.testing.Commands.Command;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.web.live.sample.CallBudget;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Store calls of pages besides their stream: those of tasklist.js, deadgroups.js and instances.js. */
class PageCostIT {

    private static final int OTHERS = 30_000;

    /** More than are read at once without a stream. */
    private static final int GROUPS = 22;

    private static final int MAX_ADDED = 5;

    private static final Duration BETWEEN_LISTS = Duration.ofSeconds(1);

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
        // The server has the script then, and a response costs one call.
        list("DEAD", null);
        LiveCostIT.awaitBeat(SERVER, "crowd");
    }

    @BeforeEach
    void awaitTheEndOfSampling() {
        await().atMost(Duration.ofSeconds(30)).until(() -> application.streams().sampler(application.engine()) == null);
    }

    @AfterAll
    static void close() {
        application.close();
        SERVER.close();
    }

    @Test
    void topicPageShouldAddAtMostFiveCallsInAnySecondWhateverStateItLists() {
        List<String> states = List.of("DELAYED", "READY", "RESERVED", "DEAD");
        int rounds = 3;
        List<Command> calls = Commands.ofClients(SERVER, () -> {
            try (LiveClient page = application.live("?group=crowd&topic=mine")) {
                for (String state : states) {
                    String cursor = null;
                    for (int i = 0; i < rounds; i++) {
                        cursor = list(state, cursor).path("cursor").asString(null);
                        pause(BETWEEN_LISTS);
                    }
                }
                page.next();
            }
        });
        List<Command> lists = calls.stream().filter(PageCostIT::isList).toList();
        assertThat(lists).hasSize(states.size() * rounds);
        List<Command> added =
                calls.stream().filter(call -> isList(call) || isSampled(call)).toList();
        assertThat(added).hasSizeGreaterThan(lists.size());
        assertThat(calls.stream().filter(PageCostIT::isCleaning).count())
                .as("the engine's own counts of unregistered topics, once a minute")
                .isLessThanOrEqualTo(1);
        assertThat(LiveCostIT.most(added, 1_000_000)).as("%s", added).isLessThanOrEqualTo(MAX_ADDED);
    }

    @Test
    void deadLettersShouldAddAtMostFiveCallsInAnySecondHoweverManyPagesShowTheirGroups() {
        int viewers = 10;
        int rounds = 4;
        List<Command> calls = Commands.ofClients(SERVER, () -> {
            List<LiveClient> pages = new ArrayList<>();
            for (int i = 0; i < viewers; i++) {
                pages.add(application.live("?group=crowd&topic=mine"));
            }
            pages.forEach(LiveClient::next);
            for (int i = 0; i < rounds; i++) {
                list("DEAD", null);
                IntStream.range(0, viewers).parallel().forEach(viewer -> assertThat(
                                groups().path("read").asInt(-1))
                        .isZero());
                pause(BETWEEN_LISTS);
            }
            pages.forEach(LiveClient::close);
        });
        List<Command> grouped = calls.stream().filter(PageCostIT::isGrouped).toList();
        assertThat(grouped).hasSizeBetween(1, 2 * rounds);
        List<Command> added = calls.stream()
                .filter(call -> isGrouped(call) || isList(call) || isSampled(call))
                .toList();
        assertThat(LiveCostIT.most(added, 1_000_000)).as("%s", added).isLessThanOrEqualTo(MAX_ADDED);
    }

    @Test
    void schedulesShouldAddAtMostFiveCallsASecondBesideOpenPagesHoweverManyPagesShowThem() {
        int viewers = 10;
        int seconds = 12;
        try (LiveClient page = application.live("?group=crowd")) {
            page.next();
            read("/schedules");
            List<Command> calls = Commands.ofClients(SERVER, () -> {
                for (int i = 0; i < seconds; i++) {
                    IntStream.range(0, viewers).parallel().forEach(viewer -> read("/schedules"));
                    pause(BETWEEN_LISTS);
                }
            });
            List<Command> added = calls.stream()
                    .filter(call -> isSampled(call) || call.arguments().contains(":REPEATS\" \""))
                    .toList();
            assertThat(added).hasSizeLessThanOrEqualTo(MAX_ADDED * seconds);
        }
    }

    @Test
    void searchesShouldBeSharedByAllWhoSearchTheSame() {
        int viewers = 10;
        int rounds = 3;
        int groups = read("/search?id=none").path("searchedGroups").asInt();
        List<Command> calls = Commands.ofClients(SERVER, () -> {
            for (int i = 0; i < rounds; i++) {
                IntStream.range(0, viewers).parallel().forEach(viewer -> read("/search?id=nowhere"));
                pause(BETWEEN_LISTS);
            }
        });
        assertThat(calls.stream().filter(call -> call.arguments().endsWith(" \"nowhere\"")))
                .as("of all groups, for the first search")
                .hasSize(groups);
    }

    private static JsonNode read(String path) {
        return JsonMapper.shared().readTree(application.get(path).body());
    }

    /** The second event follows the first after half a second. */
    @Test
    void firstCountsShouldBeOfAHundredGroups() {
        List<String> many = IntStream.range(0, 100).mapToObj(i -> "many" + i).toList();
        many.forEach(group -> SERVER.client().hset("MONITOR:SUMMARY", group, "t"));
        try {
            List<Command> calls = Commands.ofClients(SERVER, () -> {
                try (LiveClient page = application.live("?size=1")) {
                    page.next(overview -> countedGroups(overview) >= many.size() + GROUPS);
                }
            });
            assertThat(calls.stream()
                            .filter(PageCostIT::isCount)
                            .findFirst()
                            .orElseThrow()
                            .arguments())
                    .contains(many.stream()
                            .map(group -> "\"{" + group + "}:TOPICS\"")
                            .toList());
        } finally {
            many.forEach(group -> SERVER.client().hdel("MONITOR:SUMMARY", group));
        }
    }

    private static long countedGroups(JsonNode overview) {
        return overview.path("groups")
                .valueStream()
                .filter(group -> group.path("complete").asBoolean())
                .count();
    }

    private static boolean isCount(Command call) {
        return call.name().startsWith("eval")
                && LiveCostIT.COUNTS.matcher(call.arguments()).find();
    }

    @Test
    void taskAmongThoseOfOthersShouldBeOnTheFirstPage() {
        assertThat(list("DELAYED", null).path("tasks").path(0).path("id").asString())
                .isEqualTo("found");
    }

    @Test
    void instancesPageShouldCostNoMoreThanItsStreamAndHearOfAllGroups() {
        List<Integer> unasked = new ArrayList<>();
        List<Command> calls = Commands.ofClients(SERVER, () -> {
            try (LiveClient page = application.live("?size=1")) {
                until(() -> {
                    page.next();
                    JsonNode answer = JsonMapper.shared()
                            .readTree(application.get("/instances").body());
                    unasked.add(answer.path("unasked").asInt(-1));
                    return answer.path("complete").asBoolean();
                });
            }
        });
        assertThat(unasked.get(unasked.size() - 1)).isZero();
        assertThat(unasked).anyMatch(groups -> groups > 0);
        List<Command> added = calls.stream().filter(PageCostIT::isSampled).toList();
        assertThat(added).hasSizeGreaterThanOrEqualTo(GROUPS);
        assertThat(LiveCostIT.most(added, 1_000_000)).isLessThanOrEqualTo(CallBudget.CALLS_PER_SECOND);
    }

    private static boolean isSampled(Command call) {
        return LiveCostIT.isSampled(call) && !isCleaning(call);
    }

    /** Without windows, unlike the counts of pages. */
    private static boolean isCleaning(Command call) {
        return isCount(call) && call.arguments().contains(":NEVER\" \"0\" ");
    }

    private static JsonNode list(String state, String cursor) {
        String from = cursor == null ? "" : "&cursor=" + URLEncoder.encode(cursor, StandardCharsets.UTF_8);
        return JsonMapper.shared()
                .readTree(application
                        .get("/groups/crowd/topics/mine/tasks?steps=1&limit=50&state=" + state + from)
                        .body());
    }

    /** As deadgroups.js does. */
    private static JsonNode groups() {
        return JsonMapper.shared()
                .readTree(application
                        .get("/groups/crowd/topics/mine/dead-letters?limit=500&steps=1")
                        .body());
    }

    private static boolean isGrouped(Command call) {
        return call.name().startsWith("eval")
                && call.arguments().contains(" \"{crowd}:ERRORS\" \"{crowd}:DEAD:mine\" ")
                && !isList(call);
    }

    private static boolean isList(Command call) {
        return call.name().startsWith("eval")
                && call.arguments().contains(":DETAIL\" \"{crowd}:DELIVERIES\" \"{crowd}:ERRORS\" \"");
    }

    private static void pause(Duration duration) {
        await().pollDelay(duration).atMost(duration.multipliedBy(10)).until(() -> true);
    }

    private static void until(BooleanSupplier condition) {
        await().atMost(Duration.ofMinutes(2)).until(condition::getAsBoolean);
    }
}
