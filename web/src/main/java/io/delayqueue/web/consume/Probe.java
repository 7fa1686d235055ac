package io.delayqueue.web.consume;

import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import org.springframework.http.MediaType;

/**
 * Finds out whether the client that waits for an answer is still there. A server sees the end of a connection only when it writes, so it writes
 * a space, which JSON may begin with. The answer has its status then, 200, and its headers.
 */
class Probe {

    private final ServletRequest request;

    private final ServletResponse response;

    private boolean over;

    Probe(ServletRequest request, ServletResponse response) {
        this.request = request;
        this.response = response;
    }

    /**
     * Writes a space, unless the request is not yet asynchronous, or the answer is being written, or the request has ended. The first after
     * the end of a connection may succeed: it is what the other side refuses.
     *
     * @return whether it could be written, as far as it was tried
     */
    synchronized boolean write() {
        if (over || !request.isAsyncStarted()) {
            return true;
        }
        try {
            if (!response.isCommitted()) {
                response.setContentType(MediaType.APPLICATION_JSON_VALUE);
            }
            response.getOutputStream().write(' ');
            response.flushBuffer();
            return true;
        } catch (IOException | IllegalStateException e) {
            return false;
        }
    }

    /** {@return whether an answer has begun, so that it can only be one with tasks or none} */
    synchronized boolean hasBegun() {
        return response.isCommitted();
    }

    /** Writes no more. A space that is being written is written first. */
    synchronized void end() {
        over = true;
    }
}
