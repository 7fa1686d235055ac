package io.delayqueue.testing;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisMonitor;
import redis.clients.jedis.exceptions.JedisException;

/**
 * The commands that a server executes meanwhile, as its MONITOR reports them, except PING: a pool sends it through its idle connections,
 * whatever a test does.
 */
public final class Commands {

    private static final Pattern LINE =
            Pattern.compile("(\\d+)\\.(\\d+) \\[\\d+ ([^]]+)] \"([^\"]+)\"(.*)", Pattern.DOTALL);

    private static final Pattern COUNT = Pattern.compile("cmdstat_([^:]+):calls=(\\d+)");

    private static final Duration UNTIL_HEARD = Duration.ofSeconds(30);

    private final RedisServer server;

    private final Queue<Command> heard = new ConcurrentLinkedQueue<>();

    private Commands(RedisServer server) {
        this.server = server;
    }

    /**
     * A command.
     *
     * @param micros when the server began it, in microseconds since the epoch
     * @param inScript whether a script sent it, not a client
     * @param name its name in lower case
     * @param arguments the rest, each in double quotes
     */
    public record Command(long micros, boolean inScript, String name, String arguments) {

        private static final int READABLE = 100;

        @Override
        public String toString() {
            String all = (inScript ? "in a script: " : "") + name + arguments;
            return all.length() > READABLE ? all.substring(0, READABLE) + "..." : all;
        }

        static Command read(String line) {
            Matcher parts = LINE.matcher(line);
            if (!parts.matches()) {
                throw new IllegalArgumentException("Not a line of MONITOR: " + line);
            }
            long micros = Long.parseLong(parts.group(1)) * 1_000_000 + Long.parseLong(parts.group(2));
            return new Command(
                    micros, parts.group(3).equals("lua"), parts.group(4).toLowerCase(Locale.ROOT), parts.group(5));
        }
    }

    /** How often the server has run each command since it began or its statistics were reset, in scripts or not. */
    public static Map<String, Integer> counts(RedisServer server) {
        try (Jedis jedis = server.connect()) {
            return COUNT.matcher(jedis.info("commandstats"))
                    .results()
                    .collect(Collectors.toMap(count -> count.group(1), count -> Integer.valueOf(count.group(2))));
        }
    }

    /** How often it has run this one. */
    public static int count(RedisServer server, String command) {
        return counts(server).getOrDefault(command, 0);
    }

    /** Commands of all clients meanwhile. */
    public static List<Command> during(RedisServer server, Runnable work) {
        return new Commands(server).heardDuring(work);
    }

    /** The commands that clients send meanwhile: what the network carries. */
    public static List<Command> ofClients(RedisServer server, Runnable work) {
        return during(server, work).stream()
                .filter(command -> !command.inScript())
                .toList();
    }

    private List<Command> heardDuring(Runnable work) {
        String begin = "begin" + UUID.randomUUID();
        String end = "end" + UUID.randomUUID();
        Jedis listening = server.connect();
        CompletableFuture<Void> listener = CompletableFuture.runAsync(() -> listen(listening), OwnThread::start);
        try (Jedis marking = server.connect()) {
            await().pollInterval(Duration.ofMillis(5)).until(() -> {
                marking.ping();
                return !heard.isEmpty() || listener.isDone();
            });
            marking.echo(begin);
            work.run();
            marking.echo(end);
            await().pollInterval(Duration.ofMillis(5))
                    .atMost(UNTIL_HEARD)
                    .until(() -> listener.isDone() || heard.stream().anyMatch(command -> isMark(command, end)));
        } finally {
            listening.close();
        }
        listener.join();
        return heard.stream()
                .dropWhile(command -> !isMark(command, begin))
                .skip(1)
                .takeWhile(command -> !isMark(command, end))
                .filter(command -> !command.name().equals("ping"))
                .toList();
    }

    private static boolean isMark(Command command, String mark) {
        return command.name().equals("echo") && command.arguments().contains(mark);
    }

    private void listen(Jedis listening) {
        try {
            listening.monitor(new JedisMonitor() {
                @Override
                public void onCommand(String line) {
                    heard.add(Command.read(line));
                }
            });
        } catch (JedisException e) {
            // closed: all is heard
        }
    }
}
