package io.delayqueue.internal.registry;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.log.Loggers;
import io.delayqueue.store.RegistryStore;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;

/**
 * Keeps registered what an instance declares and works for, unless it was removed on purpose. A start registers what the instance declares
 * in any case.
 */
public final class Registration {

    private static final Logger log = Loggers.of(Registration.class);

    /** Maximum number of names in a line of the log. */
    private static final int MAX_NAMES = 10;

    private final RegistryStore registry;

    private final LocalTopics localTopics;

    private final LayoutCheck layout;

    private boolean refused;

    /** The registry as it was read last. */
    private Map<String, Set<String>> known = Map.of();

    public Registration(RegistryStore registry, LocalTopics localTopics, LayoutCheck layout) {
        this.registry = registry;
        this.localTopics = localTopics;
        this.layout = layout;
    }

    /** Registers the groups and topics this instance declares, even if they were removed before, and reads the registry. */
    public Map<String, Set<String>> register() {
        layout.require();
        localTopics.declared().forEach(registry::register);
        known = registry.load();
        return known;
    }

    /**
     * Reads the registry, and registers what is missing. Returns what was read before if the data layout of the store has
     * changed, because the engine is then being stopped.
     *
     * @param work the groups and topics this instance works for, beyond what it declares
     */
    public Map<String, Set<String>> read(Map<String, Set<String>> work) {
        if (!layout.holds()) {
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
        return known;
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
                    "{} of the registry of groups and topics {} missing: lost by the store, or unregistered as unused; registered"
                            + " again: {}{}",
                    back.size() == 1 ? "An entry" : back.size() + " entries",
                    back.size() == 1 ? "was" : "were",
                    back.stream().limit(MAX_NAMES).collect(Collectors.joining(", ")),
                    back.size() > MAX_NAMES ? ", ..." : "");
        }
    }
}
