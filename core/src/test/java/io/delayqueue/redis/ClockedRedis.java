package io.delayqueue.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.ClusterCommandObjects;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.CommandObject;
import redis.clients.jedis.CommandObjects;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.args.Rawable;
import redis.clients.jedis.executors.CommandExecutor;

/** Redis whose scripts read the time that a test sets, from a key of their group instead of the server's clock. What expires does so by the server's clock. */
public final class ClockedRedis implements AutoCloseable {

    private static final Pattern SERVER_TIME = Pattern.compile("[\\w.]+\\('TIME'\\)");

    private static final String TIME_OF_TEST = "{ 0, redis.call('GET', string.match(KEYS[1], '^{.-}:') .. 'CLOCK') }";

    /** Scripts by their text, and by its digest. */
    private final Map<String, byte[]> scripts = new HashMap<>();

    private final UnifiedJedis server;

    private final CommandObjects commands;

    private final UnifiedJedis clocked;

    private final LostReplies replies;

    private final UnifiedJedis losing;

    private final RedisUnderTest store;

    private final RedisUnderTest losingStore;

    private long micros;

    /** Creates a client of a server or a cluster. */
    public ClockedRedis(UnifiedJedis server) {
        this.server = server;
        this.commands = server instanceof RedisClusterClient ? new ClusterCommandObjects() : new CommandObjects();
        for (Script script : Script.values()) {
            String source = new String(script.file().source, UTF_8);
            byte[] changed = SERVER_TIME
                    .matcher(source)
                    .replaceAll(Matcher.quoteReplacement(TIME_OF_TEST))
                    .getBytes(UTF_8);
            scripts.put(source, changed);
            scripts.put(new String(script.file().sha, UTF_8), changed);
        }
        this.clocked = LostReplies.clientBy(new Clocked(), server);
        this.replies = new LostReplies(clocked);
        this.losing = replies.client();
        this.store = new Store(clocked);
        this.losingStore = new Store(losing);
    }

    /** Sets the time of a group, in microseconds since the epoch. */
    public void set(String group, long time) {
        micros = time;
        server.set("{" + group + "}:CLOCK", Long.toString(time));
    }

    /** Removes all that the store holds of a group. */
    public void clear(String group) {
        server.keys("{" + group + "}:*").forEach(server::del);
    }

    /** Whether the signal of a topic is set. */
    public boolean isSignalled(String group, String topic) {
        return server.exists("{" + group + "}:SIGNAL:" + topic);
    }

    /** The store. */
    public RedisUnderTest store() {
        return store;
    }

    /** The same store, by the client whose replies are lost. */
    public RedisUnderTest losing() {
        return losingStore;
    }

    /**
     * The next reply to the losing client is lost.
     *
     * @param before what happens before the call is sent again
     */
    public void loseNextReply(Runnable before) {
        replies.loseNext(before);
    }

    /** Sees to it that no reply is lost any more; returns whether one was still to be lost. */
    public boolean loseNone() {
        return replies.loseNone();
    }

    @Override
    public void close() {
        losing.close();
        clocked.close();
    }

    /** Sends scripts that read the time of the test. */
    private final class Clocked implements CommandExecutor {

        @Override
        public <T> T executeCommand(CommandObject<T> command) {
            List<byte[]> words = new ArrayList<>();
            for (Rawable word : command.getArguments()) {
                words.add(word.getRaw());
            }
            byte[] script = words.size() > 2 ? scripts.get(new String(words.get(1), UTF_8)) : null;
            if (script == null) {
                return server.executeCommand(command);
            }
            int keys = 3 + Integer.parseInt(new String(words.get(2), UTF_8));
            CommandArguments arguments = commands.eval(
                            script, words.subList(3, keys), words.subList(keys, words.size()))
                    .getArguments();
            return server.executeCommand(new CommandObject<>(arguments, command.getBuilder()));
        }

        @Override
        public void close() {
            // The client is its owner's to close.
        }
    }

    private final class Store implements RedisUnderTest {

        private final UnifiedJedis client;

        private final RedisCalls calls;

        Store(UnifiedJedis client) {
            this.client = client;
            this.calls = RedisUnderTest.super.calls();
        }

        @Override
        public RedisCalls calls() {
            return calls;
        }

        @Override
        public UnifiedJedis client() {
            return client;
        }

        @Override
        public void audit(String group) {
            new GroupAudit(client, group, micros / 1_000).check();
        }
    }
}
