package io.delayqueue.web.live.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.testing.Commands;
import io.delayqueue.testing.Commands.Command;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.web.live.sample.CallBudget;
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

/** Store calls of pages that show many groups: the overview, the schedules, the search and the instances. */
class ManyGroupsCostIT {

    /** More than are read at once without a stream. */
    private static final int GROUPS = 22;

    private static final RedisServer SERVER = RedisServer.start();

    private static LiveApplication application;

    @BeforeAll
    static void start() {
        application = LiveApplication.start(SERVER, beans -> {});
        IntStream.range(0, GROUPS).forEach(i -> SERVER.client().hset("MONITOR:SUMMARY", "g" + i, "t"));
        // The server has the script then, and a response costs one call.
        application.engine().service().topic("g0", "t").count();
    }

    @BeforeEach
    void awaitTheEndOfSampling() {
        await().until(() -> application.streams().sampler(application.engine()) == null);
    }

    @AfterAll
    static void close() {
        application.close();
        SERVER.close();
    }

    @Test
    void schedulesShouldAddAtMostFiveCallsASecondBesideOpenPagesHoweverManyPagesShowThem() {
        int viewers = 10;
        int seconds = 12;
        try (LiveClient page = application.live("?group=g1")) {
            page.next();
            read("/schedules");
            List<Command> calls = Commands.ofClients(SERVER, () -> {
                for (int i = 0; i < seconds; i++) {
                    IntStream.range(0, viewers).parallel().forEach(viewer -> read("/schedules"));
                    PageCalls.pause();
                }
            });
            List<Command> added = PageCalls.first(seconds, calls).stream()
                    .filter(call ->
                            PageCalls.isSampled(call) || call.arguments().contains(":REPEATS\" \""))
                    .toList();
            assertThat(added).hasSizeLessThanOrEqualTo(PageCalls.MAX_ADDED * seconds);
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
                PageCalls.pause();
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
                            .filter(PageCalls::isCount)
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
        List<Command> added = calls.stream().filter(PageCalls::isSampled).toList();
        assertThat(added).hasSizeGreaterThanOrEqualTo(GROUPS);
        assertThat(LiveCostIT.most(added, 1_000_000)).isLessThanOrEqualTo(CallBudget.CALLS_PER_SECOND);
    }

    private static void until(BooleanSupplier condition) {
        await().until(condition::getAsBoolean);
    }
}
