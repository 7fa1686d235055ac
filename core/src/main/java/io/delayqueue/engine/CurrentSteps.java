package io.delayqueue.engine;

import io.delayqueue.internal.drive.EngineSteps;
import io.delayqueue.internal.pull.DefaultTaskPuller;
import io.delayqueue.internal.step.SteppedRun;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The steps of an engine's current run. */
final class CurrentSteps implements EngineSteps {

    private final CurrentRun run;

    private final DefaultTaskPuller puller;

    CurrentSteps(CurrentRun run, DefaultTaskPuller puller) {
        this.run = run;
        this.puller = puller;
    }

    private @Nullable SteppedRun stepped() {
        return run.get() instanceof SteppedRun stepped ? stepped : null;
    }

    @Override
    public void tend() {
        SteppedRun current = stepped();
        if (current != null) {
            current.tend();
        }
    }

    @Override
    public boolean deliver() {
        SteppedRun current = stepped();
        return current != null && current.deliver();
    }

    @Override
    public @Nullable Instant next() {
        SteppedRun current = stepped();
        return current == null ? null : current.next();
    }

    @Override
    public void report() {
        SteppedRun current = stepped();
        if (current != null) {
            current.report();
        }
    }

    @Override
    public void crash() {
        SteppedRun current = stepped();
        if (current != null) {
            current.crash();
            puller.crashed();
        }
    }
}
