package io.delayqueue.web.security;

import io.delayqueue.web.api.mvc.ApiController;
import io.delayqueue.web.api.mvc.RawJson;
import java.util.concurrent.Callable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;

/** Additional calls for tests. */
final class ProbeController implements ApiController {

    /** Responds from another thread, like a long poll. */
    @GetMapping("/waiting")
    Callable<RawJson> answerLater() {
        return () -> new RawJson("{\"groups\":\"later\"}");
    }

    @PostMapping("/broken")
    void fail() {
        throw new IllegalStateException("the store is gone");
    }
}
