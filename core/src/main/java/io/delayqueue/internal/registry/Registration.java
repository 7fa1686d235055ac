package io.delayqueue.internal.registry;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import io.delayqueue.log.Loggers;
import io.delayqueue.store.RegistryStore;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;

/**
 * Registers an instance's groups and topics: at its start all that it declares, afterwards those that the store has lost, and those
 * it works for. Removed ones are not lost.
 */
public final class Registration {

    private static final Logger log = Loggers.of(Registration.class);

    /** Maximum number of names in a line of the log. */
    private static final int MAX_NAMES = 10;

    private final RegistryStore registry;

    private final LocalTopics localTopics;

    private final LayoutCheck layout;

    /** Entries found missing since the last report. Restored ones are reported even if a call in between fails. */
    private final Map<String, Set<String>> missed = new LinkedHashMap<>();

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
        localTopics.groups().forEach(registry::registerGroup);
        registry.registerTopics(localTopics.topics());
        known = registry.load();
        return known;
    }

    /**
     * Registers lost entries again, then reads the registry. Returns what was read before if the data layout of the store has
     * changed, because the engine is then being stopped.
     *
     * @param work the groups and topics this instance works for, beyond what it declares
     */
    public Map<String, Set<String>> read(Map<String, Set<String>> work) {
        if (layout.holds()) {
            known = readAndRestore(work);
        }
        return known;
    }

    private Map<String, Set<String>> readAndRestore(Map<String, Set<String>> work) {
        Map<String, Set<String>> read = registry.load();
        Map<String, Set<String>> missing = missing(read, work);
        if (!missing.isEmpty()) {
            missing.forEach((group, topics) -> missed.merge(group, topics, Registration::union));
            if (!restore(missing)) {
                return read;
            }
            read = registry.load();
        }
        if (!missed.isEmpty()) {
            report(read);
            missed.clear();
        }
        return read;
    }

    /** Returns false if the store refuses it; the instance still serves the registered groups. */
    private boolean restore(Map<String, Set<String>> missing) {
        try {
            registry.restore(missing);
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

    private static Set<String> union(Set<String> one, Set<String> other) {
        Set<String> union = new HashSet<>(one);
        union.addAll(other);
        return union;
    }

    private Map<String, Set<String>> missing(Map<String, Set<String>> read, Map<String, Set<String>> work) {
        Map<String, Set<String>> missing = new LinkedHashMap<>();
        BiConsumer<String, Set<String>> need = (group, topics) -> {
            Set<String> known = read.get(group);
            Set<String> lost = new HashSet<>(topics);
            if (known != null) {
                lost.removeAll(known);
            }
            if (known == null || !lost.isEmpty()) {
                missing.merge(group, lost, Registration::union);
            }
        };
        // A group without a topic is declared, or is pulled from and does not exist.
        work.forEach((group, topics) -> {
            if (!topics.isEmpty()) {
                need.accept(group, topics);
            }
        });
        localTopics.groups().forEach(group -> need.accept(group, Set.of()));
        localTopics.topics().stream()
                .collect(Collectors.groupingBy(
                        TopicName::group, Collectors.mapping(TopicName::topic, Collectors.toSet())))
                .forEach(need);
        return missing;
    }

    /** Reports the entries that are registered again; the reply to the call that registered them can be lost. */
    private void report(Map<String, Set<String>> read) {
        Set<String> back = missed.entrySet().stream()
                .filter(entry -> read.containsKey(entry.getKey()))
                .flatMap(entry -> names(entry.getKey(), entry.getValue(), read.get(entry.getKey())))
                .collect(Collectors.toSet());
        if (!back.isEmpty()) {
            log.warn(
                    "{} of the registry of groups and topics {} missing: lost by the store, or unregistered as unused; registered"
                            + " again: {}{}",
                    back.size() == 1 ? "An entry" : back.size() + " entries",
                    back.size() == 1 ? "was" : "were",
                    back.stream().sorted().limit(MAX_NAMES).collect(Collectors.joining(", ")),
                    back.size() > MAX_NAMES ? ", ..." : "");
        }
    }

    private static Stream<String> names(String group, Set<String> missing, Set<String> read) {
        return missing.isEmpty()
                ? Stream.of(group)
                : missing.stream().filter(read::contains).map(topic -> group + "/" + topic);
    }
}
