package io.delayqueue.redis;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreRefusalException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import io.delayqueue.redis.Keys.Space;
import io.delayqueue.store.TaskStore;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Builder;
import redis.clients.jedis.BuilderFactory;
import redis.clients.jedis.ClusterCommandObjects;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.CommandObject;
import redis.clients.jedis.CommandObjects;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.exceptions.JedisNoScriptException;
import redis.clients.jedis.util.JedisClusterCRC16;

/** Runs commands, and handles broken connections, servers in transition, and scripts that are not loaded. */
final class RedisCalls {

    /** Maximum number of groups whose keys are cached; an application may use any number of groups. */
    static final int MAX_GROUPS = 1_000;

    private static final long FIRST_PAUSE = MILLISECONDS.toNanos(20);

    private static final long MAX_PAUSE = MILLISECONDS.toNanos(200);

    private static final int MAX_TRIES = 10;

    /** Time by which a stored reply outlasts the repetitions of its call. */
    private static final Duration KEPT_BEYOND = Duration.ofSeconds(10);

    final UnifiedJedis client;

    final CommandObjects commands;

    final String address;

    final Duration timeout;

    private final LongSupplier nanoTime;

    final Space keyspace;

    private final Map<String, Keys> keys = new ConcurrentHashMap<>();

    /** The sum of the sizes of the rules of histories as they were read last, by group; 0 if no topic had a rule. */
    final Map<String, Long> recorded = new ConcurrentHashMap<>();

    private final String instance =
            Long.toUnsignedString(UUID.randomUUID().getMostSignificantBits(), Character.MAX_RADIX);

    private final AtomicLong nonces = new AtomicLong();

    /**
     * Runs commands on a client.
     *
     * @param nanoTime measures durations, like {@link System#nanoTime}
     * @param keyspace names keys and channels
     */
    RedisCalls(UnifiedJedis client, String address, Duration timeout, LongSupplier nanoTime, Space keyspace) {
        this.client = client;
        this.commands = client instanceof RedisClusterClient ? new ClusterCommandObjects() : new CommandObjects();
        this.address = address;
        this.timeout = timeout;
        this.nanoTime = nanoTime;
        this.keyspace = keyspace;
    }

    Keys keys(TopicName topic) {
        return keys(topic.group()).with(topic.topic());
    }

    Keys keys(String group) {
        Keys known = keys.get(group);
        if (known == null) {
            if (keys.size() >= MAX_GROUPS) {
                keys.clear();
            }
            known = keys.computeIfAbsent(group, name -> new Keys(name, keyspace));
        }
        return known;
    }

