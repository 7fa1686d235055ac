package io.delayqueue.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Which tasks were added and which ran, to count the lost, the early and the doubled. As a callback it notes each run. */
final class Ledger implements TaskCallback<Object> {

    /** One call of a callback. */
    record Run(String id, int attempt, Instant dueAt, Instant at) {

        static Run now(TaskContext context) {
            return new Run(context.id(), context.attempt(), context.dueAt(), Instant.now());
        }

        boolean isEarly() {
            return at.isBefore(dueAt);
        }
    }

    private final Set<String> added = ConcurrentHashMap.newKeySet();

    private final Queue<Run> runs = new ConcurrentLinkedQueue<>();

    /** An add was confirmed. */
    void added(String id) {
        added.add(id);
    }

    @Override
    public void call(Object payload, TaskContext context) {
        ran(Run.now(context));
    }

    void ran(Run run) {
        runs.add(run);
    }

    int additions() {
        return added.size();
    }

    int size() {
        return runs.size();
    }

    List<Run> runs() {
        return List.copyOf(runs);
    }

    List<Run> runsOf(String id) {
        return runs.stream().filter(run -> run.id().equals(id)).toList();
    }

    /** Tasks that were confirmed and have not run. */
    Set<String> lost() {
        Set<String> lost = new TreeSet<>(added);
        runs.forEach(run -> lost.remove(run.id()));
        return lost;
    }

    /** Runs before the task was due. */
    List<Run> early() {
        return runs.stream().filter(Run::isEarly).toList();
    }

    /** Tasks that ran more than once. */
    Set<String> doubled() {
        return repeated(runs.stream().map(Run::id).toList());
    }

    /** Attempts that ran more than once, which no crash excuses: a new run is a new attempt. */
    Set<String> doubledAttempts() {
        return repeated(
                runs.stream().map(run -> run.id() + " attempt " + run.attempt()).toList());
    }

    private static Set<String> repeated(Collection<String> all) {
        Map<String, Long> counts =
                all.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        counts.values().removeIf(count -> count == 1);
        return new HashSet<>(counts.keySet());
    }

    void assertNoneLostOrEarly() {
        assertThat(lost()).as("lost").isEmpty();
        assertThat(early()).as("early").isEmpty();
        assertThat(doubledAttempts()).as("attempts that ran twice").isEmpty();
    }

    /** Every task that was added ran once, in its first attempt. */
    void assertEachRanOnce() {
        assertNoneLostOrEarly();
        assertThat(doubled()).as("doubled").isEmpty();
        assertThat(runs).as("runs").allMatch(run -> run.attempt() == 1);
    }
}
