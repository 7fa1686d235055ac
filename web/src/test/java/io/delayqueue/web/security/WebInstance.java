package io.delayqueue.web.security;

import io.delayqueue.testing.RedisServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.util.ClassUtils;

/** Running application with an HTTP client. */
final class WebInstance implements AutoCloseable {

    private final ConfigurableApplicationContext context;

    private final HttpClient client =
            HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NEVER).build();

    private WebInstance(ConfigurableApplicationContext context) {
        this.context = context;
    }

    static WebInstance start(Class<?>[] configurations, String... properties) {
        return start(ClassUtils.getDefaultClassLoader(), configurations, properties);
    }

    static WebInstance start(ClassLoader classLoader, Class<?>[] configurations, String... properties) {
        RedisServer redis = RedisServer.shared();
        return new WebInstance(new SpringApplicationBuilder(configurations)
                .resourceLoader(new DefaultResourceLoader(classLoader))
                .registerShutdownHook(false)
                .properties(
                        "server.port=0",
                        "spring.main.banner-mode=off",
                        "spring.data.redis.host=" + redis.host(),
                        "spring.data.redis.port=" + redis.port(),
                        "delayqueue.groups.orders=remind")
                .properties(properties)
                .run());
    }

    int port() {
        return ((WebServerApplicationContext) context).getWebServer().getPort();
    }

    ConfigurableApplicationContext context() {
        return context;
    }

    String origin() {
        return "http://localhost:" + port();
    }

    /** Sends a request like curl. Headers are alternating names and values. */
    HttpResponse<String> call(String method, String path, String... headers) {
        return send(method, path, "", headers);
    }

    /** Sends a request with JSON. */
    HttpResponse<String> post(String path, String json, String user) {
        return send("POST", path, json, "Content-Type", "application/json", "Authorization", basic(user));
    }

    /** Sends a request with a form, as curl does by itself. */
    HttpResponse<String> postForm(String path, String form, String user) {
        return send(
                "POST", path, form, "Content-Type", "application/x-www-form-urlencoded", "Authorization", basic(user));
    }

    private HttpResponse<String> send(String method, String path, String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(origin() + path))
                .timeout(Duration.ofSeconds(30))
                .method(method, method.equals("POST") ? BodyPublishers.ofString(body) : BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return client.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Value of the header for basic authentication. */
    static String basic(String user) {
        return "Basic " + Base64.getEncoder().encodeToString((user + ":" + user).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        context.close();
    }
}
