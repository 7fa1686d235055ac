package io.delayqueue.store;

import io.delayqueue.monitor.StoreFinding;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Provides the parts of one store to an engine. */
public interface Backend extends AutoCloseable {

    /** {@return the tasks} */
    TaskStore tasks();

    /** {@return the operations on whole topics} */
    TopicStore topics();

    /** {@return the dead letters} */
    DeadLetterStore deadLetters();

    /** {@return the limits} */
    LimitStore limits();

    /** {@return the histories} */
    HistoryStore history();

    /** {@return the audits} */
    AuditStore audit();

    /** {@return the registry of groups and topics, with the number of the data layout} */
    RegistryStore registry();

    /** {@return the instances} */
    InstanceStore instances();

    /** {@return the signals for waiting consumers} */
    Signals signals();

    /** {@return the messages between instances} */
    WakeUps wakeUps();

    /** {@return whether an add holds its connection until replicas have confirmed it} */
    default boolean addsWaitForReplicas() {
        return false;
    }

    /** {@return the time-out of a call that adds or removes tasks; zero, as unless overridden, if calls have none} */
    default Duration callTimeout() {
        return Duration.ZERO;
    }

    /**
     * Returns the node of the store that has a group. Groups of different nodes do not wait for each other. Costs no call but the first.
     *
     * @param group the group
     * @return the address of the node, as of the last {@link #findNodes}; that of the store unless overridden
     */
    default String node(String group) {
        return address();
    }

    /** Finds the nodes of all groups again, because groups may have moved. Does not fail. No effect unless overridden. */
    default void findNodes() {}

    /** {@return how many calls one node of the store takes at once from this process; no limit unless overridden} */
    default int maxCalls() {
        return Integer.MAX_VALUE;
    }

    /**
     * Checks whether the store keeps what it has confirmed. Costs a few calls of each server; a server that does not permit them has no
     * findings. Thread-safe.
     *
     * @return the risks that are there now; none unless overridden
     * @throws io.delayqueue.TaskStoreUnavailableException if no server answers
     */
    default List<StoreFinding> check() {
        return List.of();
    }

    /** {@return the namespace of the store; null if it has none} */
    default @Nullable String namespace() {
        return null;
    }

    /**
     * Returns the identity of the store, the same at all its addresses and after a failover. A store that has lost its data has another one.
     *
     * @return the identity, at most 64 characters of ASCII, which ends with a slash and the database if an address has several; null, as
     *     unless overridden, if the store has none
     */
    default @Nullable String identity() {
        return null;
    }

    /**
     * Returns a store that shares nothing with those of other namespaces. A store that belongs to one process may return itself.
     *
     * @param namespace the namespace
     * @return the store
     * @throws io.delayqueue.InvalidSettingException if no namespace can have this name
     * @throws UnsupportedOperationException if the store has no namespaces, as unless overridden
     */
    default Backend inNamespace(String namespace) {
        throw new UnsupportedOperationException("The store at " + address() + " has no namespaces");
    }

    /** {@return whether an engine of this store, and all that belongs to it, runs on threads, as unless overridden} */
    default boolean runsOnThreads() {
        return true;
    }

    /** {@return the address of the store, for messages} */
    String address();

    /** Closes the connections. */
    @Override
    void close();
}
