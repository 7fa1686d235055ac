package io.delayqueue.web.live.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;
import static org.mockito.BDDMockito.willThrow;
import static org.mockito.Mockito.RETURNS_DEEP_STUBS;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.mockConstruction;
import static org.mockito.Mockito.timeout;
import static org.mockito.Mockito.verify;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.monitor.EngineStatus;
import io.delayqueue.web.live.sample.LiveThreads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.MockedConstruction;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

class LiveStreamsTests {

    private static final EngineStatus STATUS = new EngineStatus(
            "queue", "instance", "memory", null, true, null, null, null, List.of(), List.of(), Map.of(), Set.of());

    private final LiveThreads threads = new LiveThreads(4);

    private final LiveStreams streams = new LiveStreams(2, threads);

    private static final LiveQuery QUERY = new LiveQuery(null, null, "", LiveSort.values()[0], false, 0, 50);

    @BeforeEach
    void start() {
        streams.start();
    }

    @AfterEach
    void close() {
        streams.close();
    }

    private DelayQueueEngine open() throws IOException {
        DelayQueueEngine engine = engine();
        assertThat(streams.open(engine, QUERY, () -> {})).isPresent();
        return engine;
    }

    private static DelayQueueEngine engine() {
        DelayQueueEngine engine = mock(DelayQueueEngine.class, RETURNS_DEEP_STUBS);
        given(engine.name()).willReturn("queue");
        given(engine.register().topics()).willReturn(Map.of());
        given(engine.inspector().unregisteredTopics()).willReturn(Set.of());
        given(engine.status()).willReturn(STATUS);
        return engine;
    }

    /** Its client disconnects at the same time: a server then refuses what another thread does. */
    @Test
    void streamWhoseEndTheServerRefusesShouldBeEnded() {
        try (MockedConstruction<SseEmitter> emitters =
                mockConstruction(SseEmitter.class, (emitter, context) -> willThrow(new IllegalStateException("refused"))
                        .given(emitter)
                        .complete())) {
            LiveStream stream = new LiveStream(mock());
            stream.complete();
            then(emitters.constructed().get(0)).should().complete();
        }
    }

    @Test
    void errorOfOneEventShouldEndItsStreamAlone() throws Exception {
        DelayQueueEngine broken = open();
        given(broken.status()).willThrow(new NoClassDefFoundError("planned by the test"));
        DelayQueueEngine sound = open();
        await().until(() -> streams.openStreams() == 1);
        verify(sound, timeout(5_000).atLeastOnce()).status();
        assertThat(streams.openStreams()).isOne();
    }

    @Test
    void clientThatIsGoneAtTheBeginningShouldLeaveNoStream() {
        DelayQueueEngine engine = engine();
        assertThatIOException()
                .isThrownBy(() -> streams.open(engine, QUERY, () -> {
                    throw new IOException("gone");
                }));
        assertThat(streams.openStreams()).isZero();
    }

    @Test
    void clientThatDoesNotReadTheBeginningShouldDelayNoOther() throws Exception {
        DelayQueueEngine slow = engine();
        assertThat(streams.open(slow, QUERY, () -> {
                    DelayQueueEngine other = CompletableFuture.supplyAsync(this::openUnchecked)
                            .orTimeout(20, TimeUnit.SECONDS)
                            .join();
                    verify(other, timeout(5_000).atLeastOnce()).status();
                }))
                .isPresent();
        assertThat(streams.openStreams()).isEqualTo(2);
    }

    private DelayQueueEngine openUnchecked() {
        try {
            return open();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
