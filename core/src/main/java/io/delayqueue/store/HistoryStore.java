package io.delayqueue.store;

import static java.util.stream.Collectors.toSet;

import io.delayqueue.TopicName;
import io.delayqueue.history.HistoryCounts;
import io.delayqueue.history.HistoryPage;
import io.delayqueue.history.HistoryQuery;
import io.delayqueue.history.HistoryRule;
import io.delayqueue.history.RecordedOutcome;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Histories of topics: the rules by which each step that ends a task also writes a record of the task, and the records. Throws the exceptions of {@link TaskStore}. Thread-safe. */
public interface HistoryStore {

    /** Maximum number of parts of a history that one page searches. */
    int MAX_CALLS = 20;

    /**
     * Reads the rules of topics. Removals and replacements through this store write records only in groups that had a rule when they were read last.
     *
     * @param group the group
     * @param topics the topics
     * @return by topic the text of the rule, for topics that have one
     */
    Map<String, String> rules(String group, Collection<String> topics);

    /**
     * Sets the rule of a topic, if the rule is as it was read. The new rule acts at once: records beyond the age or the size leave. Without a rule no
     * record is written, and those that are there stay until their age.
     *
     * @param topic the topic
     * @param before the text of the rule as it was read; empty if there was none
     * @param rule the text of the new rule; empty for none
     * @return whether the topic has the new rule
     */
    boolean declare(TopicName topic, String before, String rule);

    /** {@return some of the groups of which tasks were removed or replaced through this store: their rules are to be read} */
    Set<String> changed();

    /**
     * Returns a page of the records of a topic that match a query.
     *
     * @param topic the topic
     * @param query the query
     * @return the page
     * @throws io.delayqueue.InvalidTaskException if no page can have returned the cursor
     */
    HistoryPage search(TopicName topic, HistoryQuery query);

    /**
     * Counts the records of topics.
     *
     * @param group the group
     * @param topics the topics
     * @return the numbers, in the order of the topics
     */
    List<HistoryCounts> counts(String group, Collection<String> topics);

    /**
     * Overwrites the records of a topic that have a term.
     *
     * @param topic the topic
     * @param term the term, as {@link StoredRecord#terms} has it
     * @return how many; fewer if a reply was lost
     */
    int forget(TopicName topic, String term);

    /**
     * Removes all records of a topic and their numbers.
     *
     * @param topic the topic
     * @param off whether to remove the rule too
     */
    void clear(TopicName topic, boolean off);

    /**
     * Returns the text of a rule: the age in milliseconds, the size in bytes, {@code P} if payloads are kept, {@code R} if results are kept, and the
     * outcomes, with bars between.
     *
     * @param rule the rule, or null
     * @return the text; empty for null
     */
    static String text(@Nullable HistoryRule rule) {
        if (rule == null) {
            return "";
        }
        String outcomes = rule.outcomes().toString().replaceAll("[\\[\\] ]", "");
        return rule.maxAge().toMillis() + "|" + rule.maxSize() + "|" + (rule.payload() ? "P" : "")
                + (rule.result() ? "R" : "") + "|" + outcomes;
    }

    /**
     * Reads the text of a rule.
     *
     * @param text the text
     * @return the rule; null if the text is none of {@link #text}, such as one of a later version
     */
    static @Nullable HistoryRule rule(String text) {
        String[] parts = text.split("\\|", -1);
        try {
            return new HistoryRule(
                    Duration.ofMillis(Long.parseLong(parts[0])),
                    Long.parseLong(parts[1]),
                    parts[2].contains("P"),
                    parts[2].contains("R"),
                    Arrays.stream(parts[3].split(","))
                            .filter(name -> !name.isEmpty())
                            .map(RecordedOutcome::valueOf)
                            .collect(toSet()));
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            return null;
        }
    }
}
