package io.delayqueue.web.live;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.testing.RedisServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** An application that can be looked at. */
final class LiveApplication implements AutoCloseable {

    private final ConfigurableApplicationContext context;

    private final HttpClient client = HttpClient.newHttpClient();

    private LiveApplication(ConfigurableApplicationContext context) {
        this.context = context;
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration(
            exclude = {SecurityFilterAutoConfiguration.class, ServletWebSecurityAutoConfiguration.class})
    static class Configuration {}

    static LiveApplication start(
            RedisServer redis, ApplicationContextInitializer<GenericApplicationContext> beans, String... properties) {
        return new LiveApplication(new SpringApplicationBuilder(Configuration.class)
                .registerShutdownHook(false)
                .initializers(beans)
                .properties(
                        "server.port=0",
                        "spring.main.banner-mode=off",
                        "spring.data.redis.host=" + redis.host(),
                        "spring.data.redis.port=" + redis.port(),
                        "delayqueue.web.allow-unauthenticated=true")
                .properties(properties)
                .run());
    }

    DelayQueueEngine engine() {
        return context.getBean(DelayQueueEngine.class);
    }

    LiveStreams streams() {
        return context.getBean(LiveStreams.class);
    }

    ConfigurableApplicationContext context() {
        return context;
    }

    int port() {
        return ((WebServerApplicationContext) context).getWebServer().getPort();
    }

    URI uri(String path) {
        return URI.create("http://localhost:" + port() + "/delayqueue/api/v1" + path);
    }

    /** Opens a page. */
    LiveClient live(String query) {
        return LiveClient.open(client, uri("/live" + query));
    }

    HttpResponse<String> get(String path) {
        try {
            return client.send(
                    HttpRequest.newBuilder(uri(path))
                            .timeout(Duration.ofSeconds(30))
                            .build(),
                    BodyHandlers.ofString());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
