package io.delayqueue.web.live.stream;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.web.api.mvc.ApiController;
import io.delayqueue.web.api.mvc.ProblemException;
import io.delayqueue.web.api.mvc.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Streams the state of a queue as server-sent events. */
final class LiveController implements ApiController {

    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

    private final LiveStreams streams;

    LiveController(LiveStreams streams) {
        this.streams = streams;
    }

    @GetMapping("/live")
    @Nullable
    SseEmitter live(
            DelayQueueEngine queue,
            @RequestParam(required = false) @Nullable String group,
            @RequestParam(required = false) @Nullable String topic,
            @RequestParam(defaultValue = "") String search,
            @RequestParam(defaultValue = "name") String sort,
            @RequestParam(defaultValue = "false") boolean descending,
            @RequestParam(defaultValue = "0") int page,
            @RequestParam(defaultValue = "50") int size,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        LiveQuery query = new LiveQuery(group, topic, search, LiveSort.of(sort), descending, page, size);
        if (HttpMethod.HEAD.matches(request.getMethod())) {
            // A stream for HEAD would stay open without an event.
            response.setContentType(MediaType.TEXT_EVENT_STREAM_VALUE);
            return null;
        }
        return streams.open(queue, query, () -> begin(response)).orElseThrow(() -> new ProblemException(
                        ProblemType.TOO_MANY,
                        "Too many dashboard pages are open: delayqueue.web.max-streams is reached")
                .retryAfter(RETRY_AFTER));
    }

    /** Sends the headers and the first line, while the request can still fail as any other. */
    private static void begin(HttpServletResponse response) throws IOException {
        response.setContentType(MediaType.TEXT_EVENT_STREAM_VALUE);
        // Disables the buffering of nginx and similar proxies.
        response.setHeader("X-Accel-Buffering", "no");
        response.getOutputStream().write(LiveStream.OPENING.getBytes(StandardCharsets.US_ASCII));
        response.flushBuffer();
    }
}
