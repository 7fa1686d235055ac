package io.delayqueue.web.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.RejectTaskException;
import io.delayqueue.Task;
import io.delayqueue.TopicOperations;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.web.OpenApi;
import io.delayqueue.web.WebApplication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs the commands of docs/http-api.md, one after the other, and holds what stands below each against its answer. With
 * {@code -Ddelayqueue.docs.write} it writes the answers first.
 */
class HttpApiPageIT {

    private static final Path PAGE = Path.of("..", "docs", "http-api.md");

    private static final Pattern COMMAND = Pattern.compile("```shell\\n(curl .*?)\\n```\\n", Pattern.DOTALL);

    private static final Pattern EXAMPLE =
            Pattern.compile(COMMAND.pattern() + "\\n```http\\n(.*?)```\\n", Pattern.DOTALL);

    /** What later commands mean by {@code $RECEIPT}. */
    private static final Pattern RECEIPT = Pattern.compile("\"receipt\":\"([^\"]+)\"");

    private static final List<String> SHOWN = List.of("content-type", "location", "retry-after", "allow");

    /** Numbers stay as they are. */
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    static class Payments {

        @DelayQueueListener(group = "orders", topic = "charge")
        void charge(int order) {
            throw new RejectTaskException("The card of order " + order + " has expired");
        }

        @DelayQueueListener(group = "orders", topic = "refund")
        void refund(int order) {
            throw new RejectTaskException("The account of order " + order + " is closed");
        }
    }

    /** Buries some tasks, and lets the requeued ones wait. */
    private static void bury(WebApplication application, String topic, int tasks) {
        for (int i = 1; i <= tasks; i++) {
            application
                    .service()
                    .addTask(Task.of("orders", topic)
                            .id(topic + "-" + i)
                            .payload(i)
                            .build());
        }
        TopicOperations operations = application.service().topic("orders", topic);
        await().until(() -> operations.count().dead() == tasks);
        operations.pause();
    }

    @Test
    void answersOfThePageShouldBeThoseThatAreGiven() throws Exception {
        try (RedisServer server = RedisServer.start();
                WebApplication application = WebApplication.start(
                        server, beans -> beans.registerBean(Payments.class), "delayqueue.groups.orders=remind")) {
            bury(application, "charge", 3);
            bury(application, "refund", 2);
            String page = Files.readString(PAGE);
            String answered = answered(page, application.origin() + application.api())
                    .replace(server.address(), "localhost:6379");
            if (System.getProperty("delayqueue.docs.write") != null
                    && !still(page).equals(still(answered))) {
                Files.writeString(PAGE, answered);
                page = answered;
            }
            assertThat(still(page))
                    .as("-Ddelayqueue.docs.write writes the answers")
                    .isEqualTo(still(answered));
        }
    }

    @Test
    void everyCallShouldHaveItsCurl() throws IOException {
        List<String> shown = COMMAND.matcher(Files.readString(PAGE))
                .results()
                .map(found -> new Curl(found.group(1).replace("'$RECEIPT'", "")).call())
                .toList();
        assertThat(OpenApi.calls()).allSatisfy(call -> assertThat(shown)
                .anyMatch(one -> one.matches(call.replaceAll("\\{\\w+}", "[^/]+"))));
    }

    /** Where there is no curl the commands are run by another client. */
    @Test
    void commandsShouldDoTheSameWithoutCurl() throws Exception {
        try (RedisServer server = RedisServer.start();
                WebApplication application = WebApplication.start(server)) {
            String api = application.origin() + application.api();
            Curl add = new Curl("curl $API/groups/g/topics/t/tasks -H 'Content-Type: application/json' \\\n"
                    + "     -d '{\"id\": \"a\", \"delay\": \"1h\"}'");
            assertThat(add.byClient(api).status()).isEqualTo(201);
            Curl list = new Curl("curl \"$API/groups/g/topics/t/tasks?state=DELAYED\"");
            assertThat(list.byClient(api).body()).isEqualTo(list.run(api).body());
            assertThat(new Curl("curl -X DELETE $API/groups/g/tasks/a")
                            .byClient(api)
                            .status())
                    .isEqualTo(200);
        }
    }

    private static String answered(String page, String api) throws Exception {
        StringBuilder answered = new StringBuilder();
        Matcher example = EXAMPLE.matcher(page);
        String receipt = "";
        while (example.find()) {
            String command = example.group(1);
            Curl.Answer answer = new Curl(command.replace("'$RECEIPT'", receipt)).run(api);
            receipt = RECEIPT.matcher(answer.body())
                    .results()
                    .map(found -> found.group(1))
                    .findFirst()
                    .orElse(receipt);
            example.appendReplacement(
                    answered,
                    Matcher.quoteReplacement("```shell\n" + command + "\n```\n\n```http\n" + text(answer) + "```\n"));
        }
        example.appendTail(answered);
        return answered.toString();
    }

    private static String text(Curl.Answer answer) {
        StringBuilder text = new StringBuilder("HTTP/1.1 " + answer.status() + "\n");
        answer.headers().stream()
                .filter(header -> SHOWN.contains(header.replaceFirst(":.*", "").toLowerCase(Locale.ROOT)))
                .forEach(header -> text.append(header).append('\n'));
        if (!answer.body().isEmpty()) {
            String json = JSON.writeValueAsString(JSON.readTree(answer.body()));
            text.append('\n')
                    .append(json.replaceAll("(\"stack\" : \"[^\"\\\\]*)(?:[^\"\\\\]++|\\\\.)*+\"", "$1...\""))
                    .append('\n');
        }
        return text.toString();
    }

    /** Without what differs from run to run: times, what is so soon that it may be now, and names that are made. */
    private static String still(String page) {
        return page.replaceAll("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z", "TIME")
                .replaceAll("\"READY\"|\"DELAYED\"", "\"SOON\"")
                .replaceAll("\\s+\"stateUntil\" : \"TIME\",", "")
                .replaceAll("(\"instance\" : )\"[^/\"][^\"]*\"", "$1\"INSTANCE\"")
                .replaceAll("(\"overdueMillis\" : )\\d+", "$1N")
                .replaceAll("\"[0-9A-Za-z]{13}\"(?! :)", "\"ID\"")
                .replaceAll("(\"receipt\" : )\"[^\"]*\"", "$1\"RECEIPT\"")
                .replaceAll("(\"leaseMillis\" : )\\d+", "$1N")
                .replaceAll("\\d{13}", "MILLIS")
                .replaceAll("/[0-9A-Za-z]{13}\\b", "/ID");
    }
}
