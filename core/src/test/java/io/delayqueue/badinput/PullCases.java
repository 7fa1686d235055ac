package io.delayqueue.badinput;

import static io.delayqueue.badinput.BadInput.invalid;
import static io.delayqueue.badinput.BadInput.isNull;

import io.delayqueue.DelayQueueException;
import io.delayqueue.TopicName;
import io.delayqueue.internal.codec.Receipt;
import io.delayqueue.pull.PullOptions;
import io.delayqueue.store.Delivery;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.core.type.TypeReference;

/** Invalid calls of a puller. */
final class PullCases {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private static final Duration TOO_LONG = Duration.ofDays(36_500).plusMillis(1);

    private static final String NO_FIT =
            ", but does not at line 1, column 1: Cannot deserialize value of type `java.util.";

    private static final String WHERE = "` from String value (token `JsonToken.VALUE_STRING`)";

    private static final String RECEIPT = Receipt.of(
                    new TopicName("g", "pulled"), new Delivery("pulled", "pulled", 1, "i", null), 1, SECOND, 0, null)
            .toText();

    private PullCases() {}

    static Stream<BadInput> all() {
        return Stream.of(options(), finishes(), pulls(), receipts(), tasks(), leases())
                .flatMap(cases -> cases);
    }

    private static Stream<BadInput> finishes() {
        return Stream.of(
                invalid(
                        "TaskPuller.finish: too many",
                        s -> s.engine().puller().finish(Collections.nCopies(501, s.lease(true))),
                        "leases must be at most 500, but is '501'"),
                invalid(
                        "TaskPuller.finish: null beside a lease",
                        s -> s.engine().puller().finish(Arrays.asList(s.lease(true), null)),
                        "leases must be of a puller, but one is null"));
    }

    private static Stream<BadInput> options() {
        return Stream.of(
                invalid(
                        "new PullOptions: limit 0",
                        s -> new PullOptions(0, SECOND),
                        "limit must be from 1 to 500, but is '0'"),
                invalid(
                        "PullOptions.upTo: 501",
                        s -> PullOptions.upTo(501),
                        "limit must be from 1 to 500, but is '501'"),
                isNull("new PullOptions: null ttr", s -> new PullOptions(1, null), "ttr"),
                isNull("PullOptions.ttr: null", s -> PullOptions.DEFAULT.ttr(null), "ttr"),
                invalid(
                        "PullOptions.ttr: a millisecond too short",
                        s -> PullOptions.DEFAULT.ttr(Duration.ofMillis(999)),
                        "ttr must be from 1 second to 36,500 days, but is '999ms'"),
                invalid(
                        "PullOptions.ttr: a millisecond too long",
                        s -> PullOptions.DEFAULT.ttr(TOO_LONG),
                        "ttr must be from 1 second to 36,500 days, but is '3153600000001ms'"));
    }

    private static Stream<BadInput> pulls() {
        return Stream.of(
                isNull("TaskPuller.wake: null", s -> s.puller().wake(null), "thread"),
                isNull("TaskPuller.reserve: null options", s -> s.puller().reserve("g", "t", null, SECOND), "options"),
                isNull(
                        "TaskPuller.reserve: a null wait",
                        s -> s.puller().reserve("g", "t", PullOptions.DEFAULT, null),
                        "wait"),
                invalid(
                        "TaskPuller.reserve: a negative wait",
                        s -> s.puller().reserve("g", "t", PullOptions.DEFAULT, Duration.ofNanos(-1)),
                        "wait must not be negative, but is 'PT-0.000000001S'"),
                new BadInput(
                        "TaskPuller.reserve: from an engine that does not run",
                        s -> s.puller().reserve("g", "t", PullOptions.DEFAULT, SECOND),
                        DelayQueueException.class,
                        "Tasks can be pulled only while the engine is running, because it makes due tasks ready"));
    }

    private static Stream<BadInput> receipts() {
        return Stream.of(
                isNull("TaskPuller.lease: null", s -> s.puller().lease(null), "receipt"),
                receipt("nothing", ""),
                receipt("a task's id", "pulled"),
                receipt("one without its end", RECEIPT.substring(0, RECEIPT.length() - 1)),
                receipt("markup", "<img src=x onerror=alert(1)>"));
    }

    private static BadInput receipt(String what, String receipt) {
        String shown = receipt.length() <= 163 ? receipt : receipt.substring(0, 160) + "...";
        return invalid(
                "TaskPuller.lease: " + what,
                s -> s.puller().lease(receipt),
                "receipt must be the complete receipt of a pulled task, but is '" + shown + "'");
    }

    private static Stream<BadInput> tasks() {
        return Stream.of(
                isNull("PulledTask.payload: a null class", s -> s.pulled().payload((Class<?>) null), "type"),
                isNull("PulledTask.payload: a null type", s -> s.pulled().payload((TypeReference<?>) null), "type"),
                invalid(
                        "PulledTask.payload: of another class",
                        s -> s.pulled().payload(Map.class),
                        "payload must fit java.util.Map<java.lang.Object,java.lang.Object>" + NO_FIT
                                + "LinkedHashMap<java.lang.Object,java.lang.Object>" + WHERE),
                invalid(
                        "PulledTask.payload: of another type",
                        s -> s.pulled().payload(new TypeReference<List<String>>() {}),
                        "payload must fit java.util.List<java.lang.String>" + NO_FIT + "ArrayList<java.lang.String>"
                                + WHERE));
    }

    /** In the hands of who pulled a task, and in those of who has its receipt. */
    private static Stream<BadInput> leases() {
        return Stream.of(false, true).flatMap(PullCases::leases);
    }

    private static Stream<BadInput> leases(boolean byReceipt) {
        String how = byReceipt ? ", by receipt" : "";
        return Stream.of(
                isNull(
                        "TaskLease.retry: a null delay" + how,
                        s -> s.lease(byReceipt).retry(null, "why"),
                        "delay"),
                isNull(
                        "TaskLease.retry: a null reason" + how,
                        s -> s.lease(byReceipt).retry(SECOND, null),
                        "reason"),
                invalid(
                        "TaskLease.retry: a negative delay" + how,
                        s -> s.lease(byReceipt).retry(SECOND.negated(), "why"),
                        "delay must not be negative, but is '-1s'"),
                invalid(
                        "TaskLease.retry: a delay that is too long" + how,
                        s -> s.lease(byReceipt).retry(TOO_LONG, "why"),
                        "delay must be at most 36,500 days, but is '3153600000001ms'"),
                isNull(
                        "TaskLease.later: a null delay" + how,
                        s -> s.lease(byReceipt).later(null, "why"),
                        "delay"),
                isNull(
                        "TaskLease.later: a null reason" + how,
                        s -> s.lease(byReceipt).later(SECOND, null),
                        "reason"),
                invalid(
                        "TaskLease.later: a negative delay" + how,
                        s -> s.lease(byReceipt).later(SECOND.negated(), "why"),
                        "delay must not be negative, but is '-1s'"),
                invalid(
                        "TaskLease.later: a delay that is too long" + how,
                        s -> s.lease(byReceipt).later(TOO_LONG, "why"),
                        "delay must be at most 36,500 days, but is '3153600000001ms'"),
                isNull(
                        "TaskLease.bury: a null reason" + how,
                        s -> s.lease(byReceipt).bury(null),
                        "reason"));
    }
}
