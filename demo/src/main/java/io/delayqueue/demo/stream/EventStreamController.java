package io.delayqueue.demo.stream;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Endpoint of the event stream. */
@RestController
class EventStreamController {

    private final EventStream stream;

    EventStreamController(EventStream stream) {
        this.stream = stream;
    }

    @GetMapping(path = "/api/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    SseEmitter events() {
        return stream.open();
    }
}
