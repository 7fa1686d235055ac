package io.delayqueue.starter;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.testing.MarkedText;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** First steps in the README, docs/getting-started.md and docs/dashboard.md. */
@Tag("maven")
class PasteIT extends PastedProject {

    private static final String AT_START = """
            package com.example.shop;

            import com.example.mail.SendMail;
            import io.delayqueue.DelayQueueService;
            import io.delayqueue.Task;
            import java.time.Duration;
            import org.springframework.boot.ApplicationArguments;
            import org.springframework.boot.ApplicationRunner;
            import org.springframework.stereotype.Component;

            @Component
            record AtStart(DelayQueueService delayQueueService) implements ApplicationRunner {

                @Override
                public void run(ApplicationArguments arguments) {
                    %s
                }
            }
            """;

    PasteIT() throws IOException {}

    @Test
    void applicationShouldRun() throws IOException {
        write("pom.xml", gettingStarted.code("maven", "xml"));
        paste(readme.code("spring"));
        awaitOutput(run(), readme.output("spring"));
    }

    @Test
    void applicationShouldRunWithoutRedis() throws IOException {
        String command = "mvn spring-boot:test-run -Dspring-boot.run.arguments=--delayqueue.store=memory";
        assertThat(readme.linesUnder("Add it", "shell")).contains("mvn spring-boot:run", command);
        write("pom.xml", gettingStarted.code("maven", "xml"));
        paste(readme.code("spring"));
        redis.close();
        awaitOutput(command(command), readme.output("spring"));
    }

    @Test
    void plainJavaShouldRunWithCoreAlone() throws IOException {
        assertThat(gettingStarted.text()).contains("Plain Java without Spring needs the artifact `delayqueue-core`:");
        plainPom(starter.replace("delayqueue-spring-boot-starter", "delayqueue-core"));
        String address = "\"localhost\", 6379";
        String code = gettingStarted.code("plain-java");
        assertThat(code).containsOnlyOnce(address);
        paste(code.replace(address, "\"" + redis.host() + "\", " + redis.port()));
        awaitOutput(mvn("compile", "exec:java", "-Dexec.mainClass=PlainJava"), gettingStarted.output("plain-java"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Orders", "CancelUnpaid"})
    void stepsShouldMakeAnApplication(String callback) throws IOException {
        pasteSteps(callback);
        awaitOutput(run(), gettingStarted.output("steps"));
    }

    @Test
    void callbackClassCarriedByATaskShouldRun() throws IOException {
        pasteSteps("Orders");
        pasteProperties("1. The dependency", "Callback classes carried by tasks");
        paste(gettingStarted.files().get("com/example/mail/SendMail.java"));
        paste(AT_START.formatted(gettingStarted.code("mail")));
        awaitOutput(run(), gettingStarted.output("mail"));
    }

    @Test
    void dashboardShouldBeThere() throws IOException, InterruptedException {
        dashboardShouldBeThere(bootVersion, "");
    }

    @Test
    void dashboardShouldBeThereWithSpringBoot40() throws IOException, InterruptedException {
        dashboardShouldBeThere(SPRING_BOOT_40, LATER_JEDIS);
    }

    private void dashboardShouldBeThere(String version, String properties) throws IOException, InterruptedException {
        MarkedText page = MarkedText.read(Path.of("..", "docs", "dashboard.md"));
        String access = "delayqueue.web.allow-unauthenticated=true";
        assertThat(page.text()).contains("It is at `/delayqueue/`", "`" + access + "` is enough");
        springBootPom(version, properties + dependencies(starter, page.code("dependencies", "xml")));
        paste(readme.code("spring"));
        String port = awaitOutput(run("--" + access), Pattern.compile("Tomcat started on port (\\d+)"))
                .group(1);
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/delayqueue/"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("<title>Delay queue</title>");
    }

    /** Pastes the steps with one of the two classes that have the callback. */
    private void pasteSteps(String callback) throws IOException {
        write("pom.xml", gettingStarted.code("maven", "xml"));
        pasteProperties("1. The dependency");
        for (String name : List.of("CancelOrder", callback, "ShopApplication")) {
            paste(gettingStarted.files().get("com/example/shop/" + name + ".java"));
        }
    }

    private void pasteProperties(String... headings) throws IOException {
        String lines = Stream.of(headings)
                .flatMap(heading -> gettingStarted.linesUnder(heading, "properties").stream())
                .collect(Collectors.joining("\n"));
        write("src/main/resources/application.properties", lines);
    }
}
