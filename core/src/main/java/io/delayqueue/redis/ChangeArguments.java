package io.delayqueue.redis;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.store.Change;
import io.delayqueue.store.Change.Result;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.NewTask.AddMode;
import io.delayqueue.store.TaskStore;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Writes the arguments of the scripts that add tasks, and of those that make changes once, and reads the results of the latter. */
final class ChangeArguments {

    /** Maximum bytes of the arguments of changes that a call makes once, unless it is one change. */
    private static final int MAX_BYTES = 1 << 20;

    /** Numbers of adds; those of reschedules and removals are smaller. */
    static final int OTHER_TOPIC = 4;

    static final int REPLACED = 5;

    /** Priorities by their numbers in scripts. */
    private static final List<Priority> LEVELS = List.of(Priority.NORMAL, Priority.HIGH, Priority.LOW);

    private ChangeArguments() {}

    static Script script(List<NewTask> tasks) {
        if (!tasks.stream().allMatch(ChangeArguments::isPlain)) {
            return Script.REPLACE;
        }
        return tasks.stream().anyMatch(NewTask::hasKey) ? Script.ADD_KEYED : Script.ADD;
    }

    static List<byte[]> keys(Script script, Keys k, List<NewTask> tasks, Supplier<String> nonce) {
        if (script == Script.REPLACE) {
            return k.with(nonce.get()).of(script);
        }
        return k.ofTopics(script, Keys.topics(tasks, NewTask::topic));
    }

    /** Whether it neither replaces a task nor repeats, and has no window and no tags, which costs keys and commands of its own. */
    private static boolean isPlain(NewTask task) {
        AddMode mode = task.mode();
        return !replaces(task) && !mode.repeats() && mode.uniqueFor() == 0 && mode.dueUntil() == 0 && !task.hasTags();
    }

    private static boolean replaces(NewTask task) {
        return task.mode().ifExists() == IfExists.REPLACE;
    }

    static List<byte[]> of(NewTask task) {
        return Keys.arguments(task.topic(), task.id(), task.time(), how(task), task.detail());
    }

    private static String how(NewTask task) {
        AddMode mode = task.mode();
        int level = LEVELS.indexOf(mode.priority());
        String how = (task.relative() ? "+" : "=") + level + (replaces(task) ? "R" : "K");
        return (isPlain(task) ? how : how + more(mode)) + (task.hasTags() ? "T" : "") + (task.hasKey() ? "k" : "");
    }

    private static String more(AddMode mode) {
        return (mode.repeats() ? "P" : "")
                + number("U", mode.uniqueFor())
                + number("B", mode.dueUntil())
                + number("L", mode.longestWait());
    }

    private static String number(String letter, long number) {
        return number == 0 ? "" : letter + number;
    }

    /** Returns the script that makes a change once. */
    static Script script(Change change) {
        if (change instanceof Change.Add) {
            return Script.ADD_ONCE;
        }
        return change instanceof Change.Remove ? Script.REMOVE_ONCE : Script.RESCHEDULE_ONCE;
    }

    /** Adds the arguments of the first changes, as many as one call makes: of one kind, each of another task, up to some bytes. */
    static void addRun(List<Change> changes, List<byte[]> arguments) {
        Script script = script(changes.get(0));
        Set<String> ids = new HashSet<>();
        int bytes = 0;
        for (Change change : changes) {
            List<byte[]> own = once(change);
            bytes += own.stream().mapToInt(argument -> argument.length).sum();
            boolean fits = ids.isEmpty() || ids.size() < TaskStore.MAX_BATCH && bytes <= MAX_BYTES;
            if (!fits || script(change) != script || !ids.add(change.id())) {
                return;
            }
            arguments.addAll(own);
        }
    }

    private static List<byte[]> once(Change change) {
        if (change instanceof Change.Add added) {
            return Keys.arguments(change.name(), of(added.task()));
        }
        if (change instanceof Change.Reschedule reschedule) {
            return Keys.arguments(change.name(), change.id(), reschedule.time(), reschedule.relative() ? "+" : "=");
        }
        return Keys.arguments(change.name(), change.id());
    }

    /** Reads the number that a script returns of a change: -1 if it was made before, else the one of the same change without a name. */
    static Result result(long number) {
        return switch ((int) number) {
            case -1 -> Result.REPEATED;
            case 1, REPLACED -> Result.MADE;
            case OTHER_TOPIC -> Result.OTHER_TOPIC;
            default -> Result.NOT_MADE;
        };
    }
}
