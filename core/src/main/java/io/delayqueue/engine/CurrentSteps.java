package io.delayqueue.engine;

import io.delayqueue.internal.drive.EngineSteps;
import io.delayqueue.internal.pull.DefaultTaskPuller;
import io.delayqueue.internal.step.SteppedSession;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The steps of an engine's current run. */
final class CurrentSteps implements EngineSteps {

    private final CurrentSession run;

    private final DefaultTaskPuller puller;

    CurrentSteps(CurrentSession run, DefaultTaskPuller puller) {
        this.run = run;
        this.puller = puller;
    }

    private @Nullable SteppedSession stepped() {
        return run.get() instanceof SteppedSession stepped ? stepped : null;
    }

    @Override
    public void tend() {
        SteppedSession current = stepped();
        if (current != null) {
            current.tend();
        }
    }

    @Override
    public boolean deliver() {
        SteppedSession current = stepped();
        return current != null && current.deliver();
    }

    @Override
    public @Nullable Instant next() {
        SteppedSession current = stepped();
        return current == null ? null : current.next();
    }

    @Override
    public void report() {
        SteppedSession current = stepped();
        if (current != null) {
            current.report();
        }
    }

    @Override
    public void crash() {
        SteppedSession current = stepped();
        if (current != null) {
            current.crash();
            puller.crashed();
        }
    }
}
