package io.delayqueue.internal.registry;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import io.delayqueue.log.Documentation;
import io.delayqueue.store.RegistryStore;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Compares the data layout of the store with those that this version reads, and numbers a store that has no number. */
public final class LayoutCheck {

    private static final String PAGE = " See " + Documentation.link("upgrading.html#the-number-of-the-layout");

    private final RegistryStore registry;

    private final String address;

    private final Consumer<String> halt;

    /**
     * Creates the check.
     *
     * @param halt stops the engine, given the reason
     */
    public LayoutCheck(RegistryStore registry, String address, Consumer<String> halt) {
        this.registry = registry;
        this.address = address;
        this.halt = halt;
    }

    /** Throws an exception if this version cannot work on the store, or the store accepts no writes. */
    void require() {
        String obstacle = obstacle();
        if (obstacle != null) {
            throw new TaskStoreException(obstacle, null);
        }
        // All else may be there already, so the start would write nothing.
        registry.writeLayout(RegistryStore.WRITES_LAYOUT);
    }

    /** Returns whether this version can work on the store; halts the engine if not. */
    boolean holds() {
        String obstacle = obstacle();
        if (obstacle != null) {
            halt.accept(obstacle);
        }
        return obstacle == null;
    }

    private @Nullable String obstacle() {
        int number = registry.layout();
        if (number == 0) {
            String key = unreadableKey();
            if (key != null) {
                return "The store at " + address + " has the key " + key
                        + " of another data layout and no number of its layout; this version reads layouts up to "
                        + RegistryStore.READS_LAYOUT
                        + ": empty that group with the version that wrote it, or remove its keys."
                        + PAGE;
            }
            number = registry.writeLayout(RegistryStore.WRITES_LAYOUT);
        }
        return number <= RegistryStore.READS_LAYOUT
                ? null
                : "The store at " + address + " has data layout " + number
                        + ", and this version reads layouts up to " + RegistryStore.READS_LAYOUT
                        + ": start a version that reads layout " + number + "." + PAGE;
    }

    private @Nullable String unreadableKey() {
        for (String group : registry.load().keySet()) {
            String key = TopicName.isValid(group) ? registry.unreadableKey(group) : null;
            if (key != null) {
                return key;
            }
        }
        return null;
    }
}
