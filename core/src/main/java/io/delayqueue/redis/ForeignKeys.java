package io.delayqueue.redis;

import io.delayqueue.TaskStoreException;
import io.delayqueue.log.Loggers;
import io.delayqueue.store.PushResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.slf4j.Logger;

/**
 * Finds keys of topics that are of foreign types, and leaves their topics out of pushes, so that such keys stop no other topic. A push that
 * reads such a key fails, and is repeated without the topic.
 */
final class ForeignKeys {

    private static final Logger log = Loggers.of(ForeignKeys.class);

    private static final Found NONE = new Found(Map.of(), List.of());

    private final RedisCalls calls;

    /** The newest searches by group. */
    private final Map<String, Found> searches = new ConcurrentHashMap<>();

    ForeignKeys(RedisCalls calls) {
        this.calls = calls;
    }

    /**
     * Result of a search.
     *
     * @param keys the keys, with their topics
     * @param leftOut the topics that pushes leave out: a signal is removed, and stops no push
     */
    record Found(Map<String, String> keys, List<String> leftOut) {

        /** Returns the last arguments of a push. */
        List<byte[]> arguments(Collection<String> sweep) {
            List<String> swept = new ArrayList<>(sweep);
            swept.removeAll(leftOut);
            return Keys.arguments(leftOut.size(), leftOut, swept);
        }

        /** Reads the reply of a push. */
        PushResult result(Reply reply) {
            String next = reply.string(4);
            Map<String, Integer> expired = new HashMap<>();
            reply.table(2).strings().forEach(topic -> expired.merge(topic, 1, Integer::sum));
            return new PushResult(
                    reply.isOne(0),
                    (int) reply.number(1),
                    expired,
                    reply.number(3),
                    next.isEmpty() ? null : next,
                    keys,
                    reply.number(5),
                    Set.copyOf(reply.table(6).strings()));
        }
    }

    /**
     * Pushes a group. While such keys are known, each sweep searches again.
     *
     * @param sweep the topics that the push is to sweep
     * @param own the topic for which the push reserves, if it does
     * @param push pushes, given the keys that are known
     */
    <R> R push(String group, Collection<String> sweep, List<String> own, Function<Found, R> push) {
        Found known = searches.getOrDefault(group, NONE);
        if (!known.keys.isEmpty() && !sweep.isEmpty()) {
            known = search(group, known, sweep, own);
        }
        try {
            return push.apply(known);
        } catch (TaskStoreException e) {
            Found now = String.valueOf(e.getMessage()).contains("WRONGTYPE") ? search(group, known, sweep, own) : NONE;
            if (now.keys.isEmpty()) {
                throw e;
            }
            return push.apply(now);
        }
    }

    private Found search(String group, Found known, Collection<String> sweep, List<String> own) {
        Reply reply = calls.script(Script.FIND_FOREIGN, calls.keys(group), known.leftOut, sweep, own);
        Found now = new Found(reply.table(0).pairs(), reply.table(1).strings());
        now.keys.forEach((key, topic) -> {
            if (!known.keys.containsKey(key)) {
                log.warn(
                        "{}/{}: the key {} is of a type that only another program or an older layout can have written. It keeps"
                                + " tasks of this topic from being ready, of no other; delete or rename the key, and they go on within"
                                + " ten seconds. A signal is replaced. Logged once",
                        group,
                        topic,
                        key);
            }
        });
        searches.put(group, now);
        return now;
    }
}
