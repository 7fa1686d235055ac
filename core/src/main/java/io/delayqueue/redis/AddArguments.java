package io.delayqueue.redis;

import static io.delayqueue.redis.Keys.bytes;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.store.NewTask;
import java.util.List;
import java.util.function.Supplier;

/** Writes the arguments of the script that adds tasks. */
final class AddArguments {

    /** Priorities by their numbers in scripts. */
    private static final List<Priority> LEVELS = List.of(Priority.NORMAL, Priority.HIGH, Priority.LOW);

    private AddArguments() {}

    static Script script(List<NewTask> tasks) {
        return tasks.stream().allMatch(AddArguments::isPlain) ? Script.ADD : Script.REPLACE;
    }

    static List<byte[]> keys(Script script, Keys k, List<NewTask> tasks, Supplier<String> nonce) {
        if (script == Script.REPLACE) {
            return k.with(nonce.get()).of(script);
        }
        return k.ofTopics(script, Keys.topics(tasks, NewTask::topic));
    }

    /** Whether it neither replaces a task nor repeats, and has no window, which costs keys and commands of its own. */
    private static boolean isPlain(NewTask task) {
        NewTask.AddMode mode = task.mode();
        return !replaces(task) && !mode.repeats() && mode.uniqueFor() == 0 && mode.dueUntil() == 0;
    }

    private static boolean replaces(NewTask task) {
        return task.mode().ifExists() == IfExists.REPLACE;
    }

    static void add(NewTask task, List<byte[]> arguments) {
        arguments.add(bytes(task.topic()));
        arguments.add(bytes(task.id()));
        arguments.add(bytes(task.time()));
        arguments.add(how(task));
        arguments.add(task.detail());
    }

    private static byte[] how(NewTask task) {
        NewTask.AddMode mode = task.mode();
        int level = LEVELS.indexOf(mode.priority());
        String how = (task.relative() ? "+" : "=") + level + (replaces(task) ? "R" : "K");
        return bytes(isPlain(task) ? how : how + more(mode));
    }

    private static String more(NewTask.AddMode mode) {
        return (mode.repeats() ? "P" : "")
                + number("U", mode.uniqueFor())
                + number("B", mode.dueUntil())
                + number("L", mode.longestWait());
    }

    private static String number(String letter, long number) {
        return number == 0 ? "" : letter + number;
    }
}
