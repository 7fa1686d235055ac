package io.delayqueue.web.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.web.DelayQueueWebProperties;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.annotation.Configuration;

/** Files of the dashboard over HTTP below a context path. */
class DashboardTests {

    private static final String BELOW = "/shop/tools/queue";
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static ServletWebServerApplicationContext application;
    private static String server;

    @BeforeAll
    static void start() {
        application = (ServletWebServerApplicationContext) SpringApplication.run(
                App.class,
                "--server.port=0",
                "--server.servlet.context-path=/shop",
                "--delayqueue.web.path=/tools/queue",
                "--spring.main.banner-mode=off");
        server = "http://localhost:" + application.getWebServer().getPort();
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    @Test
    void pathWithoutSlashShouldLeadToThePageWhateverProxiesPutBeforeIt() throws Exception {
        HttpResponse<String> answer = get(BELOW);

        assertThat(answer.statusCode()).isEqualTo(302);
        assertThat(answer.headers().firstValue("Location")).hasValue("queue/");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/index.html"})
    void pageShouldBeServed(String name) throws Exception {
        HttpResponse<String> answer = get(BELOW + name);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).startsWith("<!doctype html>");
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/html;charset=UTF-8");
    }

    @ParameterizedTest
    @MethodSource("io.delayqueue.web.dashboard.DashboardSources#names")
    void everyFileShouldBeServedAsWhatItIs(String name) throws Exception {
        HttpResponse<String> answer = get(BELOW + "/" + name);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo(DashboardSources.text(name));
        assertThat(answer.headers().firstValue("Content-Type").orElseThrow())
                .startsWith(
                        switch (name.substring(name.lastIndexOf('.'))) {
                            case ".js" -> "text/javascript";
                            case ".css" -> "text/css";
                            case ".svg" -> "image/svg+xml";
                            default -> "text/html";
                        });
    }

    @Test
    void chartsShouldBeServedFromTheWebJar() throws Exception {
        HttpResponse<String> answer = get(BELOW + "/vendor/chart.js");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("Chart.js v");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "/app.js", "/vendor/chart.js", "/nothing.js"})
    void everyAnswerShouldForbidWhatIsNotOurs(String name) throws Exception {
        HttpResponse<String> answer = get(BELOW + name);

        assertThat(answer.headers().firstValue("Content-Security-Policy"))
                .hasValue(
                        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
                                + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
        assertThat(answer.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(answer.headers().firstValue("Referrer-Policy")).hasValue("no-referrer");
    }

    @Test
    void unchangedFileShouldNotBeSentTwice() throws Exception {
        HttpResponse<String> first = get(BELOW + "/app.js");
        String tag = first.headers().firstValue("ETag").orElseThrow();

        HttpResponse<String> second = send(request(BELOW + "/app.js").header("If-None-Match", tag));
        HttpResponse<String> other = send(request(BELOW + "/app.js").header("If-None-Match", "\"other\""));

        assertThat(first.headers().firstValue("Cache-Control")).hasValue("no-cache");
        assertThat(second.statusCode()).isEqualTo(304);
        assertThat(second.body()).isEmpty();
        assertThat(second.headers().firstValue("Content-Security-Policy")).isPresent();
        assertThat(other.statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/DashboardHandler.class",
                "/package-info.class",
                "/dashboard/DashboardHandler.class",
                "/../DelayQueueWebProperties.class",
                "/..%2fDelayQueueWebProperties.class",
                "/%2e%2e/DelayQueueWebProperties.class",
                "/pages/../../DelayQueueWebProperties.class",
                "/pages/..%5c..%5capp.js",
                "/pages//app.js",
                "/pages/%2e%2e/app.js;a=b",
                "/app.js;a=b",
                "/app%2ejs",
                "/./app.js/",
                "/app.js/",
                "/app.js%00.css",
                "/vendor/chart.umd.js",
                "/vendor/app.js",
                "/vendor/",
                "/pages/",
                "/pages",
                "/META-INF/spring.factories",
                "/api/v1/nothing",
                "/pages/deeper/task.js"
            })
    void nothingElseShouldBeServed(String name) throws Exception {
        assertThat(get(BELOW + name).statusCode()).isIn(400, 404);
    }

    @Test
    void filesShouldOnlyBeRead() throws Exception {
        HttpResponse<String> posted = send(request(BELOW + "/app.js").POST(BodyPublishers.ofString("x")));
        HttpResponse<String> head = send(request(BELOW + "/app.js").method("HEAD", BodyPublishers.noBody()));

        assertThat(posted.statusCode()).isEqualTo(405);
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(head.headers().firstValueAsLong("Content-Length").orElseThrow())
                .isEqualTo(DashboardSources.bytes("app.js").length);
    }

    private static HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(request(path));
    }

    private static HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(server + path));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return CLIENT.send(request.build(), BodyHandlers.ofString());
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        TomcatServletWebServerAutoConfiguration.class,
        DispatcherServletAutoConfiguration.class,
        WebMvcAutoConfiguration.class,
        ErrorMvcAutoConfiguration.class,
        DashboardAutoConfiguration.class
    })
    @EnableConfigurationProperties(DelayQueueWebProperties.class)
    static class App {}
}
