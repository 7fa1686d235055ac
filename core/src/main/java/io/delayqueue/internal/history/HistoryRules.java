package io.delayqueue.internal.history;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import io.delayqueue.history.HistoryRule;
import io.delayqueue.internal.codec.HeartbeatReader;
import io.delayqueue.internal.drive.LogRateLimiter;
import io.delayqueue.log.Loggers;
import io.delayqueue.store.Backend;
import io.delayqueue.store.HistoryStore;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Follows the rules of histories in the store, and keeps them as this instance declares them. A changed declaration takes effect when no live instance
 * has the last one.
 */
public final class HistoryRules {

    /** What is in front of a topic in the declarations of a heartbeat: sorts after limits, and topics with limits. */
    public static final String HISTORY = "~";

    private static final Logger log = Loggers.of(HistoryRules.class);

    private final Backend backend;

    private final String instance;

    private final Map<TopicName, String> declared;

    /** Topics with a declaration that waits for the end of instances with the last one. */
    private final Set<TopicName> waiting = new HashSet<>();

    private final LogRateLimiter warning = new LogRateLimiter();

    /** By group and topic. */
    private volatile Map<String, Map<String, @Nullable HistoryRule>> known = Map.of();

    /**
     * Creates the rules, of which none is known.
     *
     * @param instance the name of this instance in heartbeats
     * @param declared the rules that this instance declares, as texts; empty for a topic without one
     */
    public HistoryRules(Backend backend, String instance, Map<TopicName, String> declared) {
        this.backend = backend;
        this.instance = instance;
        this.declared = declared;
    }

    /** Returns the rule of a topic as it was read last; null if the topic has none. */
    public @Nullable HistoryRule of(TopicName topic) {
        return known.getOrDefault(topic.group(), Map.of()).get(topic.topic());
    }

    /** Returns the groups of which tasks were removed or replaced here, which this instance may not serve. */
    public Set<String> changed() {
        return backend.history().changed();
    }

    /**
     * Reads the rules, and writes those that this instance declares otherwise. A group that the store refuses keeps the rules that were read last.
     *
     * @param topics the topics by group
     * @param isStart whether a store that refuses this is an error, if this instance declares a history in the group; else the store still delivers
     * @throws TaskStoreException if the store fails
     */
    public void read(Map<String, ? extends Collection<String>> topics, boolean isStart) {
        Map<String, Map<String, @Nullable HistoryRule>> read = new HashMap<>();
        topics.forEach((group, names) -> {
            try {
                read.put(group, read(group, names));
            } catch (TaskStoreUnavailableException e) {
                throw e;
            } catch (TaskStoreException e) {
                if (isStart && declares(group)) {
                    throw e;
                }
                read.put(group, known.getOrDefault(group, Map.of()));
                if (warning.tryAcquire()) {
                    log.error(
                            "The rules of histories cannot be read, or written as declared; tried every ten seconds",
                            e);
                }
            }
        });
        known = read;
    }

    private Map<String, @Nullable HistoryRule> read(String group, Collection<String> names) {
        Map<String, String> texts = backend.history().rules(group, names);
        Map<String, @Nullable HistoryRule> read = new HashMap<>();
        names.forEach(name -> {
            String text = declare(new TopicName(group, name), texts.getOrDefault(name, ""));
            read.put(name, HistoryStore.rule(text));
        });
        return read;
    }

    private boolean declares(String group) {
        return declared.entrySet().stream()
                .anyMatch(one ->
                        one.getKey().group().equals(group) && !one.getValue().isEmpty());
    }

    /** Writes the declared rule of a topic if it differs from the one that was read. Returns the rule from now on. */
    private String declare(TopicName topic, String text) {
        String own = declared.getOrDefault(topic, text);
        if (own.equals(text)) {
            waiting.remove(topic);
            return text;
        }
        if (!text.isEmpty()
                && HeartbeatReader.limits(topic.group(), backend.instances().heartbeats(topic.group()), instance)
                        .stream()
                        .anyMatch(one -> text.equals(one.get(HISTORY + topic.topic())))) {
            if (waiting.add(topic)) {
                log.info("The history of {} changes when no instance is left that declares {}", topic, words(text));
            }
            return text;
        }
        if (!backend.history().declare(topic, text, own)) {
            return text;
        }
        waiting.remove(topic);
        log.info("The history of {} is written as declared: {} (before: {})", topic, words(own), words(text));
        return own;
    }

    private static String words(String text) {
        HistoryRule rule = HistoryStore.rule(text);
        return rule == null ? "none" : rule.toString().replace("outcomes=[]", "outcomes=all");
    }
}
