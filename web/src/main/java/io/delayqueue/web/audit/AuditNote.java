package io.delayqueue.web.audit;

import jakarta.servlet.ServletRequest;

/** What the audit log cannot know of a request from its path. For the methods that do what is asked for. */
public final class AuditNote {

    static final String TASKS = AuditNote.class.getName() + ".tasks";

    static final String ID = AuditNote.class.getName() + ".id";

    private AuditNote() {}

    /**
     * Says how many tasks were changed.
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
