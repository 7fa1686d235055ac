package io.delayqueue.limit;

import static io.delayqueue.InvalidSettingException.require;

import io.delayqueue.InvalidSettingException;
import io.delayqueue.TopicName;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Limit of the tasks of some topics of a group, over all instances. The time is the store's.
 *
 * @param group the group
 * @param name the name of the limit, by the rule of {@link TopicName}; that of a topic for the topic's own limit
 * @param concurrency maximum number of tasks that are leased at once, from 1 to {@link #MAX}; null for any number
 * @param rate maximum number of tasks that begin in a time; null for any number
 * @param burst number of tasks that may begin at once after a pause, from 1 to {@link #MAX}; null for the tasks of a tenth of a second, at
 *     least one. Needs a rate
 */
public record Limit(
        String group,
        String name,
        @Nullable Integer concurrency,
        @Nullable Rate rate,
        @Nullable Integer burst) {

    /** Maximum concurrency, and maximum burst. */
    public static final int MAX = 1_000_000;

    /** Maximum number of limits of a topic, its own one included. */
    public static final int MAX_OF_TOPIC = 2;

    /** Maximum number of topics of a limit. */
    public static final int MAX_TOPICS = 16;

    /** Time whose tasks are the burst unless a limit has its own. */
    private static final long BURST_MICROS = 100_000;

    /**
     * Checks the values, each for itself.
     *
     * @throws io.delayqueue.InvalidTaskException if a name breaks the rule
     * @throws InvalidSettingException if a number is out of its range
     */
    public Limit {
        TopicName.requireGroup(group);
        TopicName.requireLimit(name);
        requireUpToMax(subject(group, name), "concurrency", concurrency);
        requireUpToMax(subject(group, name), "burst", burst);
    }

    static void requireUpToMax(String subject, String field, @Nullable Integer value) {
        boolean holds = value == null || value >= 1 && value <= MAX;
        require(holds, subject, field, "must be from 1 to 1,000,000", value);
    }

    private static String subject(String group, String name) {
        return "limit " + group + "/" + name;
    }

    /**
     * Begins a limit, which still needs a concurrency or a rate.
     *
     * @param group the group
     * @param name the name of the limit
     * @return a limit that limits nothing
     * @throws io.delayqueue.InvalidTaskException if a name breaks the rule
     */
    public static Limit of(String group, String name) {
        return new Limit(group, name, null, null, null);
    }

    /**
     * Copies the limit with a concurrency.
     *
     * @param most maximum number of tasks that are leased at once, from 1 to {@link #MAX}
     * @return the copy
     * @throws InvalidSettingException if the number is out of its range
     */
    public Limit concurrency(int most) {
        return new Limit(group, name, most, rate, burst);
    }

    /**
     * Copies the limit with a rate.
     *
     * @param tasks maximum number of tasks that begin in one unit, from 1 to {@link Rate#MAX_TASKS}
     * @param per seconds, minutes or hours
     * @return the copy
     * @throws InvalidSettingException if the number is out of its range, or the unit is another one
     */
    public Limit rate(int tasks, TimeUnit per) {
        return new Limit(group, name, concurrency, new Rate(tasks, per), burst);
    }

    /**
     * Copies the limit with a burst.
     *
     * @param tasks number of tasks that may begin at once after a pause, from 1 to {@link #MAX}
     * @return the copy
     * @throws InvalidSettingException if the number is out of its range
     */
    public Limit burst(int tasks) {
        return new Limit(group, name, concurrency, rate, tasks);
    }

    /** {@return the number of tasks that may begin at once after a pause; 0 without a rate} */
    public int tokens() {
        if (rate == null) {
            return 0;
        }
        return burst != null
                ? burst
                : (int) Math.max(1, rate.tasks() * BURST_MICROS / rate.per().toMicros(1));
    }

    /**
     * Checks that the limit is complete.
     *
     * @return this limit
     * @throws InvalidSettingException if there is neither a concurrency nor a rate, or a burst without a rate
     */
    public Limit requireComplete() {
        String subject = subject(group, name);
        require(rate != null || burst == null, subject, "burst", "must not be set without a rate", burst);
        String rule = "must be set, or a rate, because " + name + " limits nothing";
        if (rate == null && concurrency == null) {
            throw new InvalidSettingException(subject, "concurrency", rule);
        }
        return this;
    }
}
