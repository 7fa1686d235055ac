package io.delayqueue.web.api.mvc;

import java.util.Locale;

/** Types of the problems of API calls. */
public enum ProblemType {
    /** The request breaks a rule; nothing was changed. */
    INVALID_REQUEST(400, "The request is not valid"),
    /** The request has no authenticated user. */
    UNAUTHENTICATED(401, "Log in first"),
    /** The user does not have the required role. */
    FORBIDDEN(403, "Not allowed"),
    /** The API is read-only. */
    READ_ONLY(403, "Read-only"),
    /** The request came from another site, or without the token that shows where it came from. */
    CROSS_SITE(403, "Refused as a cross-site request"),
    /** The host name in the request is not one of those allowed. */
    HOST_NOT_ALLOWED(403, "Host name not allowed"),
    /** There is no such task, topic, group or path. */
    NOT_FOUND(404, "Not found"),
    /** There is no such queue. */
    NO_QUEUE(404, "No such queue"),
    /** The path exists, but not with this method. */
    METHOD_NOT_ALLOWED(405, "Method not allowed"),
    /** The id of the task to add exists. */
    EXISTS(409, "The task exists already"),
    /** The task is running. */
    RUNNING(409, "The task is running"),
    /** The task is a dead letter. */
    DEAD(409, "The task is a dead letter"),
    /** The task runs once, or is running for the last time. */
    NOT_REPEATING(409, "The task does not repeat"),
    /** The task has another repetition, or is in another attempt, than the expected one. */
    CONFLICT(409, "The task has changed meanwhile"),
    /** The lease is no longer valid. */
    STALE(409, "The lease is no longer valid"),
    /** The topic or group to unregister has tasks. */
    HAS_TASKS(409, "It has tasks"),
    /** An instance consumes the topic or group to unregister. */
    HAS_CONSUMERS(409, "It has consumers"),
    /** The topic has a callback in this instance. */
    HAS_CALLBACK(409, "The topic has a callback here"),
    /** The body, or a value in it, is too large. */
    TOO_LARGE(413, "Too large"),
    /** The body has another type than JSON. */
    UNSUPPORTED(415, "Not JSON"),
    /** Too many calls of this kind are in progress. */
    TOO_MANY(429, "Too many at once"),
    /** An unexpected failure; the log has the details. */
    INTERNAL_ERROR(500, "Internal error"),
    /** The store rejected the call. */
    REFUSED(502, "Redis refused the call"),
    /** Too few replicas confirmed an add. */
    NOT_REPLICATED(503, "Not replicated yet"),
    /** The store does not answer. */
    UNAVAILABLE(503, "Redis does not answer"),
    /** The database of an outbox does not answer. */
    NO_DATABASE(503, "The database does not answer"),
    /** The engine of the queue is stopped or closed, or drains the group. */
    NOT_RUNNING(503, "The queue is not running");

    private final int status;

    private final String title;

    ProblemType(int status, String title) {
        this.status = status;
        this.title = title;
    }

    /** {@return the status of the response} */
    public int status() {
        return status;
    }

    /** {@return the summary, the same for each problem of the type} */
    public String title() {
        return title;
    }

    /** {@return the name for programs} */
    public String urn() {
        return "urn:delayqueue:problem:" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