    /** Returns the sum of the sizes of all rules of histories. */
    long recordedSize() {
        return recorded.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns the keys of a step in which tasks are removed or replaced; that of the histories is behind them if records are to be written. */
    Keys leavingKeys(String group) {
        Keys k = keys(group);
        if (recorded.size() < MAX_GROUPS) {
            recorded.putIfAbsent(group, 0L);
        }
        return recorded.getOrDefault(group, 0L) > 0 ? k.and(List.of(k.get(Key.RECORDED))) : k;
    }

    /**
     * Creates a unique name of a call, the same for each of its sendings. It contains the time for instances that were restored
     * from the same snapshot of a process.
     */
    String nonce() {
        return instance + "-" + nonces.incrementAndGet() + "-" + System.nanoTime();
    }

    /** Returns the milliseconds for which a script keeps its answer for a further sending of the call. */
    byte[] answerKept() {
        return Keys.bytes(timeout.plus(KEPT_BEYOND).toMillis());
    }

    /** Runs a script with the keys that it declares. */
    Reply script(Script script, Keys declared, @Nullable Object... arguments) {
        return script(script, declared.of(script), Keys.arguments(arguments));
    }

    /** Runs a script that may wake the pusher: its first arguments are the channel, and the milliseconds between two checks of the pusher. */
    Reply wakingScript(Script script, Keys declared, @Nullable Object... arguments) {
        List<byte[]> all = Keys.arguments(declared.wake, RedisTaskStore.SWEEP_MILLIS);
        all.addAll(Keys.arguments(arguments));
        return script(script, declared.of(script), all);
    }

    /** Runs a script, and loads it if the server does not have it; repeats it after transient errors. */
    Reply script(Script script, List<byte[]> keys, List<byte[]> arguments) {
        int[] sent = new int[1];
        Object value = surely(
                () -> sent[0] > 0,
                () -> repeat(script, () -> evaluate(script, keys, arguments, command -> send(command, sent))));
        return new Reply(value, sent[0] > 1);
    }

    /** Sends the digest of a script, and its text if the server does not have it. */
    Object evaluate(
            Script script, List<byte[]> keys, List<byte[]> arguments, Function<CommandObject<Object>, Object> send) {
        try {
            return send.apply(commands.evalsha(script.file().sha, keys, arguments));
        } catch (JedisNoScriptException e) {
            return send.apply(commands.eval(script.file().source, keys, arguments));
        }
    }

    /** Returns a connection to the master of this key. */
    AbstractPipeline toMasterOf(byte[] key) {
        return client instanceof RedisClusterClient cluster
                ? new Pipeline(cluster.getConnectionFromSlot(JedisClusterCRC16.getSlot(key)), true)
                : client.pipelined();
    }

    /** Makes a call. Its refusal is no answer if an earlier sending, whose reply was lost, may have had its effect. */
    static <T> T surely(BooleanSupplier maybeDone, Supplier<T> call) {
        try {
            return call.get();
        } catch (TaskStoreException e) {
            throw isRefused(e) && maybeDone.getAsBoolean()
                    ? new TaskStoreUnavailableException(
                            "A call that may have had its effect was sent again. " + e.getMessage(), e)
                    : e;
        }
    }

    /** Whether the store has answered that it did not execute the call. */
    static boolean isRefused(TaskStoreException failure) {
        return !(failure instanceof TaskStoreUnavailableException) || failure instanceof TaskStoreRefusalException;
    }

    /**
     * Runs a call that may be repeated until the time-out. An attempt that ended in its own time-out (of the socket or the
     * pool) is repeated only if at least the same time is left. An interrupted thread does not repeat it, and stays interrupted.
     */
    <T> T repeat(Object what, Supplier<T> call) {
        return CallTime.within(timeout.toNanos(), () -> repeatUntilOver(what, call));
    }

    private <T> T repeatUntilOver(Object what, Supplier<T> call) {
        long deadline = nanoTime.getAsLong() + timeout.toNanos();
        long pause = 0;
        JedisException reason = null;
        while (true) {
            long began = nanoTime.getAsLong();
            try {
                return call.get();
            } catch (JedisException failure) {
                prepareNextAttempt(failure);
                if (!TransientErrors.isTransient(failure)) {
                    throw failed(what, "", failure);
                }
                if (reason == null || !TransientErrors.isCallOver(failure)) {
                    reason = failure;
                }
                // Jedis has no time-out for a single call: after a time-out the next call is likely to take as long.
                long now = nanoTime.getAsLong();
                long atLeast = TransientErrors.isTimeout(failure) ? now - began : 0;
                // The first retry is immediate, because the usual case is a pooled connection that broke while idle.
                boolean over = now + pause + atLeast >= deadline;
                if (over || Thread.currentThread().isInterrupted()) {
                    throw failed(what, " within " + timeout.toMillis() + " ms", reason);
                }
                LockSupport.parkNanos(pause);
                pause = Math.min(Math.max(pause * 2, FIRST_PAUSE), MAX_PAUSE);
            }
        }
    }

    /**
     * Makes calls until no entries are left: a script that would read or write too much leaves the last ones to a further call.
     *
     * @param call handles the first of the remaining entries, at least one; returns their number
     */
    static <T> void inParts(List<T> entries, ToIntFunction<List<T>> call) {
        for (int from = 0; from < entries.size(); ) {
            from += call.applyAsInt(entries.subList(from, entries.size()));
        }
    }

    /**
     * Makes attempts until one has a result: each reads what the store has, and changes that if it is still so.
     *
     * @param subject what changes, for the message of a failure
     */
    static <T> T compareAndSet(String subject, Supplier<@Nullable T> attempt) {
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            T result = attempt.get();
            if (result != null) {
                return result;
            }
        }
        throw new TaskStoreException(subject + " changes all the time", null);
    }

