package io.delayqueue.redis;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.delayqueue.TaskNotReplicatedException;
import io.delayqueue.TaskStoreException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.CommandObject;
import redis.clients.jedis.ConnectionPool;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.RedisSentinelClient;
import redis.clients.jedis.Response;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisClusterOperationException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisRedirectionException;
import redis.clients.jedis.params.SetParams;

/**
 * Runs scripts whose writes replicas must confirm, if any must.
 *
 * <p>WAIT covers the writes of its own connection, so the script and WAIT share one. A repeated script may find its work done
 * and write nothing; WAIT on the new connection would then confirm at once, although no replica has the writes of the lost
 * connection. So a mark is written after each script, on the same connection: replicas apply writes in order, and one that has
 * the mark has everything that the script has read.
 */
record DurableCalls(RedisCalls calls, Durability durability) {

    private static final SetParams MARK_LIFE = new SetParams().px(10_000);

    /** Maximum time of a single WAIT. Several may exceed the connection's own time-out. */
    private static final long MAX_WAIT_MILLIS = 100;

    /**
     * Creates the calls.
     *
     * @throws IllegalArgumentException if replicas must confirm, and the client does not provide single connections
     */
    DurableCalls {
        if (durability.minReplicas() > 0
                && !(calls.client instanceof RedisClusterClient)
                && !(calls.client instanceof RedisSentinelClient)
                && !(calls.client instanceof RedisClient)) {
            throw new IllegalArgumentException("Waiting for replicas needs a RedisClient, RedisSentinelClient or"
                    + " RedisClusterClient, but the client is a "
                    + calls.client.getClass().getName());
        }
    }

    /**
     * Runs a script, like {@link RedisCalls#script}.
     *
     * @param group has a writable key in the script's slot
     * @throws TaskNotReplicatedException if the script has run and too few replicas confirmed
     */
    Reply script(Script script, Keys group, List<byte[]> keys, List<byte[]> arguments) {
        if (durability.minReplicas() == 0) {
            return calls.script(script, keys, arguments);
        }
        Step step = new Step(script, keys, arguments, group.get(Key.MARK));
        try {
            Object value = RedisCalls.surely(() -> step.sendings > 0, () -> calls.repeat(script, step::attempt));
            return new Reply(value, step.sendings > 1);
        } catch (TaskNotReplicatedException e) {
            throw e;
        } catch (TaskStoreException e) {
            throw step.done ? unconfirmed(0, e) : e;
        }
    }

    private TaskNotReplicatedException unconfirmed(long confirmed, @Nullable Exception cause) {
        String message =
                "The tasks are in Redis at %s and may be delivered, but %d of %d replicas confirmed them within %d ms"
                        .formatted(
                                calls.address,
                                confirmed,
                                durability.minReplicas(),
                                durability.timeout().toMillis());
        return new TaskNotReplicatedException(
                cause == null ? message : message + ": " + cause.getMessage(),
                (int) confirmed,
                durability.minReplicas(),
                cause);
    }

    /** Returns a connection to a known node of a cluster. */
    private Pipeline toNode(HostAndPort node) {
        ConnectionPool pool =
                ((RedisClusterClient) calls.client).getClusterNodes().get(node.toString());
        if (pool == null) {
            throw new JedisClusterOperationException("No connections to " + node);
        }
        return new Pipeline(pool.getResource(), true);
    }

    /** Script whose writes wait for confirmation. */
    private final class Step {

        private final Script script;
        private final List<byte[]> keys;
        private final List<byte[]> arguments;
        private final byte[] mark;

        private boolean repeated;

        private int sendings;

        /** Whether the script has run on a server. */
        private boolean done;

        Step(Script script, List<byte[]> keys, List<byte[]> arguments, byte[] mark) {
            this.script = script;
            this.keys = keys;
            this.arguments = arguments;
            this.mark = mark;
        }

        Object attempt() {
            if (repeated && calls.client instanceof RedisClusterClient) {
                letJedisFindTheNode();
            }
            repeated = true;
            try {
                return on(null);
            } catch (JedisRedirectionException first) {
                letJedisFindTheNode();
                try {
                    return on(first instanceof JedisAskDataException ? first.getTargetNode() : null);
                } catch (JedisRedirectionException second) {
                    throw new JedisClusterOperationException("The slot is still moving", second);
                }
            }
        }

        /** Refreshes the nodes and slots of the cluster client, which only its own calls do; the script may be repeated. */
        private void letJedisFindTheNode() {
            calls.script(script, keys, arguments);
            sendings++;
            done = true;
        }

        /**
         * Runs the step on one connection.
         *
         * @param asked the node of an ASK redirection, for this call only
         */
        private Object on(@Nullable HostAndPort asked) {
            try (AbstractPipeline connection = asked == null ? calls.toMasterOf(mark) : toNode(asked)) {
                Object reply =
                        calls.evaluate(script, keys, arguments, command -> send(connection, command, asked != null));
                long confirmed = confirmations(connection);
                if (confirmed < durability.minReplicas()) {
                    throw unconfirmed(confirmed, null);
                }
                return reply;
            }
        }

        private Object send(AbstractPipeline connection, CommandObject<Object> call, boolean asking) {
            sendings++;
            Response<Object> reply = sendOne(connection, call, asking);
            Response<String> marked = sendOne(connection, calls.commands.set(mark, new byte[0], MARK_LIFE), asking);
            connection.sync();
            Object value = answered(reply);
            done = true;
            afterwards(marked);
            return value;
        }

        /** Reads the script's reply; a refusal means that this sending had no effect. */
        private Object answered(Response<Object> reply) {
            try {
                return reply.get();
            } catch (JedisDataException refused) {
                sendings--;
                throw refused;
            }
        }

        private static <T> Response<T> sendOne(AbstractPipeline connection, CommandObject<T> command, boolean asking) {
            if (asking) {
                connection.sendCommand(new CommandArguments(Protocol.Command.ASKING));
            }
            return connection.executeCommand(command);
        }

        private long confirmations(AbstractPipeline connection) {
            // The connection's own time-out is not known; callers use the same for retries.
            long half = calls.timeout.toMillis() / 2;
            long most = half == 0 ? MAX_WAIT_MILLIS : Math.min(half, MAX_WAIT_MILLIS);
            long deadline = System.nanoTime() + durability.timeout().toNanos();
            while (true) {
                long left = NANOSECONDS.toMillis(deadline - System.nanoTime());
                long millis = Math.max(1, Math.min(left, most));
                Response<Long> confirmed =
                        connection.executeCommand(calls.commands.waitReplicas(mark, durability.minReplicas(), millis));
                connection.sync();
                long count = afterwards(confirmed);
                if (count >= durability.minReplicas() || left <= most) {
                    return count;
                }
            }
        }

        /** Reads a reply after the script's own: a refusal does not mean that nothing was written. */
        private <T> T afterwards(Response<T> reply) {
            try {
                return reply.get();
            } catch (JedisDataException e) {
                if (e instanceof JedisRedirectionException || TransientErrors.isTransient(e)) {
                    throw e;
                }
                throw unconfirmed(0, e);
            }
        }
    }
}
