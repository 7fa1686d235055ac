package io.delayqueue.web.consume;

import io.delayqueue.log.Loggers;
import io.delayqueue.pull.PulledTask;
import io.delayqueue.web.api.mvc.ApiJson;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.View;

/**
 * Writes reserved tasks to the client, or releases them if they cannot be written. A view, because the code that writes a body
 * cannot detect the failure.
 */
final class ReserveAnswer implements View {

    private static final Logger log = Loggers.of(ReserveAnswer.class);

    private final List<PulledTask> tasks;

    private final AtomicBoolean decided = new AtomicBoolean();

    private final GiveBacks giveBacks;

    private final boolean begun;

    /**
     * Creates a response.
     *
     * @param begun whether a probe was written before
     */
    ReserveAnswer(List<PulledTask> tasks, GiveBacks giveBacks, boolean begun) {
        this.tasks = tasks;
        this.begun = begun;
        this.giveBacks = giveBacks;
    }

    @Override
    public void render(@Nullable Map<String, ?> model, HttpServletRequest request, HttpServletResponse response) {
        if (!decided.compareAndSet(false, true)) {
            return;
        }
        try {
            byte[] body = ApiJson.bytes(ReserveResponse.of(tasks));
            // Resets the values of Spring MVC for views: this one has no language, and JSON has no other encoding.
            response.setLocale(null);
            response.setContentType(MediaType.APPLICATION_JSON_VALUE);
            if (!begun) {
                response.setContentLength(body.length);
            }
            response.getOutputStream().write(body);
            response.flushBuffer();
        } catch (IOException e) {
            log.debug("A response could not be written", e);
            giveBack();
        } catch (Throwable e) {
            giveBack();
            throw e;
        }
    }

    /** Releases the tasks, unless they were written. */
    void notWritten() {
        if (decided.compareAndSet(false, true)) {
            giveBack();
        }
    }

    private void giveBack() {
        giveBacks.giveBack(tasks);
    }
}
