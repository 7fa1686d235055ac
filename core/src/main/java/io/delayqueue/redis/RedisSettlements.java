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

    /** Where tasks are large, a call sees to the first of them only: their details are written too. */
    List<Delivery> repeat(Keys k, List<NextRun> runs) {
        List<Delivery> stale = new ArrayList<>();
        for (int from = 0; from < runs.size(); ) {
            Entries<NextRun> left =
                    new Entries<>(runs.subList(from, runs.size()), NextRun::delivery, (run, arguments) -> {
                        arguments.add(bytes(run.kind().name().toLowerCase(Locale.ROOT)));
                        arguments.add(bytes(run.millis()));
                        addFailure(arguments, run.error());
                    });
            RedisCalls.Reply reply = send(
                    Script.REPEAT,
                    List.of(k.reserved, k.deliveries, k.waiting, k.errors, k.counts, k.detail),
                    List.of(k.wake, bytes(SWEEP_MILLIS)),
                    left);
            List<Object> values = Replies.list(reply.value());
            from += (int) Replies.number(values.get(0));
            stale.addAll(stale(values.subList(1, values.size()), reply.repeated(), left));
        }
        return stale;
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
    private record Entries<T>(List<T> all, Function<T, Delivery> delivery, BiConsumer<T, List<byte[]>> more) {}

    private <T> List<Delivery> settle(Script script, List<byte[]> keys, List<byte[]> before, Entries<T> entries) {
        if (entries.all().isEmpty()) {
            return List.of();
        }
        RedisCalls.Reply reply = send(script, keys, before, entries);
        return stale(Replies.list(reply.value()), reply.repeated(), entries);
    }

    private <T> RedisCalls.Reply send(Script script, List<byte[]> keys, List<byte[]> before, Entries<T> entries) {
        List<byte[]> arguments =
                new ArrayList<>(before.size() + 8 * entries.all().size());
        arguments.addAll(before);
        for (T entry : entries.all()) {
            Delivery named = entries.delivery().apply(entry);
            arguments.add(bytes(named.topic()));
            arguments.add(bytes(named.id()));
            arguments.add(bytes(named.number()));
            arguments.add(bytes(named.instance()));
            entries.more().accept(entry, arguments);
        }
        return calls.script(script, keys, arguments);
    }

    private static <T> List<Delivery> stale(List<Object> indexes, boolean repeated, Entries<T> entries) {
        if (repeated) {
            // What looks stale was settled by the sending whose reply was lost, for all that is known.
            return List.of();
        }
        return indexes.stream()
                .map(index -> entries.delivery().apply(entries.all().get((int) Replies.number(index) - 1)))
                .toList();
    }
}
