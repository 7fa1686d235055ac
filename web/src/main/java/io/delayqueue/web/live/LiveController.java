package io.delayqueue.web.live;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.web.WebQueues;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** What goes on, as server-sent events. */
@RestController
final class LiveController {

    static final String API = "${delayqueue.web.path:/delayqueue}/api/v1";

    private final WebQueues queues;

    private final LiveStreams streams;

    LiveController(WebQueues queues, LiveStreams streams) {
        this.queues = queues;
        this.streams = streams;
    }

    @GetMapping(API + "/live")
    ResponseEntity<SseEmitter> live(
            @RequestParam(required = false) @Nullable String queue,
            @RequestParam(required = false) @Nullable String group,
            @RequestParam(required = false) @Nullable String topic,
            @RequestParam(defaultValue = "") String search,
            @RequestParam(defaultValue = "name") String sort,
            @RequestParam(defaultValue = "false") boolean descending,
            @RequestParam(defaultValue = "0") int page,
            @RequestParam(defaultValue = "50") int size) {
        LiveQuery query = new LiveQuery(group, topic, search, LiveSort.of(sort), descending, page, size);
        DelayQueueEngine engine = LiveProblems.require(queues, queue);
        SseEmitter stream = streams.open(engine, query).orElseThrow(LiveProblems::tooManyStreams);
        return ResponseEntity.ok()
                .contentType(MediaType.TEXT_EVENT_STREAM)
                .cacheControl(CacheControl.noStore())
                // Asks nginx and those like it to pass on each event as it comes.
                .header("X-Accel-Buffering", "no")
                .body(stream);
    }
}
