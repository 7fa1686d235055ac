package io.delayqueue.autoconfigure.diagnostics;

import io.delayqueue.log.Documentation;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedExceptionUtils;

/** Mistakes in the set-up of Redis, each with the replies that show it and a remedy. */
enum RedisMistake {
    CREDENTIALS(
            "NOAUTH|WRONGPASS|ERR AUTH |ERR invalid password",
            "Redis does not accept the user or the password.",
            "Set {redis}.username and {redis}.password, or those in {redis}.url, to a user"
                    + " that Redis knows. The smallest one that works is described at "
                    + Documentation.link("redis-setup.html#a-user-for-the-queue")),
    RIGHTS(
            "NOPERM",
            "The Redis user does not have all the rights that the queue needs.",
            "Give it the keys, channels and commands that it needs, which is one line of ACL SETUSER: see "
                    + Documentation.link("redis-setup.html#a-user-for-the-queue")),
    REPLICA(
            "READONLY",
            "The server is a replica, which accepts no writes.",
            "Set {redis}.host and .port to the master, or let it be found:"
                    + " {redis}.sentinel.master and .nodes, or {redis}.cluster.nodes."),
    NODE_OF_CLUSTER(
            "MOVED \\d+|CROSSSLOT",
            "The server is a node of a cluster, and is configured as a single server.",
            "Set {redis}.cluster.nodes instead of {redis}.host, .port or .url."),
    NO_CLUSTER(
            "cluster support disabled",
            "The server is not part of a cluster.",
            "Set {redis}.host and .port, or .url, instead of {redis}.cluster.nodes."),
    UNKNOWN_COMMAND(
            "(?i)unknown (redis )?command",
            "The server does not have a command that the queue needs.",
            "Use Redis 6.2 or later, or a compatible server, with Lua scripts and without renamed commands: see "
                    + Documentation.link("redis-setup.html")),
    FULL(
            "OOM command not allowed",
            "The memory of Redis is full.",
            "Raise its maxmemory, or remove data. The queue needs maxmemory-policy noeviction, which"
                    + " refuses writes instead of evicting tasks."),
    LAYOUT(
            "has data layout|of another data layout",
            "The data in Redis has another layout than this version reads and writes.",
            "Start the version that the message asks for, or give this application a Redis, a database or a"
                    + " delayqueue.namespace of its own: see "
                    + Documentation.link("upgrading.html#the-number-of-the-layout")),
    CERTIFICATE(
            "PKIX path|unable to find valid certification path|No trusted certificate",
            "The certificate of the server is not trusted.",
            "Set {redis}.ssl.bundle to an SSL bundle whose trust store has the certificate or its issuer."),
    NO_TLS(
            null,
            "The server answers without TLS on this port, but the application is configured to use TLS.",
            "Remove {redis}.ssl.* and write redis:// instead of rediss:// in {redis}.url, or name the port on which the"
                    + " server accepts TLS."),
    ONLY_TLS(
            null,
            "The server accepts only TLS on this port, but the application is not configured to use TLS.",
            "Set {redis}.ssl.enabled=true, or write rediss:// instead of redis:// in {redis}.url. If the certificate is"
                    + " not of a known authority, set {redis}.ssl.bundle."),
    MASTER_REPLICA(
            "masterReplicaConfig|static list of master and replicas",
            "The client of the queue is Jedis, which cannot use a static list of a master and its replicas.",
            "Replace {redis}.masterreplica.nodes by {redis}.host and .port of the master, or by"
                    + " {redis}.sentinel.master and .nodes. If the application uses the list with Lettuce, keep it and"
                    + " set delayqueue.redis.host and .port for the queue."),
    NOT_READY(
            "LOADING|MASTERDOWN|CLUSTERDOWN",
            "Redis is reachable, but is not ready yet.",
            "Start the application again when Redis has loaded its data and its cluster has a master for each slot.");

    /** Null if no reply shows the mistake. */
    private final @Nullable Pattern reply;

    private final String meaning;

    private final String action;

    RedisMistake(@Nullable String reply, String meaning, String action) {
        this.reply = reply == null ? null : Pattern.compile(reply);
        this.meaning = meaning;
        this.action = action;
    }

    /** Finds a known mistake in the messages of a failure and its causes; null if there is none. */
    static @Nullable RedisMistake of(Throwable failure) {
        String messages = messages(failure, new HashSet<>());
        return Stream.of(values())
                .filter(mistake ->
                        mistake.reply != null && mistake.reply.matcher(messages).find())
                .findFirst()
                .orElse(null);
    }

    /** Includes suppressed failures: the client of a cluster keeps those of its nodes there. */
    private static String messages(Throwable failure, Set<Throwable> seen) {
        if (!seen.add(failure)) {
            return "";
        }
        StringBuilder messages = new StringBuilder(failure + "\n");
        Stream.concat(Stream.ofNullable(failure.getCause()), Stream.of(failure.getSuppressed()))
                .forEach(other -> messages.append(messages(other, seen)));
        return messages.toString();
    }

    /** Message of a failure, and that of its root cause unless the first contains it. */
    static String summary(Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        Throwable[] suppressed = failure.getSuppressed();
        String other = String.valueOf(
                NestedExceptionUtils.getMostSpecificCause(suppressed.length > 0 ? suppressed[0] : failure)
                        .getMessage());
        return message.contains(other) ? message : message + " (" + other + ")";
    }

    String meaning() {
        return meaning;
    }

    /**
     * Remedy of the mistake.
     *
     * @param redis the prefix of the properties of this Redis
     */
    String action(String redis) {
        return action.replace("{redis}", redis);
    }
}
