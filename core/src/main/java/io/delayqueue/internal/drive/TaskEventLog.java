package io.delayqueue.internal.drive;

import io.delayqueue.TopicName;
import io.delayqueue.log.LogText;
import io.delayqueue.log.Loggers;
import io.delayqueue.log.StackText;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import tools.jackson.core.JacksonException;

/**
 * Logs events of tasks: the first of a topic and kind at once, later ones together, at most once a minute. The number of lines
 * does not grow with the number of tasks; each names the last task, if it is known. Thread-safe: no thread waits for another that writes a
 * line, and an event that cannot be logged for lack of memory is logged with the next one of its kind, if it is counted at all.
 */
public final class TaskEventLog {

    private static final Logger log = Loggers.of(TaskEventLog.class);

    private static final long QUIET = TimeUnit.MINUTES.toNanos(1);

    private static final int MAX_MESSAGE = 303;

    private final Map<Subject, Count> counts = new ConcurrentHashMap<>();

    private final LongSupplier nanoTime;

    private record Subject(TopicName topic, TaskEvent event) {}

    /** The task and the failure of the last event, as far as they are known. */
    private record Last(
            @Nullable String id, int attempt, @Nullable Throwable failure) {}

    private record Line(String text, @Nullable Throwable failure) {}

    TaskEventLog(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /**
     * Adds an event of one task. Each is logged at DEBUG.
     *
     * @param id null if the event concerns no known task
     * @param attempt the number of its attempt
     * @param failure the reason; null if the event needs none
     */
    public void add(TopicName topic, TaskEvent event, @Nullable String id, int attempt, @Nullable Throwable failure) {
        add(topic, event, 1, new Last(id, attempt, failure));
    }

    /** Adds an event of several tasks that has no reason. */
    public void add(TopicName topic, TaskEvent event, long tasks) {
        add(topic, event, tasks, (Last) null);
    }

    private void add(TopicName topic, TaskEvent event, long tasks, @Nullable Last last) {
        try {
            if (last != null) {
                log.debug("{} in {}, attempt {}: {}", last.id(), topic, last.attempt(), event, last.failure());
            }
            Count count = counts.computeIfAbsent(new Subject(topic, event), Count::new);
            count.add(tasks, last);
            count.logAfter(QUIET);
        } catch (OutOfMemoryError e) {
            log.error("An event of a task is not logged", e);
        }
    }

    /** Logs the events of each topic and kind whose last line is a minute old. To be called at intervals. */
    public void logDue() {
        counts.values().forEach(count -> count.logAfter(QUIET));
    }

    /** Logs all events that are not logged yet. */
    public void logAll() {
        counts.values().forEach(count -> count.logAfter(0));
    }

    /** Logs all events that are not logged yet; the next event of each kind is logged at once. */
    public void forget() {
        logAll();
        counts.clear();
    }

    /** Pending events of one topic and kind. */
    private final class Count {

        private final Subject subject;

        private long tasks;

        private @Nullable Last last;

        private boolean loggedBefore;

        private long loggedAt;

        Count(Subject subject) {
            this.subject = subject;
        }

        synchronized void add(long more, @Nullable Last newest) {
            tasks += more;
            last = newest;
        }

        void logAfter(long quiet) {
            Line due = lineAfter(quiet);
            if (due != null) {
                // The failure of a retry may be transient; others are logged with their stack.
                log.atLevel(subject.event().level)
                        .setCause(subject.event() == TaskEvent.RETRIED ? null : due.failure())
                        .log(due.text());
            }
        }

        private synchronized @Nullable Line lineAfter(long quiet) {
            long now = nanoTime.getAsLong();
            if (tasks == 0 || loggedBefore && now - loggedAt < quiet) {
                return null;
            }
            Line due = new Line(line(now), last == null ? null : last.failure());
            tasks = 0;
            last = null;
            loggedBefore = true;
            loggedAt = now;
            return due;
        }

        private String line(long now) {
            String since = loggedBefore ? " in " + TimeUnit.NANOSECONDS.toSeconds(now - loggedAt) + " s" : "";
            return subject.topic() + ": " + subject.event().count(tasks) + since + " "
                    + subject.event().sentence(loggedBefore) + (last == null ? "" : describe(last));
        }

        private String describe(Last last) {
            String text = "";
            if (last.id() != null) {
                text = (tasks == 1 ? "; it was attempt " : "; the last was attempt ") + last.attempt() + " of "
                        + last.id();
            }
            if (last.failure() != null) {
                text += (last.id() == null ? "; the last failure: " : ": ") + summary(last.failure())
                        + " (the logger io.delayqueue.internal has each at DEBUG)";
            }
            return text;
        }
    }

    /** Names the failure and its root cause, unless the failure says the same. */
    private static String summary(Throwable failure) {
        List<Throwable> chain = StackText.chain(failure);
        Throwable root = chain.get(chain.size() - 1);
        String message = message(failure);
        String reason = message(root);
        boolean known = root == failure || message != null && reason != null && message.contains(reason);
        return words(failure, message) + (known ? "" : ", caused by " + words(root, reason));
    }

    /** Returns null if the message cannot be read. */
    private static @Nullable String message(Throwable failure) {
        try {
            return failure instanceof JacksonException json
                    ? json.getOriginalMessage()
                    : String.valueOf(failure.getMessage());
        } catch (Throwable e) {
            return null;
        }
    }

    private static String words(Throwable failure, @Nullable String message) {
        String name = failure.getClass().getName();
        if (message == null) {
            return name + ", whose message cannot be read";
        }
        return name + ": " + LogText.shorten(message, MAX_MESSAGE);
    }
}
