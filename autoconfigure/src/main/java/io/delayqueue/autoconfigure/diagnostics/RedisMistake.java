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
    NO_PASSWORD_THERE(
            "ERR AUTH .*without any password configured",
            "Redis has no password, but the application is configured with one.",
            "Remove {redis}.password, or the password in {redis}.url; or give Redis one: requirepass."),
    CREDENTIALS(
            "NOAUTH|WRONGPASS|ERR AUTH |ERR invalid password",
            "Redis does not accept the user or the password.",
            "Set {redis}.username and {redis}.password, or those in {redis}.url, to a user"
                    + " that Redis knows. The smallest one that works is described at "
                    + Documentation.link("redis-setup.html#a-user-for-the-queue")),
    RIGHTS(
            "NOPERM|can't run this command|ACL failure in script",
            "The Redis user does not have all the rights that the queue needs.",
            "Give it the keys, channels and commands that it needs, which is one line of ACL SETUSER: see "
                    + Documentation.link("redis-setup.html#a-user-for-the-queue")),
    REPLICA(
            "READONLY",
            "The server is a replica, which accepts no writes.",
            "Set {redis}.host and .port to the master, or let it be found:"
                    + " {redis}.sentinel.master and .nodes, or {redis}.cluster.nodes."),
    NODE_OF_CLUSTER(
            "MOVED \\d+|CROSSSLOT|SELECT is not allowed in cluster mode",
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
    NO_SNAPSHOTS(
            "MISCONF",
            "Redis refuses writes, because it could not write its last snapshot to its disk.",
            "Mend the disk of Redis, or the rights on its folder (its log has the reason), and let it save: BGSAVE. Or turn"
                    + " off its snapshots (save \"\") or this rule (stop-writes-on-bgsave-error no)."),
    TOO_FEW_REPLICAS(
            "NOREPLICAS",
            "Redis refuses writes, because too few replicas are connected.",
            "Connect replicas, or lower min-replicas-to-write of Redis."),
    DATABASE(
            "DB index is out of range",
            "Redis has no database of the configured number.",
            "Set {redis}.database, or the number at the end of {redis}.url, below the setting databases of Redis (0 to 15 by"
                    + " default), or raise that setting."),
    URL_HOST(
            "has a host that a URL cannot have",
            "The host in the URL is not readable, as with '_' in its name.",
            "Set {redis}.host and .port, which accept such names, with .username, .password and .database, instead of {redis}.url."),
    URL(
            "\\.url must be as redis://",
            "The URL is not that of a Redis.",
            "Write it as redis://user:password@host:6379/0, with rediss:// for TLS and special characters of the password"
                    + " percent-encoded; or set {redis}.host, .port, .username and .password instead."),
    RESTRICTED(
            "managed-redis",
            "The server restricts what its clients do.",
            "Change the setting that the message names, or use another server. What the queue needs of a server is described at "
                    + Documentation.link("managed-redis.html")),
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
    UNANNOUNCED(
            null,
            "The nodes of the cluster announce no addresses, which Jedis cannot use.",
            "Set cluster-preferred-endpoint-type ip on each node of the cluster, or hostname with cluster-announce-hostname,"
                    + " instead of unknown-endpoint."),
    ANNOUNCED(
            null,
            "The cluster answers, and announces an address that this machine cannot reach.",
            "Set cluster-announce-ip (or -hostname) and cluster-announce-port of each node to what the application can"
                    + " reach, or map the addresses by a bean of Jedis' HostAndPortMapper: see "
                    + Documentation.link("redis-setup.html#addresses-behind-nat-or-docker")),
    SENTINEL_CREDENTIALS(
            null,
            "The sentinels do not accept the user or the password, or want one.",
            "Set {redis}.sentinel.password, and {redis}.sentinel.username if they have users: {redis}.password is that of the"
                    + " master only."),
    NO_SENTINEL(
            null,
            "The server at this address is no sentinel.",
            "Set {redis}.host and .port, or .url, instead of {redis}.sentinel.*; or name the sentinels, whose port is 26379"
                    + " by default, in {redis}.sentinel.nodes."),
    TOO_MANY_CLIENTS(
            "max number of clients reached",
            "Redis accepts no more connections, because it has as many as its setting maxclients allows.",
            "Raise maxclients of Redis, or close connections of other clients (CLIENT LIST shows them)."),
    UNKNOWN_HOST(
            "UnknownHostException",
            "This machine does not know the name of the host.",
            "Correct the name in {redis}.host, .url, .cluster.nodes or .sentinel.nodes. In a container it is the name of the"
                    + " service, and both have to be in one network."),
    NO_REDIS(
            "Unknown reply: ",
            "The server at this address answers, but not as Redis does: it is a server of HTTP, for example.",
            "Set {redis}.port, or the port in {redis}.url, to that of Redis, which is 6379 by default."),
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
        String messages = messages(failure);
        return Stream.of(values())
                .filter(mistake ->
                        mistake.reply != null && mistake.reply.matcher(messages).find())
                .findFirst()
                .orElse(null);
    }

    static String messages(Throwable failure) {
        return messages(failure, new HashSet<>());
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
