package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Tag;
import io.delayqueue.TaskCounts;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskPage;
import io.delayqueue.TaskState;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.monitor.AuditFinding;
import io.delayqueue.monitor.AuditFinding.Kind;
import io.delayqueue.redis.GroupAudit;
import io.delayqueue.scenario.UseJournal.Entry;
import io.delayqueue.testing.RedisServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import redis.clients.jedis.Jedis;

/** A round of random use of two new groups by two JVMs, perhaps of different versions. */
final class RandomRound implements AutoCloseable {

    private static final int LINES = 1_500;

    private final List<String> groups = List.of("g" + UUID.randomUUID(), "h" + UUID.randomUUID());

    private final RedisServer server;

    private final User first;

    private final User second;

    /** Not started: it reads what the others have left. */
    private final DelayQueueEngine reader;

    private final DelayQueueService service;

    private final boolean mixed;

    /** A JVM, and its journal. */
    private record User(Process process, Path file) {

        List<String> journal() {
            try {
                return Files.readAllLines(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        void stopUsing() throws IOException {
            process.getOutputStream().write('\n');
            process.getOutputStream().flush();
            await().until(() -> journal().contains(UseJournal.STOPPED));
        }

        void kill() {
            process.destroyForcibly().onExit().join();
        }
    }

    /**
     * Begins the round.
     *
     * @param folder takes the journals
     * @param classPaths where the classes of the first JVM are, then those of the second, which may be killed
     */
    RandomRound(RedisServer server, Path folder, long seed, String... classPaths) throws IOException {
        this.server = server;
        Files.createDirectory(folder);
        mixed = !classPaths[0].equals(classPaths[1]);
        first = start("first", classPaths[0], folder, seed);
        second = start("second", classPaths[1], folder, seed);
        reader = DelayQueueEngine.builder(TestEngines.patientBackend(server)).build();
        service = reader.service();
    }

    private User start(String name, String classPath, Path folder, long seed) throws IOException {
        Path file = Files.createFile(folder.resolve(name));
        return new User(RandomUser.start(classPath, server.hostAndPort(), file, name, seed, groups), file);
    }

    /**
     * Lets both use the groups, stops them, and waits until all is done that is due.
     *
     * @param kills whether to kill the second JVM
     * @return how many tasks were leased to it then
     */
    int run(boolean kills) throws IOException {
        await().until(() -> first.journal().size() >= LINES && second.journal().size() >= LINES);
        int inFlight = kills ? kill() : 0;
        if (!kills) {
            second.stopUsing();
        }
        first.stopUsing();
        resume();
        for (String group : groups) {
            await().alias("nothing of " + group + " is due").until(() -> isSettled(group));
            if (mixed) {
                repairWhatAnEarlierVersionLeaves(group);
            }
            assertClean(group);
        }
        return inFlight;
    }

    /** The tasks that an earlier version ends stay among those that are being retried, and in the index of tags. */
    void repairWhatAnEarlierVersionLeaves(String group) {
        assertThat(reader.inspector().repair(group).findings())
                .extracting(AuditFinding::kind)
                .isSubsetOf(Kind.RETRYING_WITHOUT_TASK, Kind.TAG_WITHOUT_TASK);
    }

    void assertClean(String group) {
        new GroupAudit(server.client(), group).check();
        assertThat(reader.inspector().audit(group).findings())
                .as("findings in " + group)
                .isEmpty();
    }

    /** Lets both use the groups until both have begun, and only consume from then on. */
    void consumeOnly() throws IOException {
        await().until(() ->
                Stream.of(first, second).allMatch(user -> user.journal().size() > 100));
        second.stopUsing();
        first.stopUsing();
        resume();
    }

    private void resume() {
        groups.forEach(group ->
                RandomUse.TOPICS.forEach(topic -> service.topic(group, topic).resume()));
    }

    List<String> groups() {
        return groups;
    }

    /** Engine that reads what the others have left. */
    DelayQueueEngine reader() {
        return reader;
    }

    /** What a JVM has journalled of calls, the first or the second; and its process id. */
    Map.Entry<String, List<Entry>> calls(boolean ofFirst) {
        User user = ofFirst ? first : second;
        List<Entry> calls = UseJournal.read(user.journal()).stream()
                .filter(entry -> entry.kind().equals("run"))
                .toList();
        return Map.entry(user.process().pid() + "-", calls);
    }

    private int kill() {
        second.kill();
        // All that it had sent before it died has arrived when its connections have ended.
        await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(5)).until(() -> !connections()
                .contains("name=second"));
        return (int) groups.stream()
                .flatMap(group -> tasks(group, TaskState.RESERVED).stream())
                .filter(task -> String.valueOf(task.instance())
                        .startsWith(second.process().pid() + "-"))
                .count();
    }

    private String connections() {
        try (Jedis jedis = server.connect()) {
            return jedis.clientList();
        }
    }

    /** Nothing is ready or reserved, and what is delayed is far away. */
    private boolean isSettled(String group) {
        Instant soon = Instant.now().plus(RandomUse.FAR.dividedBy(2));
        long far = tasks(group, TaskState.DELAYED).stream()
                .filter(task -> Objects.requireNonNull(task.stateUntil()).isAfter(soon))
                .count();
        List<TaskCounts> counts = service.countTasks(group);
        return counts.stream().allMatch(count -> count.ready() + count.reserved() == 0)
                && counts.stream().mapToLong(TaskCounts::delayed).sum() == far;
    }

    private List<TaskInfo> tasks(String group, TaskState state) {
        List<TaskInfo> tasks = new ArrayList<>();
        for (String topic : RandomUse.TOPICS) {
            String cursor = null;
            do {
                TaskPage page = service.topic(group, topic).listWithPayloads(state, cursor, 7);
                tasks.addAll(page.tasks());
                cursor = page.cursor();
            } while (cursor != null);
        }
        return tasks;
    }

    /** One account an id. What is there according to the lists is there according to a look-up, and nothing else. */
    List<UseAccount> accounts() {
        Map<String, List<Entry>> entries = new TreeMap<>();
        List<Entry> all = new ArrayList<>(UseJournal.read(first.journal()));
        all.addAll(UseJournal.read(second.journal()));
        all.forEach(entry ->
                entries.computeIfAbsent(entry.id(), id -> new ArrayList<>()).add(entry));
        Map<String, String> present = present();
        assertThat(entries.keySet()).as("ids that were used").containsAll(present.keySet());
        return entries.entrySet().stream()
                .map(used -> new UseAccount(used.getKey(), used.getValue(), present.getOrDefault(used.getKey(), "")))
                .toList();
    }

    private Map<String, String> present() {
        Map<String, String> present = new TreeMap<>();
        for (String group : groups) {
            List<TaskInfo> listed = new ArrayList<>();
            for (TaskState state : TaskState.values()) {
                listed.addAll(tasks(group, state));
            }
            List<TaskInfo> found = new ArrayList<>();
            for (int i = 0; i < RandomUse.IDS; i++) {
                service.findTask(group, "id" + i).ifPresent(found::add);
            }
            assertThat(listed).as("lists of " + group).containsExactlyInAnyOrderElementsOf(found);
            assertThat(tagged(group)).as("tags of " + group).containsExactlyInAnyOrderElementsOf(ids(found));
            present.putAll(found.stream()
                    .map(task -> Map.entry(group + "/" + task.id(), RandomUse.task(task)))
                    .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
        }
        return present;
    }

    private static List<String> ids(List<TaskInfo> tasks) {
        return tasks.stream()
                .filter(task -> !task.tags().isEmpty())
                .map(TaskInfo::id)
                .toList();
    }

    private List<String> tagged(String group) {
        return IntStream.range(0, RandomUse.IDS)
                .mapToObj(i -> service.tagged(group, new Tag(RandomUse.TAG, "id" + i)))
                .flatMap(tagged -> tagged.list(null, 10).tasks().stream())
                .map(TaskInfo::id)
                .toList();
    }

    @Override
    public void close() {
        second.kill();
        first.kill();
        reader.close();
    }
}
