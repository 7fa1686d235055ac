package io.delayqueue.test.assertions;

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
 * What a test says of a queue, by {@code assertThat(kit)} for the default queue or {@code assertThat(kit.queue("mail"))}.
 *
 * <p>A <em>task</em> is one that is not finished, in whatever state: dead letters are tasks too. A <em>call</em> is one attempt
 * that reached its callback, since the queue was made or cleared. Each failure lists the tasks and the calls there are.
 */
public final class TestQueueAssert extends AbstractAssert<TestQueueAssert, AssertProvider<TestQueueAssert>> {

    private static final Set<Outcome> FAILURES = EnumSet.of(Outcome.RETRIED, Outcome.MISSED, Outcome.DEAD);

    private static final Predicate<TestDelivery> FINISHED = call -> call.outcome() == Outcome.FINISHED;

    private static final Predicate<TestDelivery> FAILED = call -> FAILURES.contains(call.outcome());

    private static final Predicate<TaskInfo> DEAD = task -> task.state() == TaskState.DEAD;

    private final Supplier<QueueView> views;

    /**
     * Creates assertions. Tests get theirs by {@code assertThat}.
     *
     * @param actual the kit or the queue they are about
     * @param views gives the queue as it is when an assertion is made
     */
    public TestQueueAssert(AssertProvider<TestQueueAssert> actual, Supplier<QueueView> views) {
        super(actual, TestQueueAssert.class);
        this.views = views;
    }

    /**
     * Asserts that a topic has a task, in whatever state. What follows narrows down which.
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
     * Asserts that so many tasks are not finished, dead letters included.
     *
     * @param count how many
     * @return this
     * @throws IllegalArgumentException if it is negative
     */
    public TestQueueAssert hasTasks(int count) {
        return tasks(count, "task", "", task -> true);
    }

    /**
     * Asserts that so many tasks of a topic are not finished, dead letters included.
     *
     * @param group the topic's group
     * @param topic its name
     * @param count how many
     * @return this
     */
    public TestQueueAssert hasTasks(String group, String topic, int count) {
        TopicName name = new TopicName(group, topic);
        return tasks(count, "task", " of " + name, of(name));
    }

    /**
     * Asserts that everything that was added is finished: nothing waits, runs or has failed for good.
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
     * Asserts that a topic has a dead letter: a task that has failed for good. What follows narrows down which.
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
     * Asserts that so many tasks have failed for good and are kept.
     *
     * @param count how many
     * @return this
     * @throws IllegalArgumentException if it is negative
     */
    public TestQueueAssert dead(int count) {
        return tasks(count, "dead letter", "", DEAD);
    }

    /**
     * Asserts that so many tasks of a topic have failed for good and are kept.
     *
     * @param group the topic's group
     * @param topic its name
     * @param count how many
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
     * Asserts that callbacks were called so many times in all: each attempt counts, whatever became of it.
     *
     * @param count how many times
     * @return this
     * @throws IllegalArgumentException if it is negative
     */
    public TestQueueAssert delivered(int count) {
        return calls(count, "", call -> true);
    }

    /**
     * Asserts that a topic's callback was called so many times: each attempt counts, whatever became of it.
     *
     * @param group the topic's group
     * @param topic its name
     * @param count how many times
     * @return this
     * @throws IllegalArgumentException if it is negative
     */
    public TestQueueAssert delivered(String group, String topic, int count) {
        TopicName name = new TopicName(group, topic);
        return calls(count, " of " + name, call -> name.equals(call.topic()));
    }

    /**
     * Asserts that so many calls returned and were told to the store in time.
     *
     * @param count how many
     * @return this
     * @throws IllegalArgumentException if it is negative
     */
    public TestQueueAssert finished(int count) {
        return calls(count, " that finished", FINISHED);
    }

    /**
     * Asserts that so many calls of a topic's callback returned and were told to the store in time.
     *
     * @param group the topic's group
     * @param topic its name
     * @param count how many
     * @return this
     * @throws IllegalArgumentException if it is negative
     */
    public TestQueueAssert finished(String group, String topic, int count) {
        TopicName name = new TopicName(group, topic);
        return calls(count, " of " + name + " that finished", FINISHED.and(call -> name.equals(call.topic())));
    }

    /**
     * Asserts that so many calls failed: threw, or were too long for their time to run. Whether another attempt follows makes no
     * difference. Calls whose outcome was lost, in a crash for example, have neither finished nor failed.
     *
     * @param count how many
     * @return this
     * @throws IllegalArgumentException if it is negative
     */
    public TestQueueAssert failed(int count) {
        return calls(count, " that failed", FAILED);
    }

    /**
     * Asserts that so many calls of a topic's callback failed, as {@link #failed(int)} counts them.
     *
     * @param group the topic's group
     * @param topic its name
     * @param count how many
     * @return this
     * @throws IllegalArgumentException if it is negative
     */
    public TestQueueAssert failed(String group, String topic, int count) {
        TopicName name = new TopicName(group, topic);
        return calls(count, " of " + name + " that failed", FAILED.and(call -> name.equals(call.topic())));
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
