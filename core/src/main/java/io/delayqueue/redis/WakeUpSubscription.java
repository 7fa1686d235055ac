package io.delayqueue.redis;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreRefusalException;
import io.delayqueue.TopicName;
import io.delayqueue.log.Loggers;
import io.delayqueue.store.WakeUps;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.JedisPubSub;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.commands.ProtocolCommand;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** Subscription of an instance to all wake-ups, on one connection. */
final class WakeUpSubscription implements WakeUps.Subscription {

    /** Message of a resigning pusher; other messages are the due time of a new first task. */
    static final String RESIGNED = "resigned";

    private static final Logger log = Loggers.of(WakeUpSubscription.class);

    private final SubscribingClient client;

    private final RedisCalls waits;

    private final RedisCalls calls;

    private final WakeUps.Listener listener;

    private final Keys.Space keyspace;

    private final String changed;

    /** Channel of this subscription only. */
    private final String lifeSigns;

    private final Set<String> channels;

    private boolean closed;

    /** Listener on the current connection; null while no connection accepts commands. */
    private @Nullable JedisPubSub live;

    /**
     * Creates the subscription.
     *
     * @param waits the client to subscribe on
     * @param calls runs commands on the other client
     */
    WakeUpSubscription(RedisCalls waits, RedisCalls calls, WakeUps.Listener listener) {
        this.client = new SubscribingClient(waits.client());
        this.waits = waits;
        this.calls = calls;
        this.listener = listener;
        this.keyspace = calls.keyspace();
        this.changed = keyspace.changedChannel();
        this.lifeSigns = keyspace.wakeChannel(UUID.randomUUID().toString());
        this.channels = new HashSet<>(Set.of(changed, lifeSigns));
    }

    @Override
    public void run() {
        String[] first;
        synchronized (this) {
            if (closed) {
                return;
            }
            first = channels.toArray(String[]::new);
        }
        Messages messages = new Messages(first);
        try {
            // A server that loads its data accepts subscriptions but no other command, so the outage continues.
            calls.repeat("the subscription", () -> calls.client()
                    .executeCommand(calls.commands().ping()));
            waits.once("the subscription", () -> {
                client.subscribe(messages, first);
                return true;
            });
        } finally {
            synchronized (this) {
                live = null;
            }
        }
    }

    @Override
    public synchronized void follow(Collection<String> groups) {
        if (closed) {
            return;
        }
        Set<String> wanted = new HashSet<>(Set.of(changed, lifeSigns));
        groups.forEach(group -> wanted.add(keyspace.wakeChannel(group)));
        Set<String> added = new HashSet<>(wanted);
        added.removeAll(channels);
        Set<String> gone = new HashSet<>(channels);
        gone.removeAll(wanted);
        channels.clear();
        channels.addAll(wanted);
        if (!added.isEmpty()) {
            send(pubsub -> pubsub.subscribe(added.toArray(String[]::new)));
        }
        if (!gone.isEmpty()) {
            send(pubsub -> pubsub.unsubscribe(gone.toArray(String[]::new)));
        }
    }

    /**
     * Sends a heartbeat by the other client. On the subscribed connection a server that is busy or loading would refuse it;
     * Jedis then ends the subscription.
     *
     * @throws TaskStoreRefusalException if the server accepts no writes
     */
    @Override
    public void ping() {
        if (!isLive()) {
            return;
        }
        try {
            calls.script(Script.SIGN_OF_LIFE, calls.keys("").of(Script.SIGN_OF_LIFE), List.of(Keys.bytes(lifeSigns)));
        } catch (TaskStoreRefusalException e) {
            throw e;
        } catch (TaskStoreException e) {
            // If it lasts, the subscription receives nothing for so long that it assumes a broken connection.
            log.debug("No heartbeat could be sent", e);
        }
    }

