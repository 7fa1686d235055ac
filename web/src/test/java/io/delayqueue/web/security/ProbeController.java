package io.delayqueue.web.security;

import io.delayqueue.web.api.mvc.ApiController;
import io.delayqueue.web.api.mvc.RawJson;
import java.util.concurrent.Callable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;

/** Calls that the API does not have. */
final class ProbeController implements ApiController {

    /** Answers from another thread, as a long poll does. */
    @GetMapping("/waiting")
    Callable<RawJson> answerLater() {
        return () -> new RawJson("{\"groups\":\"later\"}");
    }

    @PostMapping("/broken")
    void fail() {
        throw new IllegalStateException("the store is gone");
    }
}
