package io.delayqueue.web.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.Task;
import io.delayqueue.testing.Commands;
import io.delayqueue.testing.Commands.Command;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.web.WebApplication;
import io.delayqueue.web.WebApplication.Exchange;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Searching tasks by their ids. */
class SearchIT {

    private static final RedisServer SERVER = RedisServer.start();

    private static final int GROUPS = 120;

    private static final int TASKS = 5_500;

    private static WebApplication application;

    @BeforeAll
    static void start() {
        application = WebApplication.start(SERVER);
        for (int i = 0; i < GROUPS; i++) {
            // Single registrations would take long.
            SERVER.client().hset("MONITOR:SUMMARY", "g%03d".formatted(i), "t");
        }
        for (String group : List.of("g003", "g049", "g050", "g119")) {
            add(group, "order-42", Duration.ofHours(1));
        }
        List<Task> many = IntStream.range(0, TASKS)
                .mapToObj(i -> Task.of("large", "t")
                        .id((i == TASKS - 1 ? "last-" : i == 3 ? "first-" : "other-") + i)
                        .delay(Duration.ofHours(1).plusMillis(i))
                        .build())
                .toList();
        for (int from = 0; from < TASKS; from += 500) {
            application.service().addTasks(many.subList(from, from + 500));
        }
        add("large", "first-ready", Duration.ZERO);
    }

    @AfterAll
    static void close() {
        application.close();
        SERVER.close();
    }

    private static void add(String group, String id, Duration delay) {
        application.service().addTask(Task.of(group, "t").id(id).delay(delay).build());
    }

    private static JsonNode ok(String path) {
        Exchange exchange = application.get(path);
        assertThat(exchange.status()).as(exchange.text()).isEqualTo(200);
        return exchange.json();
    }

    private static List<String> values(JsonNode answer, String field) {
        return answer.get("tasks").values().stream()
                .map(task -> task.get(field).asString())
                .toList();
    }

    @Test
    void idShouldBeFoundInAllGroupsPageByPage() {
        forgetAnswers();
        JsonNode first = ok("/search?id=order-42");
        assertThat(values(first, "group")).containsExactly("g003", "g049");
        assertThat(first.get("searchedGroups").asInt()).isEqualTo(50);
        assertThat(first.get("unsearchedGroups").asInt()).isGreaterThanOrEqualTo(70);
        JsonNode second = ok("/search?id=order-42&cursor=" + first.get("next").asString());
        assertThat(values(second, "group")).containsExactly("g050");
        JsonNode third = ok("/search?id=order-42&cursor=" + second.get("next").asString());
        assertThat(values(third, "group")).containsExactly("g119");
        assertThat(third.get("unsearchedGroups").asInt()).isZero();
        assertThat(third.has("next")).isFalse();
        assertThat(third.at("/tasks/0/state").asString()).isEqualTo("DELAYED");
    }

    /** A change of a task over the API ends the sharing of answers. */
    private static void forgetAnswers() {
        assertThat(application
                        .post("/groups/g003/tasks/order-42/reschedule", "{\"delay\":\"1h\"}")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void groupWithABrokenKeyShouldBeNamedAndTheOthersSearched() {
        forgetAnswers();
        SERVER.client().set("{g048}:DETAIL", "of another type");
        JsonNode answer = ok("/search?id=order-42");
        assertThat(values(answer, "group")).containsExactly("g003", "g049");
        assertThat(answer.get("searchedGroups").asInt()).isEqualTo(49);
        assertThat(answer.get("unreadableGroups").toString()).isEqualTo("[\"g048\"]");
        SERVER.client().del("{g048}:DETAIL");
        forgetAnswers();
        assertThat(ok("/search?id=order-42").has("unreadableGroups")).isFalse();
    }

    @Test
    void unknownIdShouldBeFoundNowhere() {
        assertThat(values(ok("/search?id=order-4"), "id")).isEmpty();
    }

    @Test
    void prefixShouldBeFoundInATopicPageByPage() {
        JsonNode first = ok("/groups/large/topics/t/search?prefix=first-");
        assertThat(values(first, "id")).containsExactly("first-ready", "first-3");
        assertThat(first.get("searchedTasks").asInt()).isBetween(3_500, 5_000);
        JsonNode last = ok("/groups/large/topics/t/search?prefix=last-");
        assertThat(values(last, "id")).isEmpty();
        JsonNode further = ok("/groups/large/topics/t/search?prefix=last-&cursor="
                + last.get("next").asString());
        assertThat(values(further, "id")).containsExactly("last-" + (TASKS - 1));
        assertThat(further.has("next")).isFalse();
        assertThat(last.get("searchedTasks").asInt()
                        + further.get("searchedTasks").asInt())
                .isEqualTo(TASKS + 1);
    }

    @Test
    void manyFoundTasksShouldEndTheRequest() {
        JsonNode found = ok("/groups/large/topics/t/search?prefix=other-");
        assertThat(found.get("searchedTasks").asInt()).isLessThanOrEqualTo(1_000);
        assertThat(found.has("next")).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "/search?id=order-43, order-43, 50",
        "/groups/large/topics/t/search?prefix=none-, {large}:DETAIL, 10",
    })
    void searchShouldCostABoundedNumberOfCalls(String path, String mark, int calls) {
        // Another question: answers are shared for a second.
        ok(path + "0");
        List<Command> made = Commands.ofClients(SERVER, () -> ok(path));
        assertThat(made)
                .filteredOn(call ->
                        call.name().startsWith("eval") && call.arguments().contains(mark))
                // A heartbeat may be among them.
                .hasSizeBetween(calls, calls + 1);
        assertThat(made).hasSizeLessThan(calls + 15);
    }

    @ParameterizedTest
    @CsvSource({
        "/search, id",
        "/search?id=a&cursor=!, cursor",
        "/groups/large/topics/t/search?prefix=, prefix",
        "/groups/large/topics/t/search?prefix=a&cursor=NOWHERE:, cursor",
        "/groups/large/topics/t/search?prefix=a&cursor=DELAYED:x, cursor",
    })
    void badRequestShouldNameItsField(String path, String field) {
        Exchange answer = application.get(path);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().get("field").asString()).isEqualTo(field);
    }
}
