package io.delayqueue.web.security;

import java.util.Map;
import java.util.concurrent.Callable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Calls below the API's path that the API does not have. */
@RestController
class ProbeController {

    private static final String API = "${delayqueue.web.path:/delayqueue}/api/v1";

    /** Answers from another thread, as a long poll does. */
    @GetMapping(API + "/waiting")
    Callable<Map<String, Object>> answerLater() {
        return () -> Map.of("groups", "later");
    }

    @PostMapping(API + "/broken")
    void fail() {
        throw new IllegalStateException("the store is gone");
    }
}
