package io.delayqueue.internal.drive;

import io.delayqueue.TopicName;
import io.delayqueue.log.Loggers;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Says what goes wrong with a topic's tasks: the first time at once, what comes after that together once a minute. However
 * many tasks there are, there is one line a minute for each topic and kind of trouble, and none names a task. Thread-safe.
 */
public final class Troubles {

    private static final Logger log = Loggers.of(Troubles.class);

    private static final long QUIET = TimeUnit.MINUTES.toNanos(1);

    private static final int LONGEST_MESSAGE = 300;

    private final Map<Subject, Count> counts = new ConcurrentHashMap<>();

    private final LongSupplier nanoTime;

    private record Subject(TopicName topic, Trouble trouble) {}

    Troubles(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /**
     * It has happened to so many more tasks.
     *
     * @param failure why; null if it speaks for itself
     */
    public void add(TopicName topic, Trouble trouble, long tasks, @Nullable Throwable failure) {
        Count count = counts.computeIfAbsent(new Subject(topic, trouble), Count::new);
        count.add(tasks, failure);
        count.sayAfter(QUIET);
    }

    /** Says what has come together where the last time is a minute ago. To be called now and then. */
    public void say() {
        counts.values().forEach(count -> count.sayAfter(QUIET));
    }

    /** Says all that has not been said. */
    public void sayAll() {
        counts.values().forEach(count -> count.sayAfter(0));
    }

    /** Says all that has not been said; what comes next is said at once, as if it were the first. */
    public void forget() {
        sayAll();
        counts.clear();
    }

    /** What has not been said of one topic and trouble. */
    private final class Count {

        private final Subject subject;

        private long tasks;

        private @Nullable Throwable last;

        private boolean saidBefore;

        private long saidAt;

        Count(Subject subject) {
            this.subject = subject;
        }

        synchronized void add(long more, @Nullable Throwable failure) {
            tasks += more;
            last = failure;
        }

        synchronized void sayAfter(long quiet) {
            long now = nanoTime.getAsLong();
            if (tasks == 0 || saidBefore && now - saidAt < quiet) {
                return;
            }
            String line = line(now);
            Throwable failure = last;
            tasks = 0;
            last = null;
            saidBefore = true;
            saidAt = now;
            log(line, failure);
        }

        private String line(long now) {
            String since = saidBefore ? " in " + TimeUnit.NANOSECONDS.toSeconds(now - saidAt) + " s" : "";
            String count = tasks == 1 ? "a task" : tasks + " tasks";
            String why = last == null ? "" : "; the last failure (DEBUG has each): " + describe(last);
            return subject.topic() + ": " + count + since + " "
                    + subject.trouble().sentence() + why;
        }

        private void log(String line, @Nullable Throwable failure) {
            // A failure that is tried again may pass; what does not is worth its stack.
            boolean stack = failure != null && subject.trouble() != Trouble.RETRIED;
            log.atLevel(subject.trouble().level())
                    .setCause(stack ? failure : null)
                    .log(line);
        }
    }

    private static String describe(Throwable failure) {
        String name = failure.getClass().getName();
        try {
            String message = String.valueOf(failure.getMessage());
            return name + ": "
                    + (message.length() <= LONGEST_MESSAGE ? message : message.substring(0, LONGEST_MESSAGE) + "...");
        } catch (RuntimeException e) {
            return name + ", whose message cannot be read";
        }
    }
}
