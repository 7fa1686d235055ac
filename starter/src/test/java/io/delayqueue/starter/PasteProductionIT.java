package io.delayqueue.starter;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.testing.MarkedText;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Base64;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The project in docs/production.md, with H2 in the place of PostgreSQL. */
@Tag("maven")
class PasteProductionIT extends PastedProject {

    private final MarkedText page = MarkedText.read(Path.of("..", "docs", "production.md"));

    private String address;

    PasteProductionIT() throws IOException {}

    @Test
    void applicationShouldRunAndBeProtected() throws IOException, InterruptedException {
        write(
                "pom.xml",
                page.code("maven", "xml")
                        .replace("<groupId>org.postgresql</groupId>", "<groupId>com.h2database</groupId>")
                        .replace("<artifactId>postgresql</artifactId>", "<artifactId>h2</artifactId>"));
        write(
                "src/main/resources/application.properties",
                page.code("properties", "properties").replace("jdbc:postgresql://localhost/shop", "jdbc:h2:mem:shop"));
        write("src/main/resources/schema.sql", page.code("schema", "sql"));
        paste(page.code("application"));
        paste(page.code("orders"));
        String[] commands = page.code("run", "shell").split("\n");
        Process application = start(
                "output", "sh", "-c", commands[0] + "; " + String.join(" ", mvnCommand()) + commands[1].substring(3));
        String port = awaitOutput(application, Pattern.compile("Tomcat started on port (\\d+)"))
                .group(1);
        address = "http://localhost:" + port;
        awaitOutput(application, Pattern.compile(page.output("run").pattern().replaceFirst("\\^", ".* : ")));
        assertAnswers("/delayqueue/", 401, "<title>Delay queue</title>");
        assertAnswers("/delayqueue/api/v1/groups", 401, "\"orders\"");
        assertAnswers("/actuator/prometheus", 401, "delayqueue_lateness_seconds");
        assertAnswers("/actuator/health", 200, "\"delayQueue\"");
        assertThat(get("/actuator/health", null).body()).contains("\"UP\"").doesNotContain("delayQueue");
    }

    /** Asserts the status without a login, and a part of the answer with one. */
    private void assertAnswers(String path, int status, String part) throws IOException, InterruptedException {
        assertThat(get(path, null).statusCode()).as(path).isEqualTo(status);
        HttpResponse<String> answer = get(path, "ada:secret");
        assertThat(answer.statusCode()).as(path).isEqualTo(200);
        assertThat(answer.body()).as(path).contains(part);
    }

    private HttpResponse<String> get(String path, String user) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path));
        if (user != null) {
            request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(user.getBytes()));
        }
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
