package io.delayqueue.web.live.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.Task;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.testing.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Pages of an instance that consumes nothing, because it is not started, or is drained. */
class IdleInstanceIT {

    private static final RedisServer SERVER = RedisServer.start();

    @AutoClose
    private final LiveApplication application = LiveApplication.start(
            SERVER, beans -> beans.registerBean("callbacks", Callbacks.class), "delayqueue.start=manual");

    static class Callbacks {

        @DelayQueueListener(group = "orders", topic = "pay")
        void pay() {}
    }

    @AfterAll
    static void close() {
        SERVER.close();
    }

    private JsonNode page(String path, int expected) {
        try (LiveClient page = application.live("?group=orders")) {
            return page.next(data -> data.at(path).asInt(-1) == expected);
        }
    }

    @Test
    void pagesShouldSayThatTheInstanceIsNotStartedAndThenThatItIsDrained() {
        application.engine().service().addTask(Task.of("orders", "pay").build());
        JsonNode waiting = page("/topics/total", 1);
        assertThat(waiting.at("/running").asBoolean(true)).isFalse();
        assertThat(waiting.at("/groups/0/registered").asBoolean()).isTrue();
        assertThat(waiting.at("/topics/rows/0/registered").asBoolean()).isTrue();
        assertThat(waiting.at("/topics/rows/0/consumers").asInt(-1)).isZero();

        application.engine().start();
        application.engine().drain();
        JsonNode drained = page("/topics/rows/0/drained", 1);
        assertThat(drained.at("/running").asBoolean()).isTrue();
        assertThat(drained.at("/groups/0/instances").asInt()).isEqualTo(1);
        assertThat(drained.at("/groups/0/drained").asInt()).isEqualTo(1);
        try (LiveClient topic = application.live("?group=orders&topic=pay")) {
            JsonNode page = topic.next(data -> data.at("/topic/drained").asInt(-1) == 1);
            assertThat(page.at("/consumers/0/draining").asBoolean()).isTrue();
            assertThat(page.at("/running").asBoolean()).isTrue();
        }
    }
}
