package io.delayqueue.internal.drive;

/** A store whose engines run by a driver of its own, and not on threads. */
public interface DriverSource {

    /** {@return a driver for an engine that is being built} */
    Driver newDriver();
}
