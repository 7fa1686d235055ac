package io.delayqueue.web.audit;

import jakarta.servlet.ServletRequest;
import org.jspecify.annotations.Nullable;

/** Notes for the audit log that the path of a request does not show. Written by the controllers. */
public final class AuditNote {

    static final String TASKS = AuditNote.class.getName() + ".tasks";

    static final String GROUP = AuditNote.class.getName() + ".group";

    static final String TOPIC = AuditNote.class.getName() + ".topic";

    static final String ID = AuditNote.class.getName() + ".id";

    private AuditNote() {}

    /**
     * Says which topic's tasks were changed, if the path does not.
     *
     * @param request the request that asked for it
     * @param group the group of all of them
     * @param topic the topic of all of them, null if they have several
     */
    public static void topic(ServletRequest request, String group, @Nullable String topic) {
        request.setAttribute(GROUP, group);
        request.setAttribute(TOPIC, topic);
    }

    /**
     * Says how many tasks were changed, or were to be added.
     *
     * @param request the request that asked for it
     * @param tasks how many
     */
    public static void tasks(ServletRequest request, long tasks) {
        request.setAttribute(TASKS, tasks);
    }

    /**
     * Says which task was changed, if the path does not.
     *
     * @param request the request that asked for it
     * @param id the id of the task
     */
    public static void id(ServletRequest request, String id) {
        request.setAttribute(ID, id);
    }
}
