package io.delayqueue.operations;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.TopicOperations;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.testing.RedisServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Application with a web server and the Actuator, and a client of both. */
final class WebInstance implements AutoCloseable {

    private final ConfigurableApplicationContext context;

    private final HttpClient client = HttpClient.newHttpClient();

    /** Response; the body is a missing node if there is none. */
    record Answer(int status, String text) {
        JsonNode body() {
            return JsonMapper.shared().readTree(text);
        }
    }

    private WebInstance(ConfigurableApplicationContext context) {
        this.context = context;
    }

    static WebInstance start(RedisServer redis, String... properties) {
        return start(redis, beans -> {}, properties);
    }

    static WebInstance start(
            RedisServer redis, ApplicationContextInitializer<GenericApplicationContext> beans, String... properties) {
        return new WebInstance(new SpringApplicationBuilder(OperatedApplication.class)
                .registerShutdownHook(false)
                .initializers(beans)
                .properties(
                        "server.port=0",
                        "spring.main.banner-mode=off",
                        "spring.data.redis.host=" + redis.host(),
                        "spring.data.redis.port=" + redis.port(),
                        "management.endpoints.web.exposure.include=*",
                        "management.endpoint.health.show-details=always")
                .properties(properties)
                .run());
    }

    Answer get(String path) {
        return send(request(path));
    }

    Answer post(String path, String json) {
        return send(request(path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(json)));
    }

    Answer delete(String path) {
        return send(request(path).DELETE());
    }

    private HttpRequest.Builder request(String path) {
        int port = ((WebServerApplicationContext) context).getWebServer().getPort();
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/actuator/" + path))
                .timeout(Duration.ofSeconds(30));
    }

    private Answer send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.body());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    DelayQueueEngine engine() {
        return context.getBean(DelayQueueEngine.class);
    }

    void add(String topic, String id, Object payload) {
        context.getBean(DelayQueueService.class)
                .addTask(Task.of("orders", topic).id(id).payload(payload).build());
    }

    TopicOperations topic(String topic) {
        return context.getBean(DelayQueueService.class).topic("orders", topic);
    }

    OperatedApplication.Callbacks callbacks() {
        return context.getBean(OperatedApplication.Callbacks.class);
    }

    @Override
    public void close() {
        context.close();
    }
}
