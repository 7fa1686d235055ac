package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.scenario.UseJournal.Entry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Accounts for all tasks of one id. Each that was confirmed to be added has ended in one way: its callback has returned, it
 * was removed, or replaced; or it is there. Who replaces does not learn which task it was, so a task that has vanished
 * needs a replacement of its own that can have met it.
 */
final class UseAccount {

    private final String id;

    private final List<Entry> entries;

    /** The name of the task that is there; empty if there is none. */
    private final String present;

    private final Map<String, Entry> adds = new HashMap<>();

    private final Set<String> removed = new HashSet<>();

    private final Map<String, Integer> returned = new HashMap<>();

    UseAccount(String id, List<Entry> entries, String present) {
        this.id = id;
        this.entries = entries;
        this.present = present;
        where(entry -> entry.kind().equals("add")).forEach(add -> adds.put(add.task(), add));
        for (Entry entry : where(entry -> entry.kind().equals("remove") && !entry.isUnknown())) {
            String task = String.valueOf(entry.result());
            if (!task.equals("NOTHING")) {
                assertThat(removed.add(task))
                        .as("removed once: %s of %s", task, this)
                        .isTrue();
            }
        }
        where(entry -> entry.is("run", "RETURNED")).forEach(run -> returned.merge(run.task(), 1, Integer::sum));
    }

    private List<Entry> where(Predicate<Entry> condition) {
        return entries.stream().filter(condition).toList();
    }

    private boolean repeats(String task) {
        return adds.get(task).how(1).equals("repeat");
    }

    /** Tasks that were added, as far as it is confirmed. */
    List<Entry> added() {
        return where(entry -> entry.is("add", "ADDED", "REPLACED"));
    }

    /** Runs beyond the first of tasks that end with it, and those that returned beyond the first of tasks that fail before. */
    int doubled() {
        Map<String, Integer> runs = new HashMap<>();
        where(entry -> entry.kind().equals("run")
                        && adds.get(entry.task()).how(1).equals("end"))
                .forEach(run -> runs.merge(run.task(), 1, Integer::sum));
        returned.forEach((task, times) -> runs.putIfAbsent(task, repeats(task) ? 1 : times));
        return runs.values().stream().mapToInt(times -> times - 1).sum();
    }

    /** Runs that began before the store's time for their task. */
    List<Entry> early() {
        boolean moved = !where(entry -> entry.kind().equals("reschedule")
                        && (entry.isUnknown() || entry.is("reschedule", "RESCHEDULED")))
                .isEmpty();
        return where(
                run -> run.kind().equals("run") && (run.begun() < due(run) || !moved && run.begun() < promised(run)));
    }

    /** The longest time from the due time of a run, as its attempt knows it, to its beginning; pauses of the topic are part of it. */
    long latestMillis() {
        return where(entry -> entry.kind().equals("run")).stream()
                .mapToLong(run -> run.begun() - due(run))
                .max()
                .orElse(0);
    }

    private static long due(Entry run) {
        return Long.parseLong(run.how(1));
    }

    private long promised(Entry run) {
        Entry add = adds.get(run.task());
        return add.isUnknown() ? 0 : add.resultMillis();
    }

    /** Tasks that have vanished without an end. */
    List<String> lost() {
        List<Entry> vanished = added().stream()
                .filter(add -> !removed.contains(add.task()) && !add.task().equals(present))
                .filter(add -> repeats(add.task()) || !returned.containsKey(add.task()))
                .toList();
        List<Entry> excuses = where(entry -> entry.is("add", "REPLACED")
                || entry.isUnknown()
                        && (entry.kind().equals("remove") || entry.how().startsWith("REPLACE")));
        return unmatched(vanished, excuses);
    }

    /** Gives each task a replacement of its own; returns those for which there is none. */
    private static List<String> unmatched(List<Entry> vanished, List<Entry> excuses) {
        Map<Entry, Entry> taken = new HashMap<>();
        List<String> lost = new ArrayList<>();
        for (Entry task : vanished) {
            if (!match(task, excuses, taken, new HashSet<>())) {
                lost.add(task.task());
            }
        }
        return lost;
    }

    private static boolean match(Entry task, List<Entry> excuses, Map<Entry, Entry> taken, Set<Entry> tried) {
        for (Entry excuse : excuses) {
            if (excuse != task && excuse.ended() >= task.begun() && tried.add(excuse)) {
                Entry other = taken.get(excuse);
                if (other == null || match(other, excuses, taken, tried)) {
                    taken.put(excuse, task);
                    return true;
                }
            }
        }
        return false;
    }

    /** Fails if what is there, and what has ended, cannot all be. */
    void check() {
        assertThat(removed).as("removed and still there, of %s", this).doesNotContain(present);
        if (!present.isEmpty()) {
            assertThat(adds).as("added: %s of %s", present, this).containsKey(present);
            assertThat(repeats(present) || !returned.containsKey(present))
                    .as("finished and still there: %s of %s", present, this)
                    .isTrue();
        }
        int unknown =
                where(entry -> entry.isUnknown() && !entry.kind().equals("run")).size();
        int finished = where(entry -> entry.is("add", "ADDED")).size() - removed.size() - (present.isEmpty() ? 0 : 1);
        long canHave = returned.keySet().stream()
                .filter(task -> !repeats(task) && !removed.contains(task))
                .count();
        assertThat(finished)
                .as("what was added to nothing and is not there any more, of %s", this)
                .isBetween(-unknown, (int) canHave + unknown);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(id).append(", there: ").append(present);
        entries.stream().sorted((a, b) -> Long.compare(a.begun(), b.begun())).forEach(entry -> text.append("\n  ")
                .append(entry));
        return text.toString();
    }
}
