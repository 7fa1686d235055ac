package io.delayqueue.redis;

import static java.util.Objects.requireNonNullElse;

import io.delayqueue.store.AttemptRecord;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.StoredJson;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Writes the arguments of the scripts that acknowledge outcomes. */
final class OutcomeArguments {

    /**
     * Maximum bytes of failures in a call, unless it is one failure: for each the script reads and writes the kept earlier
     * ones.
     */
    private static final int MAX_BYTES = 1 << 19;

    /** Maximum bytes of the attempts that went wrong in a record; the script has this number too. */
    static final int MAX_LINES = 1 << 11;

    private OutcomeArguments() {}

    static Script script(Outcome.Kind kind) {
        return switch (kind) {
            case FINISHED -> Script.FINISH;
            case RETRY -> Script.RETRY;
            case NEXT_OCCURRENCE -> Script.REPEAT;
            case DEAD -> Script.BURY;
            case RELEASED -> Script.RELEASE;
        };
    }

    /** Adds the arguments of the first entries, up to some bytes, and returns their number. */
    static <T> int addMany(List<? extends T> entries, Function<T, List<byte[]>> of, List<byte[]> arguments) {
        int bytes = 0;
        int count = 0;
        while (count < entries.size() && bytes < MAX_BYTES) {
            T entry = entries.get(count++);
            List<byte[]> own = of.apply(entry);
            bytes += own.stream().mapToInt(argument -> argument.length).sum();
            // A record also has what the script knows of the attempts before.
            bytes += entry instanceof Outcome outcome
                            && outcome.record() != null
                            && outcome.record().attempts() > 1
                    ? MAX_LINES
                    : 0;
            arguments.addAll(own);
        }
        return count;
    }

    static List<byte[]> of(Outcome outcome) {
        Delivery delivery = outcome.delivery();
        String label = label(outcome);
        if (outcome instanceof Outcome.Retry retry) {
            return Keys.arguments(of(delivery), label, retry.delayMillis(), retry.counts(), failure(retry.error()));
        }
        if (outcome instanceof Outcome.NextOccurrence next) {
            String timing = next.timing().name().toLowerCase(Locale.ROOT);
            return Keys.arguments(of(delivery), label, timing, next.millis(), next.begun(), failure(next.error()));
        }
        if (outcome instanceof Outcome.Dead dead) {
            return Keys.arguments(of(delivery), label, dead.begun(), failure(dead.error()));
        }
        if (outcome instanceof Outcome.Released released) {
            Outcome.Hold hold = released.hold();
            // The task keeps the place of its key.
            return Keys.arguments(
                    of(delivery),
                    released.counts(),
                    hold == null ? null : hold.millis(),
                    hold == null ? null : hold.limit());
        }
        return Keys.arguments(of(delivery), label);
    }

    /**
     * The label, and behind a tab the record: what is behind the time of the end in the JSON, and a blank if the record has no
     * attempts.
     */
    private static String label(Outcome outcome) {
        String label = requireNonNullElse(outcome.delivery().label(), "");
        AttemptRecord record = outcome.record();
        if (record == null) {
            return label;
        }
        String instance =
                StoredJson.MAPPER.writeValueAsString(outcome.delivery().instance());
        String more = (record.more().isEmpty() ? "]" : "," + record.more() + "]") + (record.listsAttempts() ? "" : " ");
        return label + "\t" + record.dueAt() + "," + record.latenessMillis() + "," + record.tookMillis() + ","
                + record.attempts() + "," + instance + more;
    }

    /** A failure, which is kept until the next, and its line. */
    private static List<String> failure(@Nullable String error) {
        return error == null ? List.of("", "") : List.of(error, AttemptLines.fields(error));
    }

    static List<byte[]> of(Delivery delivery) {
        return Keys.arguments(delivery.topic(), delivery.id(), delivery.number(), delivery.instance());
    }
}
