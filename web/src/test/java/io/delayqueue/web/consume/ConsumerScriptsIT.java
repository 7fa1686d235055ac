package io.delayqueue.web.consume;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.atIndex;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.web.WebApplication;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import tools.jackson.databind.util.RawValue;

/** Runs the consumers in docs/http-api by their interpreters. */
class ConsumerScriptsIT {

    private static final Path SCRIPTS = Path.of("..", "docs", "http-api");

    private static final String USER = "worker:s e\"cret";

    private static final RedisServer SERVER = RedisServer.start();

    private static WebApplication application;

    /** Requires a name and a password, once enabled. */
    private static volatile boolean signIn;

    @TempDir
    private Path folder;

    private Process process;

    @BeforeAll
    static void start() {
        application = WebApplication.start(
                SERVER,
                beans -> beans.registerBean(
                        "signIn",
                        FilterRegistrationBean.class,
                        () -> asynchronous(new FilterRegistrationBean<>(door()))));
    }

    private static FilterRegistrationBean<Filter> asynchronous(FilterRegistrationBean<Filter> filter) {
        filter.setAsyncSupported(true);
        return filter;
    }

    private static Filter door() {
        String expected = "Basic " + Base64.getEncoder().encodeToString(USER.getBytes(UTF_8));
        return (request, response, chain) -> {
            if (!signIn || expected.equals(((HttpServletRequest) request).getHeader("Authorization"))) {
                chain.doFilter(request, response);
            } else {
                ((HttpServletResponse) response).sendError(HttpServletResponse.SC_UNAUTHORIZED);
            }
        };
    }

