package io.delayqueue.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Lets a class of tests begin when the machine has room for it. One build alone has less work than this at a time; where others use
 * the processors too, each test would take so long that leases end and calls time out. A machine that stays full is used all
 * the same. JUnit finds this extension by its service file.
 */
public final class Room implements BeforeAllCallback {

    /** Linux counts here what runs or waits for a processor, of all users of the machine. */
    private static final Path STATISTICS = Path.of("/proc/stat");

    private static final String RUNNING = "procs_running ";

    private final Path statistics;

    private final int full;

    private final Duration limit;

    /** For JUnit. */
    public Room() {
        this(STATISTICS, 8 * Runtime.getRuntime().availableProcessors(), Duration.ofMinutes(1));
    }

    Room(Path statistics, int full, Duration limit) {
        this.statistics = statistics;
        this.full = full;
        this.limit = limit;
    }

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        // A nested class is part of one that has begun.
        if (!context.getRequiredTestClass().isMemberClass()) {
            await();
        }
    }

    void await() throws IOException {
        long end = System.nanoTime() + limit.toNanos();
        while (isFull() && System.nanoTime() - end < 0) {
            // Others wait too, and should not all begin at one moment.
            LockSupport.parkNanos(
                    TimeUnit.MILLISECONDS.toNanos(ThreadLocalRandom.current().nextInt(200, 2_000)));
        }
    }

    private boolean isFull() throws IOException {
        if (!Files.isReadable(statistics)) {
            return false;
        }
        return Files.readAllLines(statistics).stream()
                .filter(line -> line.startsWith(RUNNING))
                .anyMatch(line -> Integer.parseInt(line.substring(RUNNING.length())) > full);
    }
}
