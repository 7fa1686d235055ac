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

    private boolean written;

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
        try {
            if (over || !request.isAsyncStarted()) {
                return true;
            }
            if (!response.isCommitted()) {
                response.setContentType(MediaType.APPLICATION_JSON_VALUE);
            }
            // A filter may keep it, and commit nothing.
            written = true;
            response.getOutputStream().write(' ');
            response.flushBuffer();
            return true;
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }

    /** {@return whether an answer has begun, so that it can only be one with tasks or none, and its length is not that of its body} */
    synchronized boolean hasBegun() {
        return written;
    }

    /** Writes no more. A space that is being written is written first. */
    synchronized void end() {
        over = true;
    }
}
