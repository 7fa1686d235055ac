package io.delayqueue.fidelity;

import io.delayqueue.DelayQueueService;
import io.delayqueue.ExponentialBackoff;
import io.delayqueue.Priority;
import io.delayqueue.RejectTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.RetryTaskException;
import io.delayqueue.Task;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskInfo;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Tasks whose calls all have their script: what a seed says, whatever queue does it, and however the tasks meet. */
final class RandomWork {

    static final String GROUP = "work";

    private static final List<String> TOPICS = List.of("one", "two", "three");

    private static final int TASKS = 60;

    private static final Duration FAR = Duration.ofHours(1);

    private final Map<String, Script> scripts = new TreeMap<>();

    private final Map<String, List<String>> calls = new ConcurrentHashMap<>();

    private volatile @Nullable DelayQueueService service;

    /** What a call does. */
    private enum Deed {
        RETURN,
        FAIL,
        FAIL_WITH_DELAY,
        REJECT,
        ADD_ANOTHER,
        REMOVE_ITSELF
    }

    /** What becomes of a task before it is due. */
    private enum Fate {
        RUN,
        REMOVED,
        BROUGHT_FORWARD
    }

    /**
     * One task's.
     *
     * @param task what is added
     * @param deeds what its calls do, one after the other, the last for ever
     * @param fate what becomes of it
     */
    private record Script(Task task, List<Deed> deeds, Fate fate) {}

    RandomWork(long seed) {
        Random random = new Random(seed);
        IntStream.range(0, TASKS).forEach(i -> {
            Script script = script("task-" + i, random);
            scripts.put(script.task().id(), script);
        });
    }

    void configure(DelayQueueEngineBuilder engine) {
        TOPICS.forEach(topic -> engine.callback(GROUP, topic, String.class, (payload, context) -> run(context)));
    }

    /** Adds all tasks, and removes and reschedules some that are far from due. */
    void start(DelayQueueService queue) {
        service = queue;
        queue.addTasks(scripts.values().stream().map(Script::task).toList());
        scripts.forEach((id, script) -> {
            switch (script.fate()) {
                case RUN -> {}
                case REMOVED -> queue.removeTask(GROUP, id);
                case BROUGHT_FORWARD -> queue.rescheduleTask(GROUP, id, Duration.ofMillis(30));
            }
        });
    }

    /** What became of every task: its calls, and what is left of it. */
    Map<String, String> histories() {
        Map<String, String> histories = new TreeMap<>();
        List<String> ids = new ArrayList<>(scripts.keySet());
        ids.addAll(calls.keySet());
        for (String id : ids) {
            String left = queue().findTask(GROUP, id).map(RandomWork::text).orElse("gone");
            histories.put(id, calls.getOrDefault(id, List.of()) + " " + left);
        }
        return histories;
    }

    private static String text(TaskInfo task) {
        return task.state() + " attempts " + task.attempts() + " " + task.priority() + " "
                + task.failedAttempts().stream()
                        .map(failed -> failed.attempt() + " " + failed.outcome() + " " + failed.type() + " "
                                + failed.message())
                        .toList();
    }

    private void run(TaskContext context) {
        List<String> mine = calls.computeIfAbsent(context.id(), id -> new ArrayList<>());
        Script script = scripts.get(context.id());
        List<Deed> deeds = script == null ? List.of(Deed.RETURN) : script.deeds();
        Deed deed;
        synchronized (mine) {
            deed = deeds.get(Math.min(mine.size(), deeds.size() - 1));
            mine.add(context.attempt() + "/" + context.maxAttempts() + " " + deed);
        }
        perform(deed, context);
    }

    private void perform(Deed deed, TaskContext context) {
        switch (deed) {
            case RETURN -> {}
            case FAIL -> throw new IllegalStateException("on purpose");
            case FAIL_WITH_DELAY -> throw new RetryTaskException(Duration.ofMillis(15), "later");
            case REJECT -> throw new RejectTaskException("never");
            case ADD_ANOTHER ->
                queue().addTask(Task.of(GROUP, TOPICS.get(0))
                        .id(context.id() + "-another")
                        .build());
            case REMOVE_ITSELF -> queue().removeTask(GROUP, context.id());
        }
    }

    private DelayQueueService queue() {
        DelayQueueService queue = service;
        if (queue == null) {
            throw new IllegalStateException("not started");
        }
        return queue;
    }

    private static Script script(String id, Random random) {
        Fate fate = random.nextInt(4) > 0 ? Fate.RUN : pick(random, Fate.REMOVED, Fate.BROUGHT_FORWARD);
        boolean repeating = fate == Fate.RUN && random.nextInt(4) == 0;
        List<Deed> deeds = new ArrayList<>();
        for (int i = random.nextInt(6); i > 0; i--) {
            deeds.add(pick(random, Deed.FAIL, Deed.FAIL, Deed.FAIL_WITH_DELAY, Deed.RETURN, Deed.REJECT));
        }
        deeds.add(repeating ? Deed.REMOVE_ITSELF : pick(random, Deed.RETURN, Deed.ADD_ANOTHER, Deed.REMOVE_ITSELF));
        return new Script(task(id, random, fate, repeating), deeds, fate);
    }

    private static Task task(String id, Random random, Fate fate, boolean repeating) {
        var task = Task.of(GROUP, TOPICS.get(random.nextInt(TOPICS.size())))
                .id(id)
                .priority(pick(random, Priority.values()))
                .maxAttempts(1 + random.nextInt(4))
                .retry(new ExponentialBackoff(Duration.ofMillis(5), 2, Duration.ofMillis(15), 0.2))
                .delay(fate == Fate.RUN ? Duration.ofMillis(random.nextInt(100)) : FAR);
        if (repeating) {
            Duration period = Duration.ofMillis(10 + random.nextInt(20));
            task.repeat(random.nextBoolean() ? Repeat.fixedRate(period) : Repeat.fixedDelay(period));
        }
        return task.build();
    }

    @SafeVarargs
    private static <T> T pick(Random random, T... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
