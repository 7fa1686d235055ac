package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.engine.TestEngines;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Stream;
import redis.clients.jedis.UnifiedJedis;

/** JVMs that consume and write files. Some of them are killed or end in order, and are replaced, or are frozen. */
final class Consumers {

    private final TestEngines engines;

    private final Path folder;

    private final Random random;

    private final Starting starting;

    private final Predicate<Process> hasLeases;

    private final List<Process> processes = new ArrayList<>();

    private final List<Path> files = new ArrayList<>();

    /**
     * Creates no process yet.
     *
     * @param hasLeases whether a process has leases
     */
    Consumers(TestEngines engines, Path folder, Random random, Starting starting, Predicate<Process> hasLeases) {
        this.engines = engines;
        this.folder = folder;
        this.random = random;
        this.starting = starting;
        this.hasLeases = hasLeases;
    }

    /** Starts a process that writes a file. */
    interface Starting {

        Process start(Path file) throws IOException;
    }

    void start(int number) throws IOException {
        for (int i = 0; i < number; i++) {
            processes.add(start());
        }
    }

    private Process start() throws IOException {
        Path file = folder.resolve("runs" + files.size());
        Process process = engines.killing(starting.start(file));
        files.add(file);
        return process;
    }

    /** Kills one, starts another, and waits for the end of the leases. */
    void kill() throws IOException {
        int number = random.nextInt(processes.size());
        Process process = processes.get(number);
        process.destroyForcibly().onExit().join();
        processes.set(number, start());
        awaitNothingLeasedTo(process);
    }

    /** Ends one in order, and starts another. The one that ends keeps no lease. */
    void stop() throws IOException {
        int number = random.nextInt(processes.size());
        Process process = processes.get(number);
        await().until(() -> hasLeases.test(process));
        // Process.destroy would end its input too, on which the process ends at once.
        process.toHandle().destroy();
        process.onExit().join();
        assertThat(hasLeases.test(process)).as("leases behind an orderly stop").isFalse();
        processes.set(number, start());
    }

    /** Stops one until its leases have ended. */
    void freeze() throws IOException {
        Process process = processes.get(random.nextInt(processes.size()));
        signal("STOP", process);
        awaitNothingLeasedTo(process);
        signal("CONT", process);
    }

    private static void signal(String name, Process process) throws IOException {
        new ProcessBuilder("env", "LC_ALL=C", "kill", "-" + name, Long.toString(process.pid()))
                .start()
                .onExit()
                .join();
    }

    private void awaitNothingLeasedTo(Process process) {
        await().until(() -> !hasLeases.test(process));
    }

    /** Whether tasks of these topics are leased to a process. */
    static boolean hasLeases(UnifiedJedis client, String group, List<String> topics, Process process) {
        String owner = ":" + process.pid() + "-";
        return leases(client, group, topics).anyMatch(record -> record.contains(owner));
    }

    /** The deliveries of the leased tasks of these topics. Each begins with its number, and a colon. */
    static Stream<String> leases(UnifiedJedis client, String group, List<String> topics) {
        String start = "{" + group + "}:";
        return topics.stream()
                .flatMap(topic -> client.zrange(start + "RESERVED:" + topic, 0, -1).stream())
                .map(id -> client.hget(start + "DELIVERIES", id))
                .filter(Objects::nonNull);
    }

    /** The files of all that have been started. */
    List<Path> files() {
        return files;
    }
}
