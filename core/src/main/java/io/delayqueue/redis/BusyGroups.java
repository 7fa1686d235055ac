package io.delayqueue.redis;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.exceptions.JedisDataException;

/** Checks groups of one node in one round trip. */
final class BusyGroups {

    private BusyGroups() {}

    /**
     * Finds the groups that need a push.
     *
     * @param groups the groups with the topics to look at
     * @param arguments those of the script
     */
    static Set<String> find(
            RedisCalls calls, Map<String, ? extends Collection<String>> groups, List<byte[]> arguments) {
        ScriptFile check = Script.CHECK.file();
        Map<String, Response<Object>> replies = new HashMap<>();
        return calls.once("the checks of groups", () -> {
            String any = groups.keySet().iterator().next();
            try (AbstractPipeline node = calls.toMasterOf(calls.keys(any).get(Key.TOPICS))) {
                groups.forEach((group, topics) -> {
                    List<byte[]> keys = calls.keys(group).ofTopics(Script.CHECK, topics);
                    // The first call brings the text for all.
                    replies.put(
                            group,
                            replies.isEmpty()
                                    ? node.eval(check.source, keys, arguments)
                                    : node.evalsha(check.sha, keys, arguments));
                });
                node.sync();
            }
            return replies.entrySet().stream()
                    .filter(checked -> isBusy(checked.getValue()))
                    .map(Map.Entry::getKey)
                    .collect(Collectors.toSet());
        });
    }

    /** Takes a refusal for busy, because a push handles and reports the refusal. */
    private static boolean isBusy(Response<Object> reply) {
        try {
            return new Reply(reply.get(), false).isOne();
        } catch (JedisDataException e) {
            return true;
        }
    }
}
