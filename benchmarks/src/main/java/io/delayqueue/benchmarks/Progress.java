package io.delayqueue.benchmarks;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Prints the progress and the elapsed time. */
final class Progress implements Consumer<String> {

    private final PrintWriter out;

    private final LongSupplier nanoTime;

    private final long began;

    /** Starts the time. */
    Progress(PrintWriter out, LongSupplier nanoTime) {
        this.out = out;
        this.nanoTime = nanoTime;
        this.began = nanoTime.getAsLong();
    }

    @Override
    public void accept(String line) {
        Duration elapsed = Duration.ofNanos(nanoTime.getAsLong() - began);
        out.printf("[%2d:%02d] %s%n", elapsed.toMinutes(), elapsed.toSecondsPart(), line);
        out.flush();
    }
}
