package io.delayqueue.web.live.stream;

import static org.awaitility.Awaitility.await;

import io.delayqueue.testing.Commands.Command;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Calls that pages cause, among those that Redis has received. */
final class PageCalls {

    /** How many a page may add in a second. */
    static final int MAX_ADDED = 5;

    private static final Duration PAUSE = Duration.ofSeconds(1);

    private PageCalls() {}

    static void pause() {
        await().pollDelay(PAUSE).atMost(PAUSE.multipliedBy(10)).until(() -> true);
    }

    /** Calls of the first seconds, as a test may take longer than it should. */
    static List<Command> first(int seconds, List<Command> calls) {
        return calls.stream()
                .takeWhile(call -> call.micros() - calls.get(0).micros() < TimeUnit.SECONDS.toMicros(seconds))
                .toList();
    }

    static boolean isCount(Command call) {
        return call.name().startsWith("eval")
                && LiveCostIT.COUNTS.matcher(call.arguments()).find();
    }

    static boolean isSampled(Command call) {
        return LiveCostIT.isSampled(call) && !isCleaning(call);
    }

    /** Without windows, unlike the counts of pages. */
    static boolean isCleaning(Command call) {
        return isCount(call) && call.arguments().contains(":NEVER\" \"0\" ");
    }
}
