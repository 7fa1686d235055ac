package io.delayqueue.redis;

import static io.delayqueue.redis.Keys.bytes;
import static io.delayqueue.redis.RedisTaskStore.SWEEP_MILLIS;

import io.delayqueue.store.Delivery;
import io.delayqueue.store.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The steps that name deliveries: each tells which of them were stale. */
final class RedisSettlements {

    /** Bytes of failures in a call, but for one failure: with each the script reads and writes what is kept of the earlier ones. */
    private static final int MAX_BYTES = 1 << 19;

    private final RedisCalls calls;

    /**
     * A script that names deliveries.
     *
     * @param before its arguments before those of the deliveries
     */
    private record Step(Script script, List<byte[]> before) {}

    RedisSettlements(RedisCalls calls) {
        this.calls = calls;
    }

    List<Delivery> acknowledge(Keys k, List<? extends Outcome> outcomes) {
        return outcomes.isEmpty()
                ? List.of()
                : send(k, step(k, Outcome.kindOf(outcomes)), outcomes, Outcome::delivery, RedisSettlements::describe);
    }

    List<Delivery> renew(Keys k, List<Delivery> deliveries, Duration lease) {
        Step step = new Step(Script.RENEW, List.of(bytes(lease.toMillis())));
        return send(k, step, deliveries, Function.identity(), (delivery, arguments) -> {});
    }

    private static Step step(Keys k, Outcome.Kind kind) {
        return switch (kind) {
            case FINISHED -> new Step(Script.FINISH, List.of());
            case RETRY -> new Step(Script.RETRY, List.of(k.wake, bytes(SWEEP_MILLIS)));
            case NEXT_OCCURRENCE -> new Step(Script.REPEAT, List.of(k.wake, bytes(SWEEP_MILLIS)));
            case DEAD -> new Step(Script.BURY, List.of());
            case RELEASED -> new Step(Script.RELEASE, List.of());
        };
    }

    /** Adds what a step reads of an outcome beside its delivery. */
    private static void describe(Outcome outcome, List<byte[]> arguments) {
        if (outcome instanceof Outcome.Retry retry) {
            arguments.add(bytes(retry.delayMillis()));
            addFailure(arguments, retry.error());
        } else if (outcome instanceof Outcome.NextOccurrence next) {
            arguments.add(bytes(next.timing().name().toLowerCase(Locale.ROOT)));
            arguments.add(bytes(next.millis()));
            addFailure(arguments, next.error());
        } else if (outcome instanceof Outcome.Dead dead) {
            addFailure(arguments, dead.error());
        } else if (outcome instanceof Outcome.Released released) {
            arguments.add(bytes(released.started() ? 1 : 0));
        }
    }

    /** What is kept of a failure: itself until the next, and a line of it. */
    private static void addFailure(List<byte[]> arguments, @Nullable String error) {
        arguments.add(bytes(error == null ? "" : error));
        arguments.add(bytes(error == null ? "" : AttemptLines.fields(error)));
    }

    /** Names as many in a call as have some bytes together; returns the stale deliveries. */
    private <T> List<Delivery> send(
            Keys k,
            Step step,
            List<? extends T> all,
            Function<T, Delivery> delivery,
            BiConsumer<T, List<byte[]>> more) {
        List<Delivery> stale = new ArrayList<>();
        List<byte[]> keys = k.of(step.script());
        Parts.each(all, left -> {
            List<byte[]> arguments = new ArrayList<>(step.before());
            int bytes = 0;
            for (int i = 0; i < left.size() && bytes < MAX_BYTES; i++) {
                int first = arguments.size();
                name(delivery.apply(left.get(i)), arguments);
                more.accept(left.get(i), arguments);
                for (byte[] argument : arguments.subList(first, arguments.size())) {
                    bytes += argument.length;
                }
            }
            RedisCalls.Reply reply = calls.script(step.script(), keys, arguments);
            // Of a repeated call, entries that appear stale were acknowledged by the sending whose reply was lost, as
            // far as is known.
            return Parts.named(Replies.list(reply.value()), left, one -> {
                if (!reply.repeated()) {
                    stale.add(delivery.apply(one));
                }
            });
        });
        return stale;
    }

    private static void name(Delivery delivery, List<byte[]> arguments) {
        arguments.add(bytes(delivery.topic()));
        arguments.add(bytes(delivery.id()));
        arguments.add(bytes(delivery.number()));
        arguments.add(bytes(delivery.instance()));
    }
}
