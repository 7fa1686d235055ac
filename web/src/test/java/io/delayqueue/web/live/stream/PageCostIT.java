package io.delayqueue.web.live.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.store.TaskStore;
import io.delayqueue.testing.Commands;
import io.delayqueue.testing.Commands.Command;
import io.delayqueue.testing.RedisServer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Store calls of lists besides the stream of their page: those of tasklist.js and deadgroups.js. */
class PageCostIT {

    private static final int OTHERS = 30_000;

    private static final RedisServer SERVER = RedisServer.start();

    private static LiveApplication application;

    @BeforeAll
    static void start() {
        application = LiveApplication.start(SERVER, beans -> {});
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
        // The server has the scripts then, and a response costs one call.
        list("DEAD", null);
        application.engine().service().topic("crowd", "mine").count();
        LiveCostIT.awaitBeat(SERVER, "crowd");
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
    void topicPageShouldAddAtMostFiveCallsInAnySecondWhateverStateItLists() {
        List<String> states = List.of("DELAYED", "READY", "RESERVED", "DEAD");
        int rounds = 3;
        List<Command> calls = Commands.ofClients(SERVER, () -> {
            try (LiveClient page = application.live("?group=crowd&topic=mine")) {
                for (String state : states) {
                    String cursor = null;
                    for (int i = 0; i < rounds; i++) {
                        cursor = list(state, cursor).path("cursor").asString(null);
                        PageCalls.pause();
                    }
                }
                page.next();
            }
        });
        List<Command> lists = calls.stream().filter(PageCostIT::isList).toList();
        assertThat(lists).hasSize(states.size() * rounds);
        List<Command> added = calls.stream()
                .filter(call -> isList(call) || PageCalls.isSampled(call))
                .toList();
        assertThat(added).hasSizeGreaterThan(lists.size());
        assertThat(calls.stream().filter(PageCalls::isCleaning).count())
                .as("the engine's own counts of unregistered topics, once a minute")
                .isLessThanOrEqualTo(1);
        assertThat(LiveCostIT.most(added, 1_000_000)).as("%s", added).isLessThanOrEqualTo(PageCalls.MAX_ADDED);
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
                PageCalls.pause();
            }
            pages.forEach(LiveClient::close);
        });
        List<Command> grouped = calls.stream().filter(PageCostIT::isGrouped).toList();
        assertThat(grouped).hasSizeBetween(1, 2 * rounds);
        List<Command> added = calls.stream()
                .filter(call -> isGrouped(call) || isList(call) || PageCalls.isSampled(call))
                .toList();
        assertThat(LiveCostIT.most(added, 1_000_000)).as("%s", added).isLessThanOrEqualTo(PageCalls.MAX_ADDED);
    }

    @Test
    void taskAmongThoseOfOthersShouldBeOnTheFirstPage() {
        assertThat(list("DELAYED", null).path("tasks").path(0).path("id").asString())
                .isEqualTo("found");
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
}