    /** Divides names for calls, of which there is one if there are no names. */
    static List<List<String>> parts(Collection<String> names, int most) {
        return names.isEmpty() ? List.of(List.of()) : TaskStore.batches(List.copyOf(names), most);
    }

    /** Returns the store's time, in milliseconds since the epoch. */
    long time(String group) {
        return script(Script.TIME, keys(group)).number();
    }

    /** Runs a call once. */
    <T> T once(String what, Supplier<T> call) {
        try {
            return call.get();
        } catch (JedisException failure) {
            prepareNextAttempt(failure);
            throw failed(what, "", failure);
        }
    }

    private void prepareNextAttempt(JedisException failure) {
        if (TransientErrors.isInterruption(failure)) {
            // Jedis reports an interrupted wait for a connection like any other failure, and loses the interruption.
            Thread.currentThread().interrupt();
        }
        if (TransientErrors.isReply(failure, "READONLY") && client instanceof RedisClient standalone) {
            // The address may lead to another server by now, but connections to a demoted master stay intact.
            standalone.getPool().clear();
        }
    }

    /** Returns the exception for a failure; a refusal names no call, because Redis refuses all calls alike. */
    private TaskStoreException failed(Object what, String within, JedisException failure) {
        String words = TransientErrors.refusal(failure);
        if (words != null) {
            return new TaskStoreRefusalException("Redis at " + address + " refuses commands: " + words, failure);
        }
        if (!TransientErrors.isTransient(failure)) {
            String message = String.valueOf(failure.getMessage());
            return new TaskStoreException(
                    "Redis at " + address + " refused " + what + ": " + message
                            + ServerRestriction.remedy(message, this::denied),
                    failure);
        }
        return new TaskStoreUnavailableException(
                "Redis at " + address + (TransientErrors.isAnswer(failure) ? " could not be used" : " did not answer")
                        + within + ": " + reason(failure),
                failure);
    }

    /** What a script was denied last, such as "command zadd": not every version names it in its reply. Null if the user may not read this. */
    private @Nullable String denied() {
        CommandArguments log =
                new CommandArguments(Protocol.Command.ACL).add("LOG").add(10);
        try {
            return client
                    .executeCommand(new CommandObject<>(log, BuilderFactory.ACCESS_CONTROL_LOG_ENTRY_LIST))
                    .stream()
                    .filter(entry -> entry.getContext().equals("lua"))
                    .map(entry -> entry.getReason() + " " + entry.getObject())
                    .findFirst()
                    .orElse(null);
        } catch (JedisException e) {
            return null;
        }
    }

    /** Message of a failure, with those of its causes that say more. */
    private static String reason(JedisException failure) {
        StringBuilder reason = new StringBuilder(String.valueOf(failure.getMessage()));
        String before = " (";
        for (Throwable cause = TransientErrors.causeOf(failure);
                cause != null;
                cause = TransientErrors.causeOf(cause)) {
            String message = String.valueOf(cause.getMessage());
            if (reason.indexOf(message) < 0) {
                reason.append(before).append(cause instanceof JedisException ? message : cause);
                before = "; ";
            }
        }
        return before.equals(" (") ? reason.toString() : reason + ")";
    }

    private <T> T send(CommandObject<T> command, int[] sent) {
        try {
            return client.executeCommand(new CountedCommand<>(command, sent));
        } catch (JedisDataException refused) {
            // The server replied, and no effect is known from its reply only: scripts write after everything that a
            // server may refuse. Of a push that also reserves, only the push may have taken effect.
            sent[0]--;
            throw refused;
        }
    }

    /**
     * Counts the sendings of a command. The cluster client repeats commands by itself; it gets the builder of the reply each
     * time a command has been written and before its reply is read.
     */
    private static final class CountedCommand<T> extends CommandObject<T> {

        private final int[] sent;

        CountedCommand(CommandObject<T> command, int[] sent) {
            super(command.getArguments(), command.getBuilder());
            this.sent = sent;
        }

        @Override
        public Builder<T> getBuilder() {
            sent[0]++;
            return super.getBuilder();
        }
    }
}
