package io.delayqueue.internal.registry;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.internal.history.HistoryRules;
import io.delayqueue.internal.limit.LimitRules;
import io.delayqueue.log.Documentation;
import io.delayqueue.log.LogText;
import io.delayqueue.log.Loggers;
import io.delayqueue.store.RegistryStore;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Keeps registered what an instance declares and works for, unless it was removed on purpose. A start registers what the instance declares
 * in any case. The data layout of the store is compared before with those that this version reads, and a store without a number of its
 * layout gets one.
 */
public final class Registration {

    private static final Logger log = Loggers.of(Registration.class);

    /** Maximum length of the names in a line of the log. */
    private static final int MAX_LENGTH = 1_000;

    private static final String PAGE = " See " + Documentation.link("upgrading.html#the-number-of-the-layout");

    private final RegistryStore registry;

    private final String address;

    private final LocalTopics localTopics;

    private final Consumer<String> halt;

    private final LimitRules limits;

    private final HistoryRules histories;

    private boolean refused;

    /** The registry as it was read last. */
    private Map<String, Set<String>> known = Map.of();

    /**
     * Creates the registration of an instance.
     *
     * @param halt stops the engine, given the reason
     */
    public Registration(
            RegistryStore registry,
            String address,
            LocalTopics localTopics,
            LimitRules limits,
            HistoryRules histories,
            Consumer<String> halt) {
        this.registry = registry;
        this.address = address;
        this.localTopics = localTopics;
        this.limits = limits;
        this.histories = histories;
        this.halt = halt;
    }

    /**
     * Registers the groups and topics this instance declares, even if they were removed before, writes the rules of their limits and
     * histories, and reads the registry. Throws an exception if this version cannot work on the store, or the store accepts no writes.
     */
    public Map<String, Set<String>> register() {
        String obstacle = obstacle();
        if (obstacle != null) {
            throw new TaskStoreException(obstacle, null);
        }
        // All else may be there already, so the start would write nothing.
        registry.layout(RegistryStore.WRITES_LAYOUT);
        localTopics.declared().forEach(registry::register);
        limits.declare();
        known = registry.load();
        Map<String, Set<String>> served = topics(localTopics.declared());
        localTopics.histories().keySet().stream()
                .filter(topic -> !LocalTopics.isIn(served, topic))
                .forEach(topic -> log.warn(
                        "The history of {} is declared, and begins when the topic is registered in a group that is served here.{}",
                        topic,
                        NearestTopic.hint(topic, known)));
        histories.read(served, true);
        localTopics.disabled().stream()
                .filter(group -> !known.containsKey(group))
                .forEach(group -> log.warn(
                        "The group {} is disabled here, and is not registered.{}",
                        group,
                        NearestTopic.hint(group, known)));
        return known;
    }

    /**
     * Reads the registry, and registers what is missing; writes rules of limits that are missing, because a topic that is consumed from now
     * on needs its rules first. If the data layout of the store has changed, so that this version cannot work on the store, halts the engine
     * and returns what was read before.
     *
     * @param work the groups and topics this instance works for, beyond what it declares
     */
    public Map<String, Set<String>> read(Map<String, Set<String>> work) {
        String obstacle = obstacle();
        if (obstacle != null) {
            halt.accept(obstacle);
            return known;
        }
        Map<String, Set<String>> needed = localTopics.declared();
        work.forEach((group, topics) -> {
            // A group without a topic is declared.
            if (!topics.isEmpty()) {
                needed.computeIfAbsent(group, added -> new HashSet<>()).addAll(topics);
            }
        });
        known = registry.load();
        Set<String> missing = missing(needed);
        if (!missing.isEmpty() && restore(needed)) {
            known = registry.load();
            missing.removeAll(missing(needed));
            report(missing);
        }
        limits.restore();
        Map<String, Set<String>> recorded = topics(needed);
        histories.changed().forEach(group -> recorded.putIfAbsent(group, known.getOrDefault(group, Set.of())));
        histories.read(recorded, false);
        return known;
    }

    /** Adds all registered topics of the groups. */
    private Map<String, Set<String>> topics(Map<String, Set<String>> groups) {
        groups.forEach((group, topics) -> topics.addAll(known.getOrDefault(group, Set.of())));
        return groups;
    }

    /** {@return why this version cannot work on the store; null if it can} */
    private @Nullable String obstacle() {
        int number = registry.layout(null);
        if (number == 0) {
            String key = unreadableKey();
            if (key != null) {
                return "The store at " + address + " has the key " + key
                        + " of another data layout and no number of its layout; this version reads layouts up to "
                        + RegistryStore.READS_LAYOUT
                        + ": empty that group with the version that wrote it, or remove its keys."
                        + PAGE;
            }
            number = registry.layout(RegistryStore.WRITES_LAYOUT);
        }
        return number <= RegistryStore.READS_LAYOUT
                ? null
                : "The store at " + address + " has data layout " + number
                        + ", and this version reads layouts up to " + RegistryStore.READS_LAYOUT
                        + ": start a version that reads layout " + number + "." + PAGE;
    }

    private @Nullable String unreadableKey() {
        return registry.load().keySet().stream()
                .map(registry::unreadableKey)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** The needed names that are not registered, in order: topics as group/topic, and groups without needed topics. */
    private Set<String> missing(Map<String, Set<String>> needed) {
        Set<String> missing = new TreeSet<>();
        needed.forEach((group, topics) -> {
            if (topics.isEmpty() && !known.containsKey(group)) {
                missing.add(group);
            }
            for (String topic : topics) {
                if (!known.getOrDefault(group, Set.of()).contains(topic)) {
                    missing.add(group + "/" + topic);
                }
            }
        });
        return missing;
    }

    /** Returns false if the store refuses it; the instance still serves the registered groups. */
    private boolean restore(Map<String, Set<String>> needed) {
        try {
            needed.forEach((group, topics) -> {
                Set<String> registered = known.get(group);
                if (registered == null || !registered.containsAll(topics)) {
                    registry.restore(group, topics);
                }
            });
            refused = false;
            return true;
        } catch (TaskStoreUnavailableException e) {
            throw e;
        } catch (TaskStoreException e) {
            if (!refused) {
                log.error(
                        "The store has lost registrations and refuses to restore them; logged once until it accepts them",
                        e);
            }
            refused = true;
            return false;
        }
    }

    private static void report(Set<String> back) {
        if (!back.isEmpty()) {
            log.warn(
                    "Missing in the registry of groups and topics, lost by the store or unregistered as unused, and registered"
                            + " again: {}",
                    LogText.shorten(String.join(", ", back), MAX_LENGTH));
        }
    }
}
