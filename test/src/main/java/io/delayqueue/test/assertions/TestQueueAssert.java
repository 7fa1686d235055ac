package io.delayqueue.test.assertions;

import io.delayqueue.Tag;
import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.test.assertions.TestDelivery.Outcome;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.assertj.core.api.AbstractAssert;
import org.assertj.core.api.AssertProvider;

/**
 * Assertions on a queue, by {@code assertThat(kit)} for the default queue or {@code assertThat(kit.queue("mail"))}.
 *
 * <p>A <em>task</em> is an unfinished task in any state, including dead letters. A <em>call</em> is an attempt that reached its
 * callback since the queue was created or cleared. Each failure lists the tasks and the calls.
 */
public final class TestQueueAssert extends AbstractAssert<TestQueueAssert, AssertProvider<TestQueueAssert>> {

    private static final Set<Outcome> FAILURES = EnumSet.of(Outcome.RETRIED, Outcome.MISSED, Outcome.DEAD);

    private static final Predicate<TestDelivery> FINISHED = call -> call.outcome() == Outcome.FINISHED;

    private static final Predicate<TestDelivery> FAILED = call -> FAILURES.contains(call.outcome());

    private static final Predicate<TaskInfo> DEAD = task -> task.state() == TaskState.DEAD;

    private final Supplier<QueueView> views;

    /**
     * Creates assertions. Tests use {@code assertThat}.
     *
     * @param actual the kit or the queue
     * @param views returns the current state of the queue
     */
    public TestQueueAssert(AssertProvider<TestQueueAssert> actual, Supplier<QueueView> views) {
        super(actual, TestQueueAssert.class);
        this.views = views;
    }

    /**
     * Asserts that a topic has a task in any state. Further calls narrow down the tasks.
     *
     * @param group the topic's group
     * @param topic its name
     * @return assertions on the topic's tasks
     */
    public TaskAssert hasTask(String group, String topic) {
        TopicName name = new TopicName(group, topic);
        return TaskAssert.of(this, views.get(), "a task of " + name, of(name));
    }

    /**
     * Asserts the number of unfinished tasks, including dead letters.
     *
     * @param count the expected number
     * @return this
     * @throws IllegalArgumentException if it is negative
     */
    public TestQueueAssert hasTasks(int count) {
        return tasks(count, "task", "", task -> true);
    }

    /**
     * Asserts the number of unfinished tasks of a topic, including dead letters.
     *
     * @param group the topic's group
     * @param topic its name
     * @param count the expected number
     * @return this
     */
    public TestQueueAssert hasTasks(String group, String topic, int count) {
        TopicName name = new TopicName(group, topic);
        return tasks(count, "task", " of " + name, of(name));
    }

    /**
     * Asserts the number of unfinished tasks with a tag, including dead letters.
     *
     * @param tag the tag
     * @param count the expected number
     * @return this
     * @throws IllegalArgumentException if it is negative
     */
    public TestQueueAssert hasTasks(Tag tag, int count) {
        return tasks(count, "task", " with tag " + tag, task -> task.tags().contains(tag));
    }

    /**
     * Asserts that all added tasks are finished: no task waits, runs or has failed for good.
     *
     * @return this
     */
    public TestQueueAssert hasNoTasks() {
        return hasTasks(0);
    }

    /**
     * Asserts that a group has no task in any state.
     *
     * @param group the group
     * @return this
     */
    public TestQueueAssert hasNoTasks(String group) {
        TopicName.requireGroup(group);
        return tasks(
                0, "task", " of group " + group, task -> task.topic().group().equals(group));
    }

    /**
     * Asserts that a topic has no task in any state.
     *
     * @param group the topic's group
     * @param topic its name
     * @return this
     */
    public TestQueueAssert hasNoTask(String group, String topic) {
        return hasTasks(group, topic, 0);
    }

    /**
     * Asserts that a topic has a dead letter: a task that has failed for good. Further calls narrow down the tasks.
     *
     * @param group the topic's group
     * @param topic its name
     * @return assertions on the topic's dead letters
     */
    public TaskAssert dead(String group, String topic) {
        TopicName name = new TopicName(group, topic);
        return TaskAssert.of(this, views.get(), "a dead letter of " + name, of(name).and(DEAD));
    }

