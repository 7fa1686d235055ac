package io.delayqueue.internal.drive;

import java.util.List;

/** Controls an engine for a driver without threads. Without effect while the engine does not run. */
public interface EngineControl {

    /** {@return the groups that the engine works for, in the order of their names} */
    List<GroupSteps> groups();

    /** Reads the registry if it has changed. */
    void followRegistry();

    /** Removes the dead letters that are not to be kept. */
    void trimDeadLetters();

    /** Declares the repeating tasks again. */
    void declare();

    /** Logs the events of tasks that are not logged yet. */
    void logEvents();

    /** Ends the instance as a crash does. */
    void crash();

    /** Replaces an instance that has crashed by a new one. */
    void restart();
}