    @AfterEach
    void stop() throws InterruptedException {
        signIn = false;
        if (process != null) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor(30, TimeUnit.SECONDS);
        }
    }

    @AfterAll
    static void close() {
        application.close();
        SERVER.close();
    }

    private static DelayQueueService service() {
        return application.service();
    }

    private static void assumeThere(String program) {
        boolean there;
        try {
            Process version = new ProcessBuilder(program, "--version").start();
            there = version.waitFor(30, TimeUnit.SECONDS) && version.exitValue() == 0;
        } catch (IOException e) {
            there = false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        assumeThat(there)
                .as(program + " is not on this machine, so the consumer that needs it was not run")
                .isTrue();
    }

    private void run(String... command) throws IOException {
        List<String> all = new ArrayList<>(List.of(command));
        ProcessBuilder builder = new ProcessBuilder(all)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile());
        builder.environment().remove("DELAYQUEUE_USER");
        if (signIn) {
            builder.environment().put("DELAYQUEUE_USER", USER);
        }
        process = builder.start();
    }

    private void runPython(String topic) throws IOException {
        runPython("consumer.py", application.origin() + application.api(), topic);
    }

    private void runPython(String script, String api, String topic) throws IOException {
        runPython(SCRIPTS.resolve(script), api, topic);
    }

    private void runPython(Path script, String api, String topic) throws IOException {
        assumeThere("python3");
        application.engine().register().registerTopic("orders", topic);
        run("python3", script.toString(), api, "orders", topic);
    }

    private void runShell(String topic, String... handler) throws IOException {
        assumeThere("curl");
        List<String> command = new ArrayList<>(List.of(
                "sh",
                SCRIPTS.resolve("consumer.sh").toString(),
                application.origin() + application.api(),
                "orders",
                topic));
        command.addAll(List.of(handler));
        application.engine().register().registerTopic("orders", topic);
        run(command.toArray(String[]::new));
    }

    private String output() {
        try {
            return Files.readString(folder.resolve("output"));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void awaitFinished(String id) {
        await().untilAsserted(() ->
                assertThat(service().findTask("orders", id)).as(output()).isEmpty());
    }

    private TaskInfo awaitDead(String id) {
        await().untilAsserted(() -> assertThat(
                        service().findTask("orders", id).orElseThrow().state())
                .as(output())
                .isEqualTo(TaskState.DEAD));
        return service().findTask("orders", id).orElseThrow();
    }

    private static void add(String topic, String id, @Nullable Object payload) {
        service().addTask(Task.of("orders", topic).id(id).payload(payload).build());
    }

    @Test
    void pythonConsumerShouldTakeAnyPayload() throws IOException {
        runPython("python");
        awaitAnyPayloads("python");
        assertThat(output()).isEqualTo("""
                python-1 {"order": 42} attempt 1
                python-2 "Zoë" attempt 1
                python-3 [1.5] attempt 1
                python-4 null attempt 1
                """);
    }

    @Test
    void smallPythonConsumerShouldTakeAnyPayloadSignInAndHaveTwelveLines() throws IOException {
        signIn = true;
        runPython("consumer-small.py", application.origin() + application.api(), "small");
        awaitAnyPayloads("small");
        assertThat(output()).isEqualTo("""
                small-1 {"order": 42}
                small-2 "Zoë"
                small-3 [1.5]
                small-4 null
                """);
        assertThat(Files.readAllLines(SCRIPTS.resolve("consumer-small.py")))
                .filteredOn(line -> !line.startsWith("#") && !line.isEmpty())
                .hasSizeLessThanOrEqualTo(12);
    }

    /** Adds a task for each kind of payload, and waits until each has finished. */
    private void awaitAnyPayloads(String topic) {
        List<@Nullable Object> payloads = Arrays.asList(Map.of("order", 42), "Zoë", List.of(1.5), null);
        for (int i = 0; i < payloads.size(); i++) {
            String id = topic + "-" + (i + 1);
            add(topic, id, payloads.get(i));
            awaitFinished(id);
        }
    }

    @Test
    void pythonConsumerShouldPrintEachFailureAndBuryWhatFailsThreeTimes() throws IOException {
        String script = Files.readString(SCRIPTS.resolve("consumer.py"));
        String work = "def handle(task):\n";
        assertThat(script).containsOnlyOnce(work);
        Path failing = Files.writeString(
                folder.resolve("failing.py"), script.replace(work, work + "    task['payload']['order']\n"));
        runPython(failing, application.origin() + application.api(), "failing");
        add("failing", "bad", "no order");
        assertThat(awaitDead("bad").attempts()).isEqualTo(3);
        assertThat(awaitDead("bad").lastError().message()).contains("TypeError");
        add("failing", "good", Map.of("order", 43));
        awaitFinished("good");
        assertThat(output().lines())
                .hasSize(4)
                .satisfies(line -> assertThat(line).startsWith("bad failed, attempt 1: TypeError"), atIndex(0))
                .satisfies(line -> assertThat(line).startsWith("bad failed, attempt 2: TypeError"), atIndex(1))
                .satisfies(line -> assertThat(line).startsWith("bad failed, attempt 3: TypeError"), atIndex(2))
                .satisfies(line -> assertThat(line).isEqualTo("good {\"order\": 43} attempt 1"), atIndex(3));
    }

    @Test
    void pythonConsumerShouldSignIn() throws IOException {
        signIn = true;
        add("signed", "signed", Map.of("order", 44));
        runPython("signed");
        awaitFinished("signed");
    }

    @ParameterizedTest
    @CsvSource({
        "python3, consumer.py, API GROUP TOPIC",
        "python3, consumer-small.py, API GROUP TOPIC",
        "sh, consumer.sh, API GROUP TOPIC COMMAND"
    })
    void consumerWithoutArgumentsShouldSayWhatItTakes(String interpreter, String script, String arguments)
            throws Exception {
        assumeThere(interpreter.equals("sh") ? "curl" : interpreter);
        run(interpreter, SCRIPTS.resolve(script).toString(), "http://localhost:1");
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isNotZero();
        assertThat(output()).startsWith("Usage: " + script + " " + arguments).hasLineCount(1);
    }

    @Test
    void pythonConsumerShouldGoOnAfterAnswersThatBrokeOff() throws IOException {
        Queue<Consumer<HttpExchange>> answers =
                new ConcurrentLinkedQueue<>(List.of(one -> answer(one, 1000), one -> answer(one, 8)));
        CountDownLatch asked = new CountDownLatch(3);
        HttpServer server = HttpServer.create(new InetSocketAddress("localhost", 0), 0);
        server.createContext("/", exchange -> {
            asked.countDown();
            Consumer<HttpExchange> answer = answers.poll();
            if (answer == null) {
                exchange.sendResponseHeaders(HttpServletResponse.SC_SERVICE_UNAVAILABLE, -1);
                exchange.close();
            } else {
                answer.accept(exchange);
            }
        });
        server.start();
        try {
            runPython("consumer.py", "http://localhost:" + server.getAddress().getPort(), "broken");
            await().untilAsserted(
                            () -> assertThat(asked.getCount()).as(output()).isZero());
        } finally {
            server.stop(0);
        }
    }

    /** Responds with truncated JSON. */
    private static void answer(HttpExchange exchange, int promised) {
        try (exchange) {
            exchange.sendResponseHeaders(HttpServletResponse.SC_OK, promised);
            exchange.getResponseBody().write("{\"tasks\"".getBytes(UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shellConsumerShouldFinishWhatGoesWellAndBuryWhatFailsThreeTimes() throws IOException {
        runShell("shell", "grep", "\"order\"");
        add("shell", "good-shell", Map.of("order", 42));
        add("shell", "bad-shell", "no order");
        awaitFinished("good-shell");
        assertThat(awaitDead("bad-shell").attempts()).isEqualTo(3);
        assertThat(awaitDead("bad-shell").lastError().message()).contains("grep failed");
        assertThat(output())
                .contains("\"id\":\"good-shell\"")
                .containsSubsequence(
                        "bad-shell failed, attempt 1: grep ended with 1",
                        "bad-shell failed, attempt 2: grep ended with 1",
                        "bad-shell failed, attempt 3: grep ended with 1");
    }

    @Test
    void shellConsumerShouldNotBeFooledByWhatIsInATaskAndSignIn() throws IOException {
        signIn = true;
        String payload =
                "{\"receipt\":\"r1.x\",\n\"receipt\":\"r1.y\", \"attempt\":9, \"order\": \"$(exit 1) `exit` '\\\"\"}";
        service()
                .addTask(Task.of("orders", "fooled")
                        .id("fooled")
                        .payload(new RawValue(payload))
                        .headers(Map.of("receipt", "r1.z"))
                        .description("\"receipt\":\"r1.d\"")
                        .build());
        service()
                .addTask(Task.of("orders", "fooled")
                        .id("headers")
                        .headers(Map.of("receipt", "r1.z"))
                        .description("\"receipt\":\"r1.d\"")
                        .build());
        runShell("fooled", "grep", "receipt");
        awaitFinished("fooled");
        awaitFinished("headers");
    }
}