    /**
     * Asserts the number of dead letters.
     *
     * @param count the expected number
     * @return this
     * @throws IllegalArgumentException if it is negative
     */
    public TestQueueAssert dead(int count) {
        return tasks(count, "dead letter", "", DEAD);
    }

    /**
     * Asserts the number of dead letters of a topic.
     *
     * @param group the topic's group
     * @param topic its name
     * @param count the expected number
     * @return this
     */
    public TestQueueAssert dead(String group, String topic, int count) {
        TopicName name = new TopicName(group, topic);
        return tasks(count, "dead letter", " of " + name, of(name).and(DEAD));
    }

    /**
     * Asserts that no task has failed for good.
     *
     * @return this
     */
    public TestQueueAssert hasNoDeadLetters() {
        return dead(0);
    }

    /**
     * Asserts the number of calls of all callbacks: each attempt counts, with any outcome.
     *
     * @param count the expected number
     * @return this
     * @throws IllegalArgumentException if it is negative
     */
    public TestQueueAssert delivered(int count) {
        return calls(count, "", call -> true);
    }

    /**
     * Asserts the number of calls of a topic's callback: each attempt counts, with any outcome.
     *
     * @param group the topic's group
     * @param topic its name
     * @param count the expected number
     * @return this
     * @throws IllegalArgumentException if it is negative
     */
    public TestQueueAssert delivered(String group, String topic, int count) {
        TopicName name = new TopicName(group, topic);
        return calls(count, " of " + name, call -> name.equals(call.topic()));
    }

    /**
     * Asserts the number of calls that returned and whose outcome was stored in time.
     *
     * @param count the expected number
     * @return this
     * @throws IllegalArgumentException if it is negative
     */
    public TestQueueAssert finished(int count) {
        return calls(count, " that finished", FINISHED);
    }

    /**
     * Asserts the number of calls of a topic's callback that returned and whose outcome was stored in time.
     *
     * @param group the topic's group
     * @param topic its name
     * @param count the expected number
     * @return this
     * @throws IllegalArgumentException if it is negative
     */
    public TestQueueAssert finished(String group, String topic, int count) {
        TopicName name = new TopicName(group, topic);
        return calls(count, " of " + name + " that finished", FINISHED.and(call -> name.equals(call.topic())));
    }

    /**
     * Asserts the number of failed calls, which threw an exception or exceeded their time to run, whether they are retried or
     * not. Calls whose outcome was lost, in a crash for example, have neither finished nor failed.
     *
     * @param count the expected number
     * @return this
     * @throws IllegalArgumentException if it is negative
     */
    public TestQueueAssert failed(int count) {
        return calls(count, " that failed", FAILED);
    }

    /**
     * Asserts the number of failed calls of a topic's callback, counted as by {@link #failed(int)}.
     *
     * @param group the topic's group
     * @param topic its name
     * @param count the expected number
     * @return this
     * @throws IllegalArgumentException if it is negative
     */
    public TestQueueAssert failed(String group, String topic, int count) {
        TopicName name = new TopicName(group, topic);
        return calls(count, " of " + name + " that failed", FAILED.and(call -> name.equals(call.topic())));
    }

    /**
     * Begins assertions on the records of a task, which the history of its topic keeps from its end on.
     *
     * @param id the id of the task
     * @return assertions on the records
     * @throws io.delayqueue.InvalidTaskException if the id breaks the rule
     */
    public RecordAssert task(String id) {
        return new RecordAssert(this, views.get(), Task.requireId(id));
    }

    private TestQueueAssert tasks(int count, String what, String which, Predicate<TaskInfo> counted) {
        QueueView view = views.get();
        return require(view, count, view.tasks().stream().filter(counted).count(), what, which);
    }

    private TestQueueAssert calls(int count, String which, Predicate<TestDelivery> counted) {
        QueueView view = views.get();
        return require(view, count, view.deliveries().stream().filter(counted).count(), "call", which);
    }

    private TestQueueAssert require(QueueView view, int expected, long found, String what, String which) {
        requireCount(expected);
        if (found != expected) {
            throw failure(
                    "%s",
                    "Expecting " + QueueReport.count(expected, what) + which + " but found "
                            + (found == 0 ? "none" : found) + ".\n" + new QueueReport(view).all());
        }
        return this;
    }

    static int requireCount(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("count must not be negative, but is " + count);
        }
        return count;
    }

    private static Predicate<TaskInfo> of(TopicName name) {
        return task -> name.equals(task.topic());
    }
}
