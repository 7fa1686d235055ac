package io.delayqueue.redis;

import static io.delayqueue.redis.Keys.bytes;

import io.delayqueue.store.Delivery;
import io.delayqueue.store.Outcome;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Writes the arguments of the scripts that acknowledge outcomes. */
final class OutcomeArguments {

    /**
     * Maximum bytes of failures in a call, unless it is one failure: for each the script reads and writes the kept earlier
     * ones.
     */
    private static final int MAX_BYTES = 1 << 19;

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

    /** Returns the arguments before those of the outcomes. */
    static List<byte[]> first(Keys k) {
        return List.of(k.wake, bytes(RedisTaskStore.SWEEP_MILLIS));
    }

    /** Adds the arguments of the first entries, up to some bytes, and returns their number. */
    static <T> int addMany(List<? extends T> entries, BiConsumer<T, List<byte[]>> add, List<byte[]> arguments) {
        int bytes = 0;
        int count = 0;
        while (count < entries.size() && bytes < MAX_BYTES) {
            int from = arguments.size();
            add.accept(entries.get(count++), arguments);
            for (byte[] argument : arguments.subList(from, arguments.size())) {
                bytes += argument.length;
            }
        }
        return count;
    }

    static void add(Outcome outcome, List<byte[]> arguments) {
        addDelivery(outcome.delivery(), arguments);
        if (outcome.kind() != Outcome.Kind.RELEASED) {
            // A released task keeps the place of its key.
            arguments.add(bytes(Objects.requireNonNullElse(outcome.delivery().key(), "")));
        }
        if (outcome instanceof Outcome.Retry retry) {
            arguments.add(bytes(retry.delayMillis()));
            arguments.add(bytes(retry.counts() ? 1 : 0));
            addFailure(arguments, retry.error());
        } else if (outcome instanceof Outcome.NextOccurrence next) {
            arguments.add(bytes(next.timing().name().toLowerCase(Locale.ROOT)));
            arguments.add(bytes(next.millis()));
            arguments.add(bytes(next.begun() ? 1 : 0));
            addFailure(arguments, next.error());
        } else if (outcome instanceof Outcome.Dead dead) {
            arguments.add(bytes(dead.begun() ? 1 : 0));
            addFailure(arguments, dead.error());
        } else if (outcome instanceof Outcome.Released released) {
            Outcome.Hold hold = released.hold();
            arguments.add(bytes(released.counts() ? 1 : 0));
            arguments.addAll(Keys.arguments(hold == null ? "" : hold.millis(), hold == null ? "" : hold.limit()));
        }
    }

    /** Adds a failure, which is kept until the next, and its line. */
    private static void addFailure(List<byte[]> arguments, @Nullable String error) {
        arguments.add(bytes(error == null ? "" : error));
        arguments.add(bytes(error == null ? "" : AttemptLines.fields(error)));
    }

    static void addDelivery(Delivery delivery, List<byte[]> arguments) {
        arguments.add(bytes(delivery.topic()));
        arguments.add(bytes(delivery.id()));
        arguments.add(bytes(delivery.number()));
        arguments.add(bytes(delivery.instance()));
    }
}
