package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Tag;
import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.history.HistoryCounts;
import io.delayqueue.history.HistoryQuery;
import io.delayqueue.history.RecordedOutcome;
import io.delayqueue.history.TaskRecord;
import io.delayqueue.scenario.UseJournal.Entry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Tasks with tags that this version adds, and that two JVMs of different versions run, retry and end. */
final class EndsOfBothVersions {

    private static final int TASKS = 400;

    private static final Tag ALL = new Tag("about", "both");

    private static final List<String> BEHAVIOURS = List.of("end", "fail", "reject", "end");

    private final RandomRound round;

    private final String group;

    private final DelayQueueService service;

    EndsOfBothVersions(RandomRound round) {
        this.round = round;
        this.group = round.groups().get(0);
        this.service = round.reader().service();
    }

    private static String behaviour(int number) {
        return BEHAVIOURS.get(number % BEHAVIOURS.size());
    }

    /** Topics and behaviours have the same period; half of the behaviours of each topic would be missing. */
    private static TopicName topic(String group, int number) {
        return new TopicName(group, RandomUse.TOPICS.get(number / BEHAVIOURS.size() % 2));
    }

    private static Task task(String group, int number) {
        return Task.of(group, topic(group, number).topic())
                .id("own" + number)
                .payload(Map.of("task", "own" + number, "does", behaviour(number)))
                .tag(ALL.name(), ALL.value())
                .tag("number", "" + number)
                .delay(Duration.ofMillis(number))
                .build();
    }

    /** Adds the tasks, and waits until all have ended. */
    void run() throws IOException {
        round.consumeOnly();
        service.addTasks(IntStream.range(0, TASKS).mapToObj(i -> task(group, i)).toList());
        await().until(() -> IntStream.range(0, TASKS).allMatch(this::hasEnded));
    }

    private boolean hasEnded(int number) {
        return service.findTask(group, "own" + number)
                .map(task -> task.state() == TaskState.DEAD)
                .orElse(true);
    }

    /** Fails unless those tasks have one record each that this version has ended, and no others. The first JVM is of this version. */
    void checkRecords() {
        Map.Entry<String, List<Entry>> own = round.calls(true);
        Map.Entry<String, List<Entry>> earlier = round.calls(false);
        Set<RecordedOutcome> recorded = new TreeSet<>();
        Set<RecordedOutcome> unrecorded = new TreeSet<>();
        Set<String> failedIn = new TreeSet<>();
        for (int i = 0; i < TASKS; i++) {
            String id = group + "/own" + i;
            List<Entry> calls = new ArrayList<>(own.getValue());
            calls.addAll(earlier.getValue());
            List<Entry> attempts = calls.stream()
                    .filter(call -> call.id().equals(id))
                    .sorted(Comparator.comparing(call -> call.how(0)))
                    .toList();
            assertThat(attempts).as("calls of " + id).hasSize(behaviour(i).equals("fail") ? 3 : 1);
            RecordedOutcome outcome = behaviour(i).equals("reject") ? RecordedOutcome.DEAD : RecordedOutcome.FINISHED;
            boolean isOwn = own.getValue().contains(attempts.get(attempts.size() - 1));
            List<TaskRecord> records = round.reader()
                    .inspector()
                    .history(topic(group, i))
                    .list(HistoryQuery.ALL.id("own" + i))
                    .records();
            (isOwn ? recorded : unrecorded).add(outcome);
            assertThat(records).as("records of " + id).hasSize(isOwn ? 1 : 0);
            for (TaskRecord record : records) {
                assertThat(record.outcome()).isEqualTo(outcome);
                assertThat(record.attempts()).isEqualTo(attempts.size());
                assertThat(record.tags()).containsExactly(ALL, new Tag("number", "" + i));
                assertThat(record.instance()).startsWith(own.getKey());
                record.failedAttempts()
                        .forEach(attempt ->
                                failedIn.add(String.valueOf(attempt.instance()).replaceFirst("-.*", "-")));
            }
        }
        assertThat(round.reader().inspector().histories(group, RandomUse.TOPICS))
                .extracting(HistoryCounts::notKept)
                .containsOnly(0L);
        assertThat(recorded).containsExactly(RecordedOutcome.FINISHED, RecordedOutcome.DEAD);
        assertThat(unrecorded).containsExactly(RecordedOutcome.FINISHED, RecordedOutcome.DEAD);
        assertThat(failedIn)
                .as("instances of failed attempts in records")
                .containsExactlyInAnyOrder(own.getKey(), earlier.getKey());
    }

    /** Fails unless the tag finds the tasks that are there, whoever has ended them, before and after a repair. */
    void checkTags() {
        List<String> dead = IntStream.range(0, TASKS)
                .filter(number -> behaviour(number).equals("reject"))
                .mapToObj(number -> "own" + number)
                .sorted()
                .toList();
        for (int i = 0; i < 2; i++) {
            assertThat(service.tagged(group, ALL).list(null, 500).tasks())
                    .extracting(TaskInfo::id)
                    .isEqualTo(dead);
            round.repairWhatAnEarlierVersionLeaves(group);
        }
        round.assertClean(group);
    }
}
