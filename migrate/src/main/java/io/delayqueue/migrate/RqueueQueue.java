package io.delayqueue.migrate;

import java.util.Collection;
import java.util.List;
import redis.clients.jedis.UnifiedJedis;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Queue of Rqueue, with its default prefix of keys: the delayed messages, the due ones, and those whose consumer has died, after their visibility
 * time-out. Without a decoder the payload is a tree of JSON, without the name of its class.
 *
 * <p>Messages that were deleted, and those of which the id was enqueued again, are let go and counted, because Rqueue ignores them. Messages
 * that repeat are left: declare them. Dead letters are not moved: requeue them in Rqueue.
 */
public final class RqueueQueue extends RedisSource {

    private static final JsonMapper JSON = new JsonMapper();

    private static final int PROCESSING_PASS = 4;

    private static final List<Pass> PASSES = List.of(
            new Pass("ZRANGE", 4, 4, false),
            new Pass("ZRANGE", 4, 4, true),
            new Pass("LRANGE", 5, 0, true),
            new Pass("ZRANGE", 6, 6, true));

    /** A message of a consumer that lives is not taken. */
    private static final String FUNCTIONS = """
            local function remove(v)
              local due = redis.call('ZSCORE', KEYS[4], v)
              if due then
                redis.call('ZREM', KEYS[4], v)
                return due
              end
              if redis.call('LREM', KEYS[5], 1, v) == 1 then return '0' end
              local visible = redis.call('ZSCORE', KEYS[6], v)
              if visible and tonumber(visible) < tonumber(ARGV[2]) then
                redis.call('ZREM', KEYS[6], v)
                return '0'
              end
              return false
            end
            local function give(v, due)
              redis.call('ZADD', KEYS[4], due, v)
            end
            """;

    private RqueueQueue(UnifiedJedis redis, String queue) {
        super(
                "rqueue:",
                redis,
                queue,
                List.of("__rq::d-queue::", "__rq::queue::", "__rq::p-queue::"),
                PASSES,
                FUNCTIONS);
    }

    /**
     * Names a queue.
     *
     * @param redis a client of the Redis of the old application, which the caller closes
     * @param queue the name of the queue
     * @return the source
     */
    public static RqueueQueue of(UnifiedJedis redis, String queue) {
        return new RqueueQueue(redis, queue);
    }

    @Override
    Migration.Decoder decoder() {
        return JSON::readTree;
    }

    @Override
    byte[] content(Element element) {
        JsonNode message = json(element);
        if (message.path("period").asLong() > 0) {
            throw new IllegalArgumentException("the message repeats: declare a repeating task instead");
        }
        return bytes(JSON.readTree(message.get("message").asString()).get("msg").asString());
    }

    /** A due message has no score, but the time in its JSON. */
    @Override
    long due(Element element) {
        return element.score().equals("0") ? json(element).path("processAt").asLong() : super.due(element);
    }

    private static JsonNode json(Element element) {
        return JSON.readTree(element.member());
    }

    /** The marks have keys of their own, perhaps on other nodes: a call each. */
    @Override
    Collection<Element> ignored(Collection<Element> elements) {
        return elements.stream().filter(this::isIgnored).toList();
    }

    private boolean isIgnored(Element element) {
        JsonNode message = json(element);
        String mark =
                redis.get("__rq::m-mdata::" + queue + "::" + message.path("id").asString());
        JsonNode metadata = JSON.readTree(mark == null ? "{}" : mark);
        JsonNode enqueued = metadata.path("rqueueMessage").path("queuedTime");
        return metadata.path("deleted").asBoolean()
                || !enqueued.isMissingNode() && !enqueued.equals(message.path("queuedTime"));
    }

    @Override
    void note(MigrationReport plan) {
        plan.note(
                size(PROCESSING_PASS), " messages are being processed, and moved only after their visibility time-out");
    }

    /** Entries of the last pass are in the order of the ends of visibility. */
    @Override
    List<Element> peek(int pass, long skip) {
        long now = System.currentTimeMillis();
        List<Element> found = super.peek(pass, skip);
        return pass < PROCESSING_PASS
                ? found
                : found.stream()
                        .filter(element -> element.time() < now)
                        .map(element -> element.with("0"))
                        .toList();
    }
}
