package io.delayqueue.web.consume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskState;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.testing.OwnThread;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.web.WebApplication;
import io.delayqueue.web.WebApplication.Exchange;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Consumers over HTTP during a stop of the engine or application, and of an application with a callback. */
class ReserveStopIT {

    private static final RedisServer SERVER = RedisServer.start();

    private static final String LONG_WAIT = "{\"wait\": \"10m\"}";

    private final WebApplication application = WebApplication.start(
            SERVER,
            beans -> beans.registerBean(Remind.class),
            "delayqueue.groups.orders=pulled",
            "delayqueue.web.max-wait=10m",
            "server.shutdown=graceful",
            "spring.lifecycle.timeout-per-shutdown-phase=10m");

    @DelayQueueListener(group = "orders", topic = "remind")
    static class Remind implements TaskCallback<String> {
        @Override
        public void call(String payload, TaskContext context) {}
    }

    @AfterEach
    void stop() {
        application.close();
    }

    @AfterAll
    static void close() {
        SERVER.close();
    }

    private CompletableFuture<Exchange> waiting() {
        CompletableFuture<Exchange> poll = CompletableFuture.supplyAsync(
                () -> application.post("/groups/orders/topics/pulled/reserve", LONG_WAIT), OwnThread::start);
        await().atMost(Duration.ofSeconds(30)).until(() -> Thread.getAllStackTraces().entrySet().stream()
                .filter(thread -> thread.getKey().getName().startsWith("delayqueue-long-poll-"))
                .flatMap(thread -> Arrays.stream(thread.getValue()))
                .anyMatch(frame -> frame.getMethodName().equals("blpop")));
        return poll;
    }

    @Test
    void waitShouldEndAtOnceWhenTheApplicationStopsAndNotHoldItUp() {
        CompletableFuture<Exchange> poll = waiting();
        CompletableFuture<Void> stopped = CompletableFuture.runAsync(application::close, OwnThread::start);
        await().atMost(Duration.ofSeconds(60)).until(stopped::isDone);
        assertThat(stopped).isNotCompletedExceptionally();
        assertThat(poll.join().status()).isEqualTo(200);
        assertThat(poll.join().json()).hasToString("{\"tasks\":[]}");
    }

    @Test
    void engineThatStopsShouldEndWaitsAndStillSettle() {
        application.service().addTask(Task.of("orders", "pulled").id("a").build());
        Exchange first = application.post("/groups/orders/topics/pulled/reserve", LONG_WAIT);
        String receipt = first.json().at("/tasks/0/receipt").asString();
        CompletableFuture<Exchange> poll = waiting();
        application.engine().stop();
        assertThat(poll.join().json()).hasToString("{\"tasks\":[]}");
        Exchange refused = application.post("/groups/orders/topics/pulled/reserve", LONG_WAIT);
        assertThat(refused.status()).as(refused.text()).isEqualTo(503);
        assertThat(refused.problem()).isEqualTo("not-running");
        assertThat(refused.header("Retry-After")).isNotEmpty();
        assertThat(application.service().findTask("orders", "a").orElseThrow().state())
                .isEqualTo(TaskState.RESERVED);
        assertThat(application
                        .post("/leases/finish", "{\"receipt\": \"" + receipt + "\"}")
                        .status())
                .isEqualTo(204);
        assertThat(application.service().findTask("orders", "a")).isEmpty();
    }

    @Test
    void drainShouldEndWaitsAndRefuseReservesUntilTheInstanceIsUndrained() {
        CompletableFuture<Exchange> poll = waiting();
        Exchange drained = application.post("/drain", "{\"group\": \"orders\"}");
        String instance = application.engine().instance();
        assertThat(drained.json()).hasToString("{\"instance\":\"" + instance + "\",\"draining\":true}");
        assertThat(poll.join().json()).hasToString("{\"tasks\":[]}");
        Exchange refused = application.post("/groups/orders/topics/pulled/reserve", LONG_WAIT);
        assertThat(refused.status()).as(refused.text()).isEqualTo(503);
        assertThat(refused.problem()).isEqualTo("not-running");
        assertThat(refused.json().get("detail").asString()).contains("it is drained");

        assertThat(application.post("/undrain", "{\"instance\": \"another\"}").status())
                .isEqualTo(404);
        assertThat(application
                        .post("/undrain", "{\"instance\": \"" + instance + "\"}")
                        .json())
                .hasToString("{\"instance\":\"" + instance + "\",\"draining\":false}");
        application.service().addTask(Task.of("orders", "pulled").id("b").build());
        assertThat(application
                        .post("/groups/orders/topics/pulled/reserve", LONG_WAIT)
                        .json()
                        .at("/tasks/0/id")
                        .asString())
                .isEqualTo("b");
    }

    @Test
    void drainShouldConcernTheInstanceThatIsNamedAndNoOther() {
        assertThat(application.post("/drain", "{\"instance\": \"another\"}").status())
                .isEqualTo(404);
        assertThat(application.post("/drain", "{\"group\": \"a:b\"}").status()).isEqualTo(400);
        Exchange unknown = application.post("/drain", "{\"group\": \"order\"}");
        assertThat(unknown.status()).as(unknown.text()).isEqualTo(404);
        assertThat(unknown.json().get("detail").asString())
                .isEqualTo(
                        "group must be registered, but is 'order'. The registered group with the most similar name is orders.");
        assertThat(application.engine().status().groups()).isNotEmpty().noneMatch(group -> group.draining());
        assertThat(application.post("/drain").status()).isEqualTo(200);
        assertThat(application.engine().status().groups()).allMatch(group -> group.draining());
    }

    @Test
    void topicWithACallbackShouldBeRefused() {
        Exchange refused = application.post("/groups/orders/topics/remind/reserve");
        assertThat(refused.status()).as(refused.text()).isEqualTo(409);
        assertThat(refused.problem()).isEqualTo("has-callback");
        assertThat(refused.json().get("detail").asString()).contains("pull it from another");
    }
}
