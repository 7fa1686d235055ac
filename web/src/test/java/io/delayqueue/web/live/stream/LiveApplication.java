package io.delayqueue.web.live.stream;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.web.WebApplication;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.util.stream.Stream;
import org.apache.catalina.core.StandardContext;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.support.GenericApplicationContext;

/** Application with live streams. */
final class LiveApplication implements AutoCloseable {

    private final WebApplication application;

    private final HttpClient client = HttpClient.newHttpClient();

    private LiveApplication(WebApplication application) {
        this.application = application;
    }

    static LiveApplication start(
            RedisServer redis, ApplicationContextInitializer<GenericApplicationContext> beans, String... properties) {
        return new LiveApplication(WebApplication.start(redis, beans, properties));
    }

    DelayQueueEngine engine() {
        return application.engine();
    }

    LiveStreams streams() {
        return application.context().getBean(LiveStreams.class);
    }

    int port() {
        return URI.create(application.origin()).getPort();
    }

    /** Returns the number of asynchronous requests for whose end the web server would wait when it stops. */
    long requestsInProgress() {
        TomcatWebServer server =
                (TomcatWebServer) ((ServletWebServerApplicationContext) application.context()).getWebServer();
        return Stream.of(server.getTomcat().getHost().findChildren())
                .mapToLong(context -> ((StandardContext) context).getInProgressAsyncCount())
                .sum();
    }

    /** Opens a page. */
    LiveClient live(String query) {
        return LiveClient.open(client, URI.create(application.origin() + application.api() + "/live" + query));
    }

    /** Sends a request without a stream. */
    HttpResponse<String> get(String path) {
        return application.get(path).response();
    }

    HttpResponse<String> head(String path) {
        return application.send("HEAD", path).response();
    }

    @Override
    public void close() {
        application.close();
    }
}
