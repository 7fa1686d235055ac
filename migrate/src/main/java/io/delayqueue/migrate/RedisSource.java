package io.delayqueue.migrate;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * Source in a Redis. Beside the keys of the peer, in their slot, are {@code delayqueue_taken:{Q}}, a sorted set of taken elements, {@code
 * delayqueue_gone:{Q}}, a set of names, and {@code delayqueue_back:{Q}}, a hash of how often an element was given back. These are KEYS[1] to
 * KEYS[3] of each script, and the peer's follow.
 *
 * <p>The first write of each script removes something: a Redis without memory permits the writes that follow.
 */
abstract class RedisSource extends TaskSource {

    /** Elements of one call. */
    static final int BATCH = 500;

    private static final Pass TAKEN_PASS = new Pass("ZRANGE", 1, 1, false);

    private static final List<String> OWN = List.of("delayqueue_taken:", "delayqueue_gone:", "delayqueue_back:");

    /** Returns member, score and returns of entries, of about 1 MB at most. ARGV: command, key, its sorted set of scores or 0, first, number. */
    private static final String PEEK = """
            local result, bytes, at, last = {}, 0, tonumber(ARGV[4]), ARGV[4] + ARGV[5] - 1
            local scores = KEYS[tonumber(ARGV[3])]
            while at <= last and bytes < 1000000 do
              local to = math.min(at + 49, last)
              local entries = redis.call(ARGV[1], KEYS[tonumber(ARGV[2])], at, to)
              for _, v in ipairs(entries) do
                result[#result + 1] = v
                result[#result + 1] = not scores and '0' or redis.call('ZSCORE', scores, v) or ''
                result[#result + 1] = redis.call('HGET', KEYS[3], v) or '0'
                bytes = bytes + #v
              end
              if #entries <= to - at then break end
              at = to + 1
            end
            return result
            """;

    /** ARGV: pass, milliseconds, then member and score of each. Returns the score of each; empty for those that were not there. */
    private static final String TAKE = """
            local result = {}
            for i = 3, #ARGV, 2 do
              local due = remove(ARGV[i], ARGV[i + 1])
              if due then redis.call('ZADD', KEYS[1], due, ARGV[i]) end
              result[#result + 1] = due or ''
            end
            return result
            """;

    /** ARGV: member, score, returns, name of each; 'back' instead of the name. Another process may have been faster. */
    private static final String END = """
            for i = 1, #ARGV, 4 do
              local v, name = ARGV[i], ARGV[i + 3]
              if redis.call('ZSCORE', KEYS[1], v) == ARGV[i + 1]
                  and (redis.call('HGET', KEYS[3], v) or '0') == ARGV[i + 2] then
                redis.call('ZREM', KEYS[1], v)
                if name == 'back' then
                  give(v, ARGV[i + 1])
                  redis.call('HINCRBY', KEYS[3], v, 1)
                else
                  redis.call('HDEL', KEYS[3], v)
                  if name ~= '' then redis.call('SADD', KEYS[2], name) end
                end
              end
            end
            """;

    final UnifiedJedis redis;
    final String queue;
    private final List<byte[]> keys;
    private final List<Pass> passes;
    private final String functions;

    /**
     * Entries of a key.
     *
     * @param command that reads a range of them
     * @param key the number of the key
     * @param scores the number of the sorted set that has their scores; 0 if there is none
     * @param planned whether a plan goes through them: other passes see the same
     */
    record Pass(String command, int key, int scores, boolean planned) {}

    /**
     * Creates a source.
     *
     * @param kind the beginning of its name
     * @param keys beginnings of the names of the peer's keys, before the name of the queue in braces
     * @param functions Lua: "remove" of a member, with its score in the peek, returns its score, or false if it is not there; "give" of a member and a score
     */
    RedisSource(String kind, UnifiedJedis redis, String queue, List<String> keys, List<Pass> passes, String functions) {
        super(kind + Objects.requireNonNull(queue, "queue must not be null"));
        this.redis = Objects.requireNonNull(redis, "redis must not be null");
        this.queue = queue;
        String tag = queue.contains("{") ? queue : "{" + queue + "}";
        // A key without a beginning is the queue itself.
        this.keys = Stream.concat(OWN.stream(), keys.stream())
                .map(key -> bytes(key.isEmpty() ? queue : key + tag))
                .toList();
        this.passes = Stream.concat(Stream.of(TAKEN_PASS), passes.stream()).toList();
        this.functions = functions;
    }

    @Override
    void check(String group) {
        if (queue.contains("{" + group + "}:")) {
            throw new MigrationException(
                    name + " is the target itself, a key of the group " + group + ". Name the queue to be moved");
        }
        String memory = "";
        try {
            memory = text((byte[]) script("return redis.call('INFO', 'memory')", List.of()));
        } catch (JedisDataException e) {
            // A server that does not permit this cannot be checked.
        }
        if (memory.contains("maxmemory_policy:allkeys")) {
            throw new MigrationException(name
                    + " is in a Redis whose maxmemory-policy begins with allkeys: it may evict tasks that are being moved. Set another one until"
                    + " the move has ended: CONFIG SET maxmemory-policy noeviction");
        }
    }

    @Override
    int passes() {
        return passes.size();
    }

    @Override
    boolean isPlanned(int pass) {
        return passes.get(pass).planned;
    }

    @Override
    long size(int pass) {
        byte[] key = keys.get(passes.get(pass).key - 1);
        return passes.get(pass).command.equals("LRANGE") ? redis.llen(key) : redis.zcard(key);
    }

    @Override
    List<Element> peek(int pass, long skip) {
        Pass from = passes.get(pass);
        List<byte[]> reply = list(PEEK, arguments(from.command, from.key, from.scores, skip, BATCH));
        List<Element> result = new ArrayList<>();
        for (int i = 0; i < reply.size(); i += 3) {
            result.add(new Element(reply.get(i), text(reply.get(i + 1)), text(reply.get(i + 2)), null));
        }
        return result;
    }

    @Override
    List<String> take(int pass, List<Element> elements) {
        if (pass == TAKEN) {
            return elements.stream().map(Element::score).toList();
        }
        List<byte[]> arguments = arguments(pass, System.currentTimeMillis());
        elements.forEach(element -> Collections.addAll(arguments, element.member(), bytes(element.score())));
        return list(functions + TAKE, arguments).stream().map(RedisSource::text).toList();
    }

    @Override
    void end(Map<Element, String> ends) {
        List<byte[]> arguments = new ArrayList<>();
        ends.forEach((element, name) -> Collections.addAll(
                arguments, element.member(), bytes(element.score()), bytes(element.returns()), bytes(name)));
        script(functions + END, arguments);
    }

    @Override
    List<String> names() {
        return redis.srandmember(text(keys.get(1)), BATCH);
    }

    @Override
    void forget(List<String> names) {
        redis.srem(text(keys.get(1)), names.toArray(String[]::new));
    }

    private static List<byte[]> arguments(Object... values) {
        return Stream.of(values).map(value -> bytes("" + value)).collect(Collectors.toCollection(ArrayList::new));
    }

    private Object script(String script, List<byte[]> arguments) {
        return redis.eval(bytes(script), keys, arguments);
    }

    @SuppressWarnings("unchecked")
    private List<byte[]> list(String script, List<byte[]> arguments) {
        return (List<byte[]>) script(script, arguments);
    }

    static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    static String text(byte[] bytes) {
        return new String(bytes, UTF_8);
    }
}
