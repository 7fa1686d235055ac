package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.AddResult;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.chaos.Outcome;
import io.delayqueue.chaos.Outcome.Disturbance;
import io.delayqueue.chaos.Outcomes;
import java.time.Clock;
import java.time.Duration;
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

        static Run at(Instant now, TaskContext context) {
            return new Run(context.id(), context.attempt(), context.dueAt(), now);
        }

        boolean isEarly() {
            return at.isBefore(dueAt);
        }
    }

    private final Set<String> added = ConcurrentHashMap.newKeySet();

    /** When the store said that a task is due. */
    private final Map<String, Instant> due = new ConcurrentHashMap<>();

    private final Queue<Run> runs = new ConcurrentLinkedQueue<>();

    private final Clock clock;

    /** For a store on this machine. */
    Ledger() {
        this(Clock.systemUTC());
    }

    /**
     * Creates a ledger.
     *
     * @param clock the store's, or one that is never behind it
     */
    Ledger(Clock clock) {
        this.clock = clock;
    }

    /** An add was confirmed. */
    void added(String id) {
        added.add(id);
    }

    /** An add was confirmed, with a time. */
    void added(AddResult result) {
        due.put(result.id(), result.dueAt());
        added(result.id());
    }

    /** The task was given another time, or may have been. */
    void moved(String id) {
        due.remove(id);
    }

    /** The task was removed, or may have been. */
    void removed(String id) {
        added.remove(id);
    }

    @Override
    public void call(Object payload, TaskContext context) {
        ran(Run.at(clock.instant(), context));
    }

    void ran(Run run) {
        runs.add(run);
    }

    /** Tasks whose adds were confirmed. */
    Set<String> confirmed() {
        return Set.copyOf(added);
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

    /** Runs before the task was due, whether one asks the task or what the store said when it was added. */
    List<Run> early() {
        return runs.stream()
                .filter(run -> run.isEarly() || run.at().isBefore(due.getOrDefault(run.id(), Instant.MIN)))
                .toList();
    }

    /** The longest time from the due time of a task to its first run. */
    long latestMillis() {
        Map<String, Run> first =
                runs.stream().collect(Collectors.toMap(Run::id, run -> run, (a, b) -> a.at().isAfter(b.at()) ? b : a));
        return first.values().stream()
                .mapToLong(run -> Duration.between(due.getOrDefault(run.id(), run.dueAt()), run.at())
                        .toMillis())
                .max()
                .orElse(0);
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

    /**
     * The end of a disturbance test that neither kills nor fails over.
     *
     * @param bound how many runs beyond a task's first the disturbance excuses
     */
    void conclude(String scenario, int rounds, int bound) {
        conclude(scenario, Disturbance.OTHER, rounds, bound);
    }

    /**
     * The end of a disturbance test: notes the counts for the build's total, and fails if a task was lost or early, or more
     * ran again than may.
     *
     * @param bound how many runs beyond a task's first the disturbance excuses
     */
    void conclude(String scenario, Disturbance disturbance, int rounds, int bound) {
        Set<String> ran = runs.stream().map(Run::id).collect(Collectors.toSet());
        int again = runs.size() - ran.size();
        Outcomes.add(new Outcome(
                scenario,
                disturbance,
                rounds,
                added.size(),
                lost().size(),
                early().size(),
                again,
                bound,
                latestMillis()));
        assertThat(lost()).as("lost").isEmpty();
        assertThat(early()).as("early").isEmpty();
        assertThat(again).as("runs beyond the first: %s", doubled()).isLessThanOrEqualTo(bound);
    }

    /** Every task that was added ran once, in its first attempt. */
    void assertEachRanOnce() {
        assertNoneLostOrEarly();
        assertThat(doubled()).as("doubled").isEmpty();
        assertThat(runs).as("runs").allMatch(run -> run.attempt() == 1);
    }
}
