package io.delayqueue.engine;

import io.delayqueue.internal.drive.EngineControl;
import io.delayqueue.internal.drive.GroupSteps;
import io.delayqueue.internal.drive.TaskEventLog;
import io.delayqueue.internal.group.EngineSession;
import io.delayqueue.internal.pull.DefaultTaskPuller;
import io.delayqueue.internal.service.DeclaredSchedules;
import java.util.List;

/** Controls the session of an engine, if there is one. */
final class CurrentControl implements EngineControl {

    private final CurrentSession current;

    private final SessionAssembly sessions;

    private final DefaultTaskPuller puller;

    private final TaskEventLog taskEvents;

    private final DeclaredSchedules schedules;

    CurrentControl(
            CurrentSession current,
            SessionAssembly sessions,
            DefaultTaskPuller puller,
            TaskEventLog taskEvents,
            DeclaredSchedules schedules) {
        this.current = current;
        this.sessions = sessions;
        this.puller = puller;
        this.taskEvents = taskEvents;
        this.schedules = schedules;
    }

    @Override
    public List<GroupSteps> groups() {
        EngineSession session = current.get();
        return session == null ? List.of() : session.steps();
    }

    @Override
    public void followRegistry() {
        EngineSession session = current.get();
        if (session != null) {
            session.followRegistry();
        }
    }

    @Override
    public void trimDeadLetters() {
        EngineSession session = current.get();
        if (session != null) {
            session.trimDeadLetters();
        }
    }

    @Override
    public void declare() {
        if (current.get() != null) {
            schedules.declare();
        }
    }

    @Override
    public void logEvents() {
        taskEvents.logAll();
    }

    @Override
    public void crash() {
        EngineSession session = current.get();
        if (session != null) {
            session.crash();
        }
    }

    @Override
    public void restart() {
        EngineSession crashed = current.get();
        if (crashed != null) {
            EngineSession next = sessions.recreate(crashed);
            current.begin(next);
            next.start();
            if (crashed.isRegistryChanged()) {
                next.registryChanged();
            }
            taskEvents.forget();
            puller.crashed();
        }
    }
}
