package io.delayqueue.redis;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreRefusalException;
import io.delayqueue.TopicName;
import io.delayqueue.log.Loggers;
import io.delayqueue.store.WakeUps;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiConsumer;
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

/**
 * Subscription of an instance to all wake-ups, on one connection. Each end of the connection ends {@link #run}, which is then called
 * again.
 */
final class WakeUpSubscription implements WakeUps.Subscription {

    /** Message of a resigning pusher; other messages are the due time of a new first task. */
    static final String RESIGNED = "resigned";

    private static final Logger log = Loggers.of(WakeUpSubscription.class);

    private static final ProtocolCommand QUIT = () -> Keys.bytes("QUIT");

    private static final int SLOTS = 16_384;

    /** Maximum number of replies, messages among them, that are read from a connection that is to end. */
    private static final int MAX_LAST_REPLIES = 1_000;

    private final RedisCalls waits;

    private final RedisCalls calls;

    private final WakeUps.Listener listener;

    private final Keys.Space keyspace;

    private final String changed;

    /** Channel of this subscription only. */
    private final String lifeSigns;

    /** Wanted channels; none once the subscription is closed. */
    private Set<String> channels;

    /** Listener on the current connection; null while no connection accepts commands. */
    private @Nullable JedisPubSub live;

    /**
     * Creates the subscription.
     *
     * @param waits the client to subscribe on
     * @param calls runs commands on the other client
     */
    WakeUpSubscription(RedisCalls waits, RedisCalls calls, WakeUps.Listener listener) {
        this.waits = waits;
        this.calls = calls;
        this.listener = listener;
        this.keyspace = calls.keyspace;
        this.changed = keyspace.changedChannel();
        this.lifeSigns = keyspace.wakeChannel(UUID.randomUUID().toString());
        this.channels = Set.of(changed, lifeSigns);
    }

    @Override
    public void run() {
        Set<String> first = wanted();
        if (first.isEmpty()) {
            return;
        }
        // A server that loads its data accepts subscriptions but no other command, so the outage continues.
        calls.repeat("the subscription", () -> calls.client.executeCommand(calls.commands.ping()));
        try {
            waits.once("the subscription", () -> {
                receive(new Messages(first), first.toArray(String[]::new));
                return true;
            });
        } finally {
            synchronized (this) {
                live = null;
            }
        }
    }

    private synchronized Set<String> wanted() {
        return channels;
    }

    @Override
    public synchronized void follow(Collection<String> groups) {
        if (!channels.isEmpty()) {
            Set<String> wanted = new HashSet<>(Set.of(changed, lifeSigns));
            groups.forEach(group -> wanted.add(keyspace.wakeChannel(group)));
            change(wanted);
        }
    }

    /**
     * Unsubscribes once, as the last command: some clients return the connection to their pool with the reply to it, so the reply to another
     * command would be left for the next user of the connection.
     */
    @Override
    public synchronized void close() {
        change(Set.of());
    }

    private void change(Set<String> wanted) {
        Set<String> before = channels;
        channels = wanted;
        changeFrom(before);
    }

    /** Makes a connection that is subscribed to some channels subscribed to the wanted ones. */
    private void changeFrom(Set<String> subscribed) {
        send(JedisPubSub::subscribe, channels, subscribed);
        send(JedisPubSub::unsubscribe, subscribed, channels);
    }

    /** Sends a command for the channels of one set that are not in another. */
    private void send(BiConsumer<JedisPubSub, String[]> command, Set<String> some, Set<String> others) {
        String[] names = some.stream().filter(name -> !others.contains(name)).toArray(String[]::new);
        if (live != null && names.length > 0) {
            try {
                command.accept(live, names);
            } catch (JedisException e) {
                // The reading thread detects the same broken connection and reports it.
                log.debug("The subscription's connection is broken", e);
            }
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
            calls.script(Script.SIGN_OF_LIFE, calls.keys(""), lifeSigns);
        } catch (TaskStoreRefusalException e) {
            throw e;
        } catch (TaskStoreException e) {
            // If it lasts, the subscription receives nothing for so long that it assumes a broken connection.
            log.debug("No heartbeat could be sent", e);
        }
    }

    private synchronized boolean isLive() {
        return live != null;
    }

    /** The subscription is active from the first confirmation on; channels that are wanted since it was sent are subscribed now. */
    private synchronized boolean begins(JedisPubSub messages, Set<String> subscribed) {
        if (live == messages) {
            return false;
        }
        live = messages;
        changeFrom(subscribed);
        return true;
    }

    /**
     * Receives messages on the calling thread until the subscription ends, on a connection that no other command uses afterwards: an error
     * reply ends a subscription and leaves its connection subscribed. Jedis returns such a connection to the pool, where every other
     * command fails on it.
     */
    private void receive(Messages messages, String... names) {
        UnifiedJedis client = waits.client;
        try (Connection connection = connection(client)) {
            if (connection != null) {
                receive(connection, messages, names);
                return;
            }
        }
        try {
            client.subscribe(messages, names);
        } catch (JedisDataException e) {
            if (messages.isSubscribed()) {
                endLastReturned(client);
            }
            throw e;
        }
    }

    /** Returns a connection of a client's pool; null if the client does not provide single connections. */
    private static @Nullable Connection connection(UnifiedJedis client) {
        if (client instanceof RedisClient standalone) {
            return standalone.getPool().getResource();
        }
        return client instanceof RedisClusterClient cluster
                // Channels are the whole cluster's. Each attempt has a slot of its own, because a node may be gone.
                ? cluster.getConnectionFromSlot(ThreadLocalRandom.current().nextInt(SLOTS))
                : null;
    }

    private static void receive(Connection connection, Messages messages, String... names) {
        try {
            // An idle connection may be broken, and a subscription waits longer for a reply than a command does.
            connection.ping();
            messages.proceed(connection, names);
        } finally {
            connection.setBroken();
        }
    }

    /**
     * Ends the connection that the hidden pool of a client has received last. That is the subscribed one, unless another thread has used the
     * pool in the same moment.
     */
    private static void endLastReturned(UnifiedJedis client) {
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

    private final class Messages extends JedisPubSub {

        private final Set<String> first;

        Messages(Set<String> first) {
            this.first = first;
        }

        @Override
        public void onSubscribe(String channel, int subscribedChannels) {
            if (begins(this, first)) {
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
            String kind = words[0];
            switch (kind + "/" + words.length) {
                case RESIGNED + "/1" -> listener.pusherResigned(group);
                case "paused/2" -> listener.paused(new TopicName(group, words[1]));
                case "removed/4", "replaced/4" ->
                    listener.removed(
                            new TopicName(group, words[1]),
                            words[2],
                            Long.parseLong(words[3]),
                            kind.equals("replaced"));
                case "interrupt/4" ->
                    listener.interrupted(new TopicName(group, words[1]), words[2], Long.parseLong(words[3]));
                default -> listener.earlierTask(group);
            }
        }
    }
}
