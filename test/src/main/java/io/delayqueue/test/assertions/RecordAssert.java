package io.delayqueue.test.assertions;

import io.delayqueue.TaskInfo;
import io.delayqueue.TopicName;
import io.delayqueue.history.RecordedOutcome;
import io.delayqueue.history.TaskRecord;
import io.delayqueue.history.TaskRecord.Progress;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Assertions on the records of a task, which the history of its topic keeps, and on the progress of its calls. */
public final class RecordAssert extends AbstractAssert<RecordAssert, List<TaskRecord>> {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final TestQueueAssert queue;

    private final QueueView view;

    private final String id;

    RecordAssert(TestQueueAssert queue, QueueView view, String id) {
        super(view.records().of().apply(id), RecordAssert.class);
        this.queue = queue;
        this.view = view;
        this.id = id;
        info.description(queue.info.description());
        info.overridingErrorMessage(queue.info.overridingErrorMessage());
        info.useRepresentation(queue.info.representation());
    }

    /**
     * Asserts that a record has an outcome.
     *
     * @param outcome the outcome
     * @return this
     */
    public RecordAssert hasRecord(RecordedOutcome outcome) {
        Objects.requireNonNull(outcome, "outcome must not be null");
        return require(outcome.toString(), record -> record.outcome() == outcome);
    }

    /**
     * Asserts that an attempt has finished the task, or an occurrence, with a result. It is written like payloads of the queue and compared as JSON,
     * ignoring the order of fields.
     *
     * @param result the result; null if there is none
     * @return this
     */
    public RecordAssert finishedWith(@Nullable Object result) {
        String json = result == null ? null : view.json().apply(result);
        JsonNode tree = tree(json);
        return require(
                "FINISHED, " + (json == null ? "no result" : "result " + json),
                record -> record.outcome() == RecordedOutcome.FINISHED
                        && Objects.equals(tree, tree(record.details().result())));
    }

    /**
     * Asserts the progress that the last call of the task's callback has reported last, also without a history.
     *
     * @param done how much is done
     * @param total of how much
     * @return this
     */
    public RecordAssert hasProgress(long done, long total) {
        Progress last = null;
        for (TestDelivery call : view.deliveries()) {
            last = call.id().equals(id) ? call.progress() : last;
        }
        if (last == null || last.done() != done || last.total() != total) {
            throw failure(
                    "%s",
                    "Expecting the last call of task " + id + " to have progress " + done + " of " + total + "\nbut "
                            + (last == null ? "it has none." : "it has " + last.done() + " of " + last.total() + ".")
                            + "\n" + new QueueReport(view).all());
        }
        return this;
    }

    /** {@return the assertions on the whole queue} */
    public TestQueueAssert and() {
        return queue;
    }

    private static @Nullable JsonNode tree(@Nullable String json) {
        return json == null ? null : JSON.readTree(json);
    }

    private RecordAssert require(String expected, Predicate<TaskRecord> which) {
        if (actual.stream().noneMatch(which)) {
            QueueReport report = new QueueReport(view);
            String found = actual.isEmpty() ? "found none." + notKept() : "found only:\n" + report.records(actual);
            throw failure(
                    "%s",
                    "Expecting a record of task " + id + ": " + expected + "\nbut " + found + "\n" + report.all());
        }
        return this;
    }

    /** The topic may keep no history. */
    private String notKept() {
        return Stream.concat(
                        view.tasks().stream()
                                .filter(task -> task.id().equals(id))
                                .map(TaskInfo::topic),
                        view.deliveries().stream()
                                .filter(call -> call.id().equals(id))
                                .map(TestDelivery::topic))
                .distinct()
                .filter(topic -> !view.records().kept().test(topic))
                .map(RecordAssert::notKept)
                .collect(Collectors.joining());
    }

    private static String notKept(TopicName topic) {
        String property = "delayqueue.history." + topic.group() + "." + topic.topic();
        return "\nThe topic " + topic + " keeps no history. The properties " + property + ".max-age=1d and " + property
                + ".max-size=2MB switch it on, or TopicOptions.history without Spring";
    }
}