    /**
     * Unsubscribes once, as the last command: some clients return the connection to their pool with the reply to it, so the reply to another
     * command would be left for the next user of the connection.
     */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            send(JedisPubSub::unsubscribe);
        }
    }

    private synchronized boolean isLive() {
        return live != null;
    }

    private void send(Consumer<JedisPubSub> command) {
        if (live != null) {
            try {
                command.accept(live);
            } catch (JedisException e) {
                // The reading thread detects the same broken connection and reports it.
                log.debug("The subscription's connection is broken", e);
            }
        }
    }

    /** The subscription is active from the first confirmation on; channels added before are subscribed now. */
    private synchronized void standing(JedisPubSub messages, String[] subscribed) {
        live = messages;
        Set<String> missing = new HashSet<>(channels);
        missing.removeAll(Set.of(subscribed));
        if (closed) {
            send(JedisPubSub::unsubscribe);
        } else if (!missing.isEmpty()) {
            send(pubsub -> pubsub.subscribe(missing.toArray(String[]::new)));
        }
    }

    private final class Messages extends JedisPubSub {

        private final String[] first;

        private int confirmed;

        Messages(String[] first) {
            this.first = first;
        }

        @Override
        public void onSubscribe(String channel, int subscribedChannels) {
            if (++confirmed == first.length) {
                standing(this, first);
                handle(channel, listener::subscribed);
            }
        }

        @Override
        public void onMessage(String channel, String message) {
            if (channel.equals(changed)) {
                handle(channel, listener::registryChanged);
            } else if (channel.equals(lifeSigns)) {
                listener.alive();
            } else {
                handle(channel, () -> received(keyspace.groupOf(channel), message.split(":")));
            }
        }

        /** Handles a message; a failure, even a lack of memory, does not end the subscription. */
        private void handle(String channel, Runnable action) {
            try {
                action.run();
            } catch (Throwable e) {
                log.warn("A message on channel {} is ignored, because it cannot be handled", channel, e);
            }
        }

        private void received(String group, String[] words) {
            if (words[0].equals(RESIGNED)) {
                listener.pusherResigned(group);
            } else if (words.length == 2 && words[0].equals("paused")) {
                listener.paused(new TopicName(group, words[1]));
            } else if (words.length == 4 && words[0].equals("removed")) {
                listener.removed(new TopicName(group, words[1]), words[2], Long.parseLong(words[3]));
            } else if (words.length == 4 && words[0].equals("replaced")) {
                listener.replaced(new TopicName(group, words[1]), words[2], Long.parseLong(words[3]));
            } else if (words.length == 4 && words[0].equals("interrupt")) {
                listener.interrupted(new TopicName(group, words[1]), words[2], Long.parseLong(words[3]));
            } else {
                listener.earlierTask(group);
            }
        }
    }

    /**
     * Subscribes on connections that no other command uses afterwards. An error reply ends a subscription and leaves its connection
     * subscribed; Jedis returns such a connection to the pool, where every other command fails on it.
     */
    private static final class SubscribingClient {

        private static final ProtocolCommand QUIT = () -> Keys.bytes("QUIT");

        private static final int SLOTS = 16_384;

        /** Maximum number of replies, messages among them, that are read from a connection that is to end. */
        private static final int MAX_LAST_REPLIES = 1_000;

        private final UnifiedJedis client;

        SubscribingClient(UnifiedJedis client) {
            this.client = client;
        }

        /** Receives messages on the calling thread until the subscription ends. */
        void subscribe(JedisPubSub messages, String... channels) {
            try (Connection connection = connection()) {
                if (connection == null) {
                    subscribePooled(messages, channels);
                } else {
                    subscribe(connection, messages, channels);
                }
            }
        }

        /** Returns a connection of the client's pool; null if the client does not provide single connections. */
        private @Nullable Connection connection() {
            if (client instanceof RedisClient standalone) {
                return standalone.getPool().getResource();
            }
            if (client instanceof RedisClusterClient cluster) {
                // Channels are the whole cluster's.
                return cluster.getConnectionFromSlot(ThreadLocalRandom.current().nextInt(SLOTS));
            }
            return null;
        }

        private static void subscribe(Connection connection, JedisPubSub messages, String... channels) {
            try {
                // An idle connection may be broken, and a subscription waits longer for a reply than a command does.
                connection.ping();
                messages.proceed(connection, channels);
            } finally {
                connection.setBroken();
            }
        }

        private void subscribePooled(JedisPubSub messages, String... channels) {
            try {
                client.subscribe(messages, channels);
            } catch (JedisDataException e) {
                if (messages.isSubscribed()) {
                    endLastReturned();
                }
                throw e;
            }
        }

        /**
         * Ends the connection that the pool has received last. That is the subscribed one, unless another thread has used the pool in the
         * same moment.
         */
        private void endLastReturned() {
            try (AbstractPipeline connection = client.pipelined()) {
                connection.sendCommand(new CommandArguments(QUIT));
                for (int i = 0; i < MAX_LAST_REPLIES; i++) {
                    connection.sendCommand(new CommandArguments(Protocol.Command.PING));
                    connection.sync();
                }
            } catch (JedisException e) {
                log.debug("The connection of a subscription has ended", e);
            }
        }
    }
}
