package io.delayqueue.test.assertions;

import io.delayqueue.Priority;
import io.delayqueue.TaskError;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.history.TaskRecord;
import io.delayqueue.transaction.TransactionalDelayQueueService;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Report of failed assertions: the tasks and the calls of a queue, one line each, with a maximum number of lines. */
final class QueueReport {

    private static final int MAX_LINES = 20;

    private static final int MAX_TEXT = 200;

    private static final boolean TRANSACTIONS =
            isPresent("org.springframework.transaction.support.TransactionSynchronization")
                    && isPresent("io.delayqueue.transaction.TransactionalDelayQueueService");

    private final QueueView view;

    QueueReport(QueueView view) {
        this.view = view;
    }

    /** Reports everything. */
    String all() {
        int tasks = view.tasks().size();
        int calls = view.deliveries().size();
        return "At " + view.now() + " queue \"" + view.name() + "\" has " + count(tasks, "task")
                + (tasks == 0 ? "" : ":\n" + lines(view.tasks()))
                + "\nand has made " + count(calls, "call")
                + (calls == 0 ? "" : ":\n" + calls())
                + planned()
                + waits()
                + uncommitted();
    }

    /** A test may have waited, or sleep. */
    private String waits() {
        boolean delayed = view.tasks().stream().anyMatch(task -> task.state() == TaskState.DELAYED);
        return delayed ? "\nThe time of delayed tasks comes by advance(), not by waiting" : "";
    }

    /** A test that is transactional itself never commits. */
    private static String uncommitted() {
        int pending = TRANSACTIONS ? TransactionalDelayQueueService.pendingChanges() : 0;
        return pending == 0
                ? ""
                : "\n" + count(pending, "change")
                        + " more will be made by the commit of the transaction that is open here";
    }

    private static boolean isPresent(String type) {
        try {
            Class.forName(type, false, QueueReport.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /** Reports the first of some tasks, in their order. */
    String lines(List<TaskInfo> tasks) {
        StringJoiner lines = new StringJoiner("\n");
        tasks.stream().limit(MAX_LINES).forEach(task -> lines.add("  " + line(task)));
        int more = tasks.size() - MAX_LINES;
        return more > 0 ? lines.add("  … and " + more + " more").toString() : lines.toString();
    }

    /** Reports the last calls. */
    private String calls() {
        List<TestDelivery> calls = view.deliveries();
        StringJoiner lines = new StringJoiner("\n");
        int before = calls.size() - MAX_LINES;
        if (before > 0) {
            lines.add("  … " + before + " before, and");
        }
        calls.stream().skip(Math.max(0, before)).forEach(call -> lines.add("  " + line(call)));
        return lines.toString();
    }

    /** Reports unused plans, often caused by a wrong name. */
    private String planned() {
        List<String> planned = view.calls().planned();
        return planned.isEmpty() ? "" : "\nStill planned:\n  " + String.join("\n  ", planned);
    }

    private String line(TaskInfo task) {
        StringJoiner line = new StringJoiner(", ");
        line.add(task.state() + " " + task.topic() + " " + task.id());
        line.add(time(task));
        if (task.attempts() > 0) {
            line.add("attempts " + task.attempts());
        }
        if (task.priority() != Priority.NORMAL) {
            line.add("priority " + task.priority());
        }
        if (!task.headers().isEmpty()) {
            line.add("headers " + shorten(task.headers().toString()));
        }
        task.tags().forEach(tag -> line.add("tag " + tag));
        line.add(task.payload() == null ? "no payload" : "payload " + shorten(task.payload()));
        TaskError error = task.lastError();
        if (error != null) {
            line.add("error " + shorten(error.type() + ": " + error.message()));
        }
        return line.toString();
    }

    /** Reports the newest records. */
    String records(List<TaskRecord> records) {
        StringJoiner lines = new StringJoiner("\n");
        for (TaskRecord record : records.subList(0, Math.min(MAX_LINES, records.size()))) {
            String result = record.details().result();
            lines.add("  " + record.outcome() + " " + record.topic() + " " + record.id() + ", "
                    + relative(record.endedAt()) + ", "
                    + (result == null ? "no result" : "result " + shorten(result)));
        }
        return lines.toString();
    }

    private String time(TaskInfo task) {
        return switch (task.state()) {
            case DELAYED, READY ->
                "due " + relative(view.due(task)) + (isStuck(task) ? ", no callback receives it" : "");
            case RESERVED -> "due " + relative(view.due(task)) + ", leased until " + task.stateUntil();
            case DEAD -> "died " + relative(task.stateUntil());
        };
    }

    private boolean isStuck(TaskInfo task) {
        Instant due = view.due(task);
        return due != null
                && !due.isAfter(view.now())
                && !view.calls().possible().test(task.topic());
    }

    private String line(TestDelivery call) {
        Throwable failure = call.failure();
        return call.topic() + " " + call.id() + ", attempt " + call.attempt() + ", " + relative(call.at()) + ": "
                + call.outcome() + (failure == null ? "" : " " + shorten(failure.toString()));
    }

    private String relative(@Nullable Instant instant) {
        return instant == null ? "at no time" : DueTime.relative(Duration.between(view.now(), instant));
    }

    static String count(long number, String what) {
        return (number == 0 ? "no" : number) + " " + what + (number == 1 ? "" : "s");
    }

    private static String shorten(String text) {
        String line = text.replaceAll("\\R", " ");
        return line.length() <= MAX_TEXT ? line : line.substring(0, MAX_TEXT) + "…";
    }
}
