package io.delayqueue.memory;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import io.delayqueue.TaskState;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.NewTask.AddMode;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Due times of the tasks of one call, some of which ask for more than a time. Chooses the same times as the scripts of Redis do. */
final class DueTimes {

    private static final int DRAWS = 4;

    private static final long SECOND = 1_000;

    private static final Pattern LATEST = Pattern.compile(",\"latest\":(\\d+)}]$");

    private final MemoryGroup group;

    private final long now;

    /** By topic and second how many tasks are due then, with those that this call has placed there. */
    private final Map<String, Integer> filled = new HashMap<>();

    DueTimes(MemoryGroup group) {
        this.group = group;
        this.now = group.now().roundedUp();
    }

    /**
     * Creates a task with its due time.
     *
     * @param there the task that it replaces; null if there is none
     */
    StoredTask task(NewTask task, @Nullable StoredTask there) {
        AddMode mode = task.mode();
        long due = task.relative() ? now + task.time() : task.time();
        if (mode.dueUntil() > 0) {
            due = leastFilled(task, Math.max(task.time(), Math.min(now, mode.dueUntil())));
        }
        if (mode.longestWait() == 0) {
            return new StoredTask(task, due);
        }
        long latest = latest(there, now + mode.longestWait());
        StoredTask created = new StoredTask(task, Math.min(due, latest));
        String rest = new String(created.rest, ISO_8859_1);
        created.rest = (rest.substring(0, rest.length() - 2) + ",\"latest\":" + latest + "}]").getBytes(ISO_8859_1);
        return created;
    }

    private long leastFilled(NewTask task, long from) {
        ByteBuffer hash = ByteBuffer.wrap(sha1(task.id()));
        long time = 0;
        String second = "";
        int least = Integer.MAX_VALUE;
        for (int draw = 0; draw < DRAWS; draw++) {
            double part = (hash.getInt() & 0xffffffffL) / 4_294_967_296.0;
            long drawn = from + (long) Math.floor(part * (task.mode().dueUntil() - from + 1));
            String key = task.topic() + ":" + drawn / SECOND;
            int tasks = filled.computeIfAbsent(key, added -> dueInSecond(task.topic(), drawn / SECOND * SECOND));
            if (tasks < least) {
                time = drawn;
                second = key;
                least = tasks;
            }
        }
        filled.merge(second, 1, Integer::sum);
        return time;
    }

    private int dueInSecond(String topic, long from) {
        return group.topic(topic)
                .in(TaskState.DELAYED)
                .subMap(Place.start(0, from), Place.start(0, from + SECOND))
                .size();
    }

    private static byte[] sha1(String id) {
        try {
            return MessageDigest.getInstance("SHA-1").digest(id.getBytes(US_ASCII));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long latest(@Nullable StoredTask there, long otherwise) {
        if (there == null || there.history || there.state == TaskState.RESERVED || there.state == TaskState.DEAD) {
            return otherwise;
        }
        Matcher mark = LATEST.matcher(new String(there.rest, ISO_8859_1));
        return mark.find() ? Long.parseLong(mark.group(1)) : otherwise;
    }
}
