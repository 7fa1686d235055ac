package io.delayqueue.web.live.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.RETURNS_DEEP_STUBS;
import static org.mockito.Mockito.mock;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.engine.DelayQueueEngine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WorkRecorderTests {

    private record Timed(Duration at, Runnable task) {}

    private final DelayQueueEngine engine = mock(DelayQueueEngine.class, RETURNS_DEEP_STUBS);

    private final Queue<Timed> timer = new PriorityQueue<>((a, b) -> a.at().compareTo(b.at()));

    private final List<String> made = new ArrayList<>();

    private Duration now = Duration.ZERO;

    private boolean busy;

    private final WorkRecorder recorder = new WorkRecorder(() -> List.of(engine), this::run, this::later);

    private void later(Duration delay, Runnable task) {
        timer.add(new Timed(now.plus(delay), task));
    }

    private void run(Runnable task) {
        if (busy) {
            throw new RejectedExecutionException();
        }
        task.run();
    }

    @BeforeEach
    void answer() {
        given(engine.register().topics()).willReturn(new TreeMap<>(Map.of("a", Set.of("t"), "b", Set.of("t"))));
        given(engine.inspector().recordWork(anyString())).willAnswer(call -> made.add(call.getArgument(0)));
    }

    /** Does all that falls due within a time. */
    private void pass(Duration time) {
        Duration until = now.plus(time);
        while (!timer.isEmpty() && timer.peek().at().compareTo(until) <= 0) {
            Timed next = timer.remove();
            now = next.at();
            next.task().run();
        }
        now = until;
    }

    @Test
    void groupsShouldBeRecordedOneAfterTheOtherAndAgainAfterFiveMinutes() {
        recorder.start();
        assertThat(recorder.isRunning()).isTrue();
        pass(WorkRecorder.FIRST.plus(WorkRecorder.GAP));
        assertThat(made).as("the groups are read first").isEmpty();
        pass(WorkRecorder.GAP);
        assertThat(made).containsExactly("a");
        pass(WorkRecorder.GAP);
        assertThat(made).containsExactly("a", "b");
        pass(Duration.ofMinutes(5));
        assertThat(made).hasSize(2);
        pass(Duration.ofMinutes(1));
        assertThat(made).containsExactly("a", "b", "a", "b");
    }

    @Test
    void stoppedRecorderShouldRecordNothingAndAStartedOneAsBefore() {
        recorder.start();
        recorder.stop();
        assertThat(recorder.isRunning()).isFalse();
        recorder.start();
        pass(WorkRecorder.FIRST.plus(WorkRecorder.PAUSE));
        assertThat(made).containsExactly("a", "b");
        recorder.stop();
        pass(Duration.ofHours(1));
        assertThat(made).hasSize(2);
        assertThat(timer).isEmpty();
    }

    @Test
    void refusalOfOneGroupShouldNotKeepFromOthers() {
        given(engine.inspector().recordWork("a")).willThrow(new TaskStoreException("no", null));
        made.clear();
        recorder.start();
        pass(WorkRecorder.FIRST.plus(WorkRecorder.PAUSE));
        assertThat(made).containsExactly("b");
    }

    @Test
    void outageAndBusyThreadsShouldNotEndTheRecords() {
        given(engine.register().topics())
                .willThrow(new TaskStoreUnavailableException("no", null))
                .willReturn(Map.of("a", Set.of("t")));
        recorder.start();
        pass(WorkRecorder.FIRST.plus(WorkRecorder.GAP));
        busy = true;
        pass(Duration.ofMinutes(10));
        busy = false;
        pass(WorkRecorder.GAP.multipliedBy(3));
        assertThat(made).containsExactly("a");
    }
}
