package io.delayqueue.web.live.stream;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.web.WebApplication;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
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
