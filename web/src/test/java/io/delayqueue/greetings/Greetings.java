package io.delayqueue.greetings;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** What an application has of its own: a controller for every path, and an advice for every failure. */
@RestController
public final class Greetings {

    record Greeting(
            String firstName, Instant sentAt, @Nullable String nothing) {}

    @GetMapping("/greeting")
    Greeting greeting() {
        return new Greeting("Ada", Instant.EPOCH, null);
    }

    @GetMapping("/failing")
    Greeting failing() {
        throw new IllegalStateException("on purpose");
    }

    @GetMapping("/**")
    String everything() {
        return "everything";
    }

    /** Has an answer to all that fails. */
    @RestControllerAdvice
    public static final class Advice {

        @ExceptionHandler
        String any(Exception e) {
            return "advised";
        }
    }
}
