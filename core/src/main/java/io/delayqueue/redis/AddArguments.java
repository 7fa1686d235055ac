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

    /** Whether it neither replaces a task nor repeats, which costs keys and commands of its own. */
    private static boolean isPlain(NewTask task) {
        return !replaces(task) && !task.mode().repeats();
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
        int level = LEVELS.indexOf(task.mode().priority());
        return bytes((task.relative() ? "+" : "=")
                + level
                + (replaces(task) ? "R" : "K")
                + (task.mode().repeats() ? "P" : ""));
    }
}
