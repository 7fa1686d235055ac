package io.delayqueue.web.live.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.RETURNS_DEEP_STUBS;
import static org.mockito.Mockito.mock;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.engine.DelayQueueEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WorkRecorderTests {

    private final DelayQueueEngine engine = mock(DelayQueueEngine.class, RETURNS_DEEP_STUBS);

    private final DelayQueueEngine other = mock(DelayQueueEngine.class, RETURNS_DEEP_STUBS);

    private final List<String> made = new ArrayList<>();

    @AutoClose
    private final LiveThreads threads = new LiveThreads(1);

    private final WorkRecorder recorder = new WorkRecorder(() -> List.of(other, engine), threads);

    @BeforeEach
    void answer() {
        given(other.register().topics()).willReturn(Map.of());
        given(engine.register().topics()).willReturn(new TreeMap<>(Map.of("a", Set.of("t"), "b", Set.of("t"))));
        given(engine.inspector().recordWork(anyString())).willAnswer(call -> made.add(call.getArgument(0)));
        recorder.start();
    }

    @Test
    void allGroupsShouldBeRecorded() {
        assertThat(recorder.isRunning()).isTrue();
        recorder.record();
        assertThat(made).containsExactly("a", "b");
    }

    @Test
    void stoppedRecorderShouldRecordNothing() {
        recorder.stop();
        assertThat(recorder.isRunning()).isFalse();
        recorder.record();
        assertThat(made).isEmpty();
    }

    @Test
    void refusalOfOneGroupShouldNotKeepFromOthers() {
        given(engine.inspector().recordWork("a")).willThrow(new TaskStoreException("no", null));
        made.clear();
        recorder.record();
        assertThat(made).containsExactly("b");
    }

    @Test
    void outageOfOneQueueShouldNotKeepFromOthers() {
        given(other.register().topics()).willThrow(new TaskStoreUnavailableException("no", null));
        recorder.record();
        assertThat(made).containsExactly("a", "b");
    }
}
