package io.delayqueue.store;

/** Provides the parts of one store to an engine. */
public interface Backend extends AutoCloseable {

    /** {@return the tasks} */
    TaskStore tasks();

    /** {@return the operations on whole topics} */
    TopicStore topics();

    /** {@return the audits} */
    AuditStore audit();

    /** {@return the registry of groups and topics} */
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

    /** {@return the checks for risks; none unless overridden} */
    default StoreChecks checks() {
        return StoreChecks.NONE;
    }

    /** {@return the address of the store, for messages} */
    String address();

    /** Closes the connections. */
    @Override
    void close();
}
