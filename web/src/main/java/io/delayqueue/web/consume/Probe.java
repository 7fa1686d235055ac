package io.delayqueue.web.consume;

import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import org.springframework.http.MediaType;

/**
 * Checks whether a waiting client is still connected. A server detects the end of a connection only by writing, so this writes
 * a space, with which JSON may begin. This commits the status 200 and the headers of the response.
 */
class Probe {

    private final ServletRequest request;

    private final ServletResponse response;

    private boolean over;

    private boolean written;

    Probe(ServletRequest request, ServletResponse response) {
        this.request = request;
        this.response = response;
    }

    /**
     * Writes a space, unless the request is not asynchronous yet, the response is being written or the request has ended. The
     * first one after the end of a connection may succeed; it makes the other side reset the connection.
     *
     * @return false if it could not be written
     */
    synchronized boolean write() {
        try {
            if (over || !request.isAsyncStarted()) {
                return true;
            }
            if (!response.isCommitted()) {
                response.setContentType(MediaType.APPLICATION_JSON_VALUE);
            }
            // A filter may buffer it and commit nothing.
            written = true;
            response.getOutputStream().write(' ');
            response.flushBuffer();
            return true;
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }

    /**
     * {@return whether a response is committed, so that it can only have tasks or none, and its length is not that of its body}
     */
    synchronized boolean hasBegun() {
        return written;
    }

    /** Stops probing, after a space that is being written. */
    synchronized void end() {
        over = true;
    }
}
