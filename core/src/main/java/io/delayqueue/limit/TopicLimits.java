package io.delayqueue.limit;

import static io.delayqueue.InvalidSettingException.require;
import static java.util.Objects.requireNonNull;

import io.delayqueue.TopicName;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Limits of a topic over all instances: its own one, and others that it shares with topics of its group.
 *
 * @param globalConcurrency maximum number of tasks of the topic that are leased at once, from 1 to {@link Limit#MAX}; null for any number.
 *     This and the rate are the topic's own limit, which has the name of the topic
 * @param rate maximum number of tasks of the topic that begin in a time; null for any number
 * @param names names of other limits, which are declared in the topic's group; with its own one at most {@link Limit#MAX_OF_TOPIC}
 */
public record TopicLimits(
        @Nullable Integer globalConcurrency, @Nullable Rate rate, Set<String> names) {

    /** No limits. */
    public static final TopicLimits NONE = new TopicLimits(null, null, Set.of());

    /**
     * Checks the limits and copies the names.
     *
     * @throws io.delayqueue.InvalidSettingException if the number is out of its range, or there are too many limits
     * @throws io.delayqueue.InvalidTaskException if a name breaks the rule
     */
    public TopicLimits {
        Limit.requireUpToMax("", "globalConcurrency", globalConcurrency);
        requireNonNull(names, "limits must not be null").forEach(TopicName::requireLimit);
        names = Collections.unmodifiableSet(new TreeSet<>(names));
        int all = names.size() + (globalConcurrency == null && rate == null ? 0 : 1);
        String rule = "must be at most 2, of which globalConcurrency and rate are one";
        require(all <= Limit.MAX_OF_TOPIC, "limits", rule, names);
    }

    /**
     * Returns the topic's own limit.
     *
     * @param topic the topic
     * @return the limit, which has the name of the topic; null if the topic has neither a concurrency over all instances nor a rate
     */
    public @Nullable Limit own(TopicName topic) {
        requireNonNull(topic, "topic must not be null");
        return globalConcurrency == null && rate == null
                ? null
                : new Limit(topic.group(), topic.topic(), globalConcurrency, rate, null);
    }
}
