package io.delayqueue.web.audit;

import jakarta.servlet.ServletRequest;
import org.jspecify.annotations.Nullable;

/** Values of the audit log that the path of a request does not have. Set by the controllers. */
public final class AuditNote {

    static final String TASKS = AuditNote.class.getName() + ".tasks";

    static final String GROUP = AuditNote.class.getName() + ".group";

    static final String TOPIC = AuditNote.class.getName() + ".topic";

    static final String ID = AuditNote.class.getName() + ".id";

    private AuditNote() {}

    /**
     * Sets the topic of the changed tasks, if the path does not have it.
     *
     * @param request the request that asked for it
     * @param group the group of all tasks, null if they have several
     * @param topic the topic of all tasks, null if they have several
     */
    public static void topic(ServletRequest request, @Nullable String group, @Nullable String topic) {
        request.setAttribute(GROUP, group);
        request.setAttribute(TOPIC, topic);
    }

    /**
     * Sets the number of changed or added tasks.
     *
     * @param request the request that asked for it
     * @param tasks the number
     */
    public static void tasks(ServletRequest request, long tasks) {
        request.setAttribute(TASKS, tasks);
    }

    /**
     * Sets the id of the changed task, if the path does not have it.
     *
     * @param request the request that asked for it
     * @param id the id of the task
     */
    public static void id(ServletRequest request, String id) {
        request.setAttribute(ID, id);
    }
}
