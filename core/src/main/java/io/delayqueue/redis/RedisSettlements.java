package io.delayqueue.redis;

import static io.delayqueue.redis.Keys.bytes;
import static io.delayqueue.redis.RedisTaskStore.SWEEP_MILLIS;

import io.delayqueue.store.Burial;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.NextRun;
import io.delayqueue.store.Release;
import io.delayqueue.store.Retry;
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

    RedisSettlements(RedisCalls calls) {
        this.calls = calls;
    }

    List<Delivery> finish(Keys k, List<Delivery> deliveries) {
        return settle(
                Script.FINISH,
                List.of(k.reserved, k.deliveries, k.detail, k.errors, k.counts),
                List.of(),
                new Entries<>(deliveries, Function.identity(), (delivery, arguments) -> {}));
    }

    List<Delivery> retry(Keys k, List<Retry> retries) {
        return settle(
                Script.RETRY,
                List.of(k.reserved, k.deliveries, k.waiting, k.errors, k.counts),
                List.of(k.wake, bytes(SWEEP_MILLIS)),
                new Entries<>(retries, Retry::delivery, (retry, arguments) -> {
                    arguments.add(bytes(retry.delayMillis()));
                    addFailure(arguments, retry.error());
                }));
    }

    List<Delivery> repeat(Keys k, List<NextRun> runs) {
        return settle(
                Script.REPEAT,
                List.of(k.reserved, k.deliveries, k.waiting, k.errors, k.counts, k.detail),
                List.of(k.wake, bytes(SWEEP_MILLIS)),
                new Entries<>(runs, NextRun::delivery, (run, arguments) -> {
                    arguments.add(bytes(run.kind().name().toLowerCase(Locale.ROOT)));
                    arguments.add(bytes(run.millis()));
                    addFailure(arguments, run.error());
                }));
    }

    List<Delivery> bury(Keys k, List<Burial> burials) {
        return settle(
                Script.BURY,
                List.of(k.reserved, k.deliveries, k.errors, k.counts),
                List.of(k.prefix),
                new Entries<>(burials, Burial::delivery, (burial, arguments) -> addFailure(arguments, burial.error())));
    }

    List<Delivery> release(Keys k, List<Release> releases) {
        return settle(
                Script.RELEASE,
                List.of(k.reserved, k.deliveries, k.counts, k.paused, k.waiting),
                List.of(k.prefix),
                new Entries<>(
                        releases,
                        Release::delivery,
                        (release, arguments) -> arguments.add(bytes(release.started() ? 1 : 0))));
    }

    List<Delivery> renew(Keys k, List<Delivery> deliveries, Duration lease) {
        return settle(
                Script.RENEW,
                List.of(k.reserved, k.deliveries),
                List.of(bytes(lease.toMillis())),
                new Entries<>(deliveries, Function.identity(), (delivery, arguments) -> {}));
    }

    /** What is kept of a failure: itself until the next, and a line of it. */
    private static void addFailure(List<byte[]> arguments, @Nullable String error) {
        arguments.add(bytes(error == null ? "" : error));
        arguments.add(bytes(error == null ? "" : AttemptLines.fields(error)));
    }

    /** What a step is told of: the delivery each entry names, and what it says beside. */
    private record Entries<T>(List<T> all, Function<T, Delivery> delivery, BiConsumer<T, List<byte[]>> more) {

        Delivery named(int index) {
            return delivery.apply(all.get(index));
        }
    }

    /** Names as many in a call as have some bytes together. A call may leave the last of them, where tasks are large. */
    private <T> List<Delivery> settle(Script script, List<byte[]> keys, List<byte[]> before, Entries<T> entries) {
        List<Delivery> stale = new ArrayList<>();
        for (int from = 0; from < entries.all().size(); ) {
            List<byte[]> arguments = new ArrayList<>(before);
            int named = name(entries, from, arguments);
            RedisCalls.Reply reply = calls.script(script, keys, arguments);
            List<Object> values = Replies.list(reply.value());
            int seen = named;
            if (script == Script.REPEAT) {
                seen = (int) Replies.number(values.get(0));
                values = values.subList(1, values.size());
            }
            // Of a repeated call, entries that appear stale were settled by the sending whose reply was lost, as far as
            // is known.
            for (Object index : reply.repeated() ? List.of() : values) {
                stale.add(entries.named(from + (int) Replies.number(index) - 1));
            }
            from += seen;
        }
        return stale;
    }

    /** Adds the arguments for the entries from one on; returns for how many. */
    private static <T> int name(Entries<T> entries, int from, List<byte[]> arguments) {
        int count = 0;
        for (int bytes = 0; from + count < entries.all().size() && bytes < MAX_BYTES; count++) {
            int first = arguments.size();
            Delivery named = entries.named(from + count);
            arguments.add(bytes(named.topic()));
            arguments.add(bytes(named.id()));
            arguments.add(bytes(named.number()));
            arguments.add(bytes(named.instance()));
            entries.more().accept(entries.all().get(from + count), arguments);
            for (int i = first; i < arguments.size(); i++) {
                bytes += arguments.get(i).length;
            }
        }
        return count;
    }
}
