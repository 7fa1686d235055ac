package io.delayqueue.web.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.delayqueue.RejectTaskException;
import io.delayqueue.Task;
import io.delayqueue.TopicOperations;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.web.WebApplication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Runs the commands of docs/http-api.md in their order, and compares the documented responses. With
 * {@code -Ddelayqueue.docs.write} it writes the responses first.
 */
class HttpApiPageIT {

    private static final Path PAGE = Path.of("..", "docs", "http-api.md");

    private static final Pattern COMMAND = Pattern.compile("```shell\\n(curl [^`]*)\\n```\\n");

    private static final Pattern EXAMPLE = Pattern.compile(COMMAND.pattern() + "\\n```http\\n([^`]*)```\\n");

    /** The shell expands the first to file names, and ends the command at the second. */
    private static final Pattern UNQUOTED = Pattern.compile("(?m)(?<![\"\\w/$])\\$API[^\\s\"]*[?&].*");

    /** Values of {@code $RECEIPT1} and so on in later commands. */
    private static final Pattern RECEIPT = Pattern.compile("\"receipt\":\"([^\"]+)\"");

    static class Payments {

        @DelayQueueListener(group = "orders", topic = "charge")
        void charge(int order) {
            throw new RejectTaskException("The card of order " + order + " has expired");
        }

        @DelayQueueListener(group = "orders", topic = "notify")
        void inform(int order) {}
    }

    /** Fails three tasks, one after the other, and makes requeued ones wait. */
    private static void bury(WebApplication application) {
        TopicOperations operations = application.service().topic("orders", "charge");
        for (int i = 1; i <= 3; i++) {
            long dead = i;
            application
                    .service()
                    .addTask(Task.of("orders", "charge")
                            .id("charge-" + i)
                            .payload(i)
                            .build());
            await().until(() -> operations.count().dead() == dead);
        }
        operations.pause();
    }

    @Test
    void answersOfThePageShouldBeThoseThatAreGiven() throws Exception {
        assumeTrue(Curl.isInstalled(), "The commands of the page need curl");
        try (RedisServer server = RedisServer.start();
                WebApplication application = WebApplication.start(
                        server,
                        beans -> beans.registerBean(Payments.class),
                        "delayqueue.groups.orders=remind,ship",
                        "delayqueue.history.orders.charge.max-age=7d",
                        "delayqueue.history.orders.charge.max-size=16MB")) {
            bury(application);
            String page = Files.readString(PAGE);
            String answered = answered(page, application).replace(server.address(), "localhost:6379");
            if (System.getProperty("delayqueue.docs.write") != null
                    && !AnswerText.still(page).equals(AnswerText.still(answered))) {
                Files.writeString(PAGE, answered);
                page = answered;
            }
            assertThat(AnswerText.still(page))
                    .as("-Ddelayqueue.docs.write writes the answers")
                    .isEqualTo(AnswerText.still(answered));
        }
    }

    @Test
    void everyCommandShouldHaveItsAnswerAndSurviveAnyShell() throws IOException {
        String page = Files.readString(PAGE);
        assertThat(EXAMPLE.matcher(page)
                        .results()
                        .map(found -> found.group(1).lines().findFirst().orElseThrow()))
                .isNotEmpty()
                .containsExactlyElementsOf(
                        page.lines().filter(line -> line.startsWith("curl ")).toList());
        assertThat(UNQUOTED.matcher(page).results().map(found -> found.group())).isEmpty();
    }

    private static String answered(String page, WebApplication application) throws Exception {
        StringBuilder answered = new StringBuilder();
        Matcher example = EXAMPLE.matcher(page);
        Map<String, String> variables = new HashMap<>(Map.of("API", application.origin() + application.api()));
        while (example.find()) {
            String command = example.group(1);
            Curl.Answer answer = answer(new Curl(command), variables, application);
            Matcher receipt = RECEIPT.matcher(answer.body());
            for (int i = 1; receipt.find(); i++) {
                variables.put("RECEIPT" + i, receipt.group(1));
            }
            example.appendReplacement(
                    answered,
                    Matcher.quoteReplacement(
                            "```shell\n" + command + "\n```\n\n```http\n" + AnswerText.of(answer) + "```\n"));
        }
        example.appendTail(answered);
        return answered.toString();
    }

    /** Repeats calls about running work until there is some. */
    private static Curl.Answer answer(Curl curl, Map<String, String> variables, WebApplication application)
            throws Exception {
        return switch (curl.call().replaceFirst(".*/", "")) {
            case "live" -> {
                String known = curl.command().contains("topic=") ? "\"consumers\":[{" : "\"complete\":true";
                yield await().until(
                                () -> {
                                    work(application);
                                    return curl.run(variables);
                                },
                                answer -> AnswerText.firstEvent(answer).contains("\"lateness\"")
                                        && AnswerText.firstEvent(answer).contains(known)
                                        // Tasks may be ready for a moment.
                                        && !AnswerText.firstEvent(answer).contains("\"cause\""));
            }
            case "scaling" ->
                await().until(
                                () -> curl.run(variables),
                                answer -> curl.command().contains("/topics/")
                                        || !answer.body().contains("\"concurrency\":0"));
            default -> curl.run(variables);
        };
    }

    private static void work(WebApplication application) {
        for (int i = 1; i <= 50; i++) {
            application.service().addTask(Task.of("orders", "notify").payload(i).build());
        }
    }
}
