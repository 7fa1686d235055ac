package io.delayqueue.web.api.mvc;

import java.util.Locale;

/** The kinds of problems that calls of the API end with. */
public enum ProblemType {
    /** What was sent breaks a rule; nothing was changed. */
    INVALID_REQUEST(400, "The request is not valid"),
    /** Nobody is signed in. */
    UNAUTHENTICATED(401, "Sign in first"),
    /** Whoever is signed in may not do that. */
    FORBIDDEN(403, "Not allowed"),
    /** Nobody may change anything here. */
    READ_ONLY(403, "Only to be looked at"),
    /** The request came from another site, or without the token that shows where it came from. */
    CROSS_SITE(403, "Not sent by this site"),
    /** The host name in the request is not one of those allowed. */
    HOST_NOT_ALLOWED(403, "Not under this host name"),
    /** There is no such task, topic, group or path. */
    NOT_FOUND(404, "Not found"),
    /** There is no such queue. */
    NO_QUEUE(404, "No such queue"),
    /** The path is right and the method is not. */
    METHOD_NOT_ALLOWED(405, "Not with this method"),
    /** The id of a task that was to be added is taken. */
    EXISTS(409, "There is such a task"),
    /** The task runs just now. */
    RUNNING(409, "The task runs"),
    /** The task is a dead letter. */
    DEAD(409, "The task is a dead letter"),
    /** The lease counts no more. */
    STALE(409, "The lease counts no more"),
    /** The topic has a callback in this instance. */
    HAS_CALLBACK(409, "The topic has a callback here"),
    /** A body, or what it holds, is larger than it may be. */
    TOO_LARGE(413, "Too large"),
    /** A body is of another type than JSON. */
    UNSUPPORTED(415, "Not JSON"),
    /** Too many calls of a kind are under way. */
    TOO_MANY(429, "Too many at once"),
    /** Something failed that should not; the log has more. */
    INTERNAL_ERROR(500, "Something failed here"),
    /** The store refused the call. */
    REFUSED(502, "The store refused it"),
    /** Too few replicas confirmed an add. */
    NOT_REPLICATED(503, "Not replicated yet"),
    /** The store does not answer. */
    UNAVAILABLE(503, "The store does not answer"),
    /** The engine of the queue is stopped or closed. */
    NOT_RUNNING(503, "The queue is not running");

    private final int status;

    private final String title;

    ProblemType(int status, String title) {
        this.status = status;
        this.title = title;
    }

    /** {@return the status of such an answer} */
    public int status() {
        return status;
    }

    /** {@return what it is about, the same for each of the kind} */
    public String title() {
        return title;
    }

    /** {@return the name by which programs recognize the kind} */
    public String urn() {
        return "urn:delayqueue:problem:" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
