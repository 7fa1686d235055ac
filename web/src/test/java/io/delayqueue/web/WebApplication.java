package io.delayqueue.web;

import io.delayqueue.DelayQueueService;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.testing.RedisServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.core.io.ResourceLoader;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Application with the module and without Spring Security, and an HTTP client. Every exchange must match {@link OpenApi}. */
public final class WebApplication implements AutoCloseable {

    /** Default path of the API. */
    public static final String API = "/delayqueue/api/v1";

    private static final ResourceLoader WITHOUT_SECURITY =
            new DefaultResourceLoader(new FilteredClassLoader("org.springframework.security"));

    private final ConfigurableApplicationContext context;

    private final HttpClient client = HttpClient.newHttpClient();

    private final String api;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Bare {}

    /** Request and response. */
    public record Exchange(String method, String path, String body, HttpResponse<String> response) {

        public int status() {
            return response.statusCode();
        }

        public String text() {
            return response.body();
        }

        public JsonNode json() {
            return JsonMapper.shared().readTree(text());
        }

        /** Returns a header, or null. */
        public String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        /** Returns the last part of a problem's type. */
        public String problem() {
            return json().path("type").asString("").replaceFirst("urn:delayqueue:problem:", "");
        }
    }

    private WebApplication(ConfigurableApplicationContext context) {
        this.context = context;
        this.api = context.getEnvironment().getProperty("server.servlet.context-path", "")
                + context.getEnvironment().getProperty("spring.mvc.servlet.path", "")
                + context.getEnvironment().getProperty("delayqueue.web.path", "/delayqueue")
                + "/api/v1";
    }

    public static WebApplication start(RedisServer redis, String... properties) {
        return start(redis, beans -> {}, properties);
    }

    public static WebApplication start(
            RedisServer redis, ApplicationContextInitializer<GenericApplicationContext> beans, String... properties) {
        return new WebApplication(new SpringApplicationBuilder(WITHOUT_SECURITY, Bare.class)
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

    public ConfigurableApplicationContext context() {
        return context;
    }

    public DelayQueueEngine engine() {
        return context.getBean("delayQueueEngine", DelayQueueEngine.class);
    }

    public DelayQueueService service() {
        return engine().service();
    }

    /** Returns the server's address. */
    public String origin() {
        return "http://localhost:"
                + ((WebServerApplicationContext) context).getWebServer().getPort();
    }

    /** Returns the address of the API. */
    public String api() {
        return api;
    }

    public Exchange get(String path) {
        return send("GET", path);
    }

    public Exchange post(String path) {
        return send("POST", path);
    }

    public Exchange post(String path, String json) {
        return send("POST", path, json, "Content-Type", "application/json");
    }

    public Exchange delete(String path) {
        return send("DELETE", path);
    }

    public Exchange send(String method, String path) {
        return send(method, path, "", BodyPublishers.noBody());
    }

    public Exchange send(String method, String path, String body, String... headers) {
        return send(method, path, body, BodyPublishers.ofString(body), headers);
    }

    /** Sends a request to a path of the API. */
    public Exchange send(String method, String path, String body, BodyPublisher publisher, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(origin() + api + path))
                .timeout(Duration.ofSeconds(60))
                .method(method, publisher);
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
            Exchange exchange = new Exchange(method, path, body, response);
            OpenApi.check(exchange);
            return exchange;
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
