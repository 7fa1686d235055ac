package io.delayqueue.store;

/** Everything an engine needs of one store. */
public interface Backend extends AutoCloseable {

    /** {@return the tasks} */
    TaskStore tasks();

    /** {@return the tasks of a topic together} */
    TopicStore topics();

    /** {@return what looks the store through} */
    AuditStore audit();

    /** {@return the register of groups and topics} */
    RegistryStore registry();

    /** {@return who works for a group} */
    InstanceStore instances();

    /** {@return how consumers wait} */
    Signals signals();

    /** {@return how instances wake each other} */
    WakeUps wakeUps();

    /** {@return whether an add holds its connection until replicas have confirmed it} */
    default boolean addsWaitForReplicas() {
        return false;
    }

    /** {@return what checks whether the store keeps what it has confirmed; finds nothing unless a store says otherwise} */
    default StoreChecks checks() {
        return StoreChecks.NONE;
    }

    /** {@return where the store is, for people} */
    String address();

    /** Lets go of the connections. */
    @Override
    void close();
}
