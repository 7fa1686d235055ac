package io.delayqueue.testing;

import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Closes what a test has opened, the newest first and each of them whatever the others throw. Register it by
 * {@code @RegisterExtension}: it closes after the test's own {@code @AfterEach}, which lets blocked callbacks go on.
 */
public class Closing implements AfterEachCallback, AutoCloseable {

    private final Deque<AutoCloseable> open = new ConcurrentLinkedDeque<>();

    private final List<CountDownLatch> gates = new ArrayList<>();

    /**
     * Closes something after the test.
     *
     * @param resource what to close
     * @param <T> its type
     * @return the same
     */
    public final <T extends AutoCloseable> T closing(T resource) {
        open.push(resource);
        return resource;
    }

    /**
     * Kills a process after the test, if it still runs.
     *
     * @param process the process
     * @return the same
     */
    public final Process killing(Process process) {
        closing(() -> process.destroyForcibly().onExit().join());
        return process;
    }

    /** A latch for which callbacks wait, and which is open before anything is closed. */
    public final CountDownLatch gate() {
        CountDownLatch gate = new CountDownLatch(1);
        gates.add(gate);
        return gate;
    }

    @Override
    public final void afterEach(ExtensionContext context) {
        close();
    }

    @Override
    public final void close() {
        gates.forEach(CountDownLatch::countDown);
        AssertionError failure = new AssertionError("Not everything could be closed");
        for (AutoCloseable next = open.poll(); next != null; next = open.poll()) {
            try {
                next.close();
            } catch (Exception | Error e) {
                failure.addSuppressed(e);
            }
        }
        if (failure.getSuppressed().length > 0) {
            throw failure;
        }
    }
}
