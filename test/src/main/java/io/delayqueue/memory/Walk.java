package io.delayqueue.memory;

import io.delayqueue.Priority;
import io.delayqueue.TaskState;
import io.delayqueue.memory.TaskOrder.Place;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cursor of a walk through one or several orders of tasks: continues behind a position, whose task may be gone. Its text is
 * {@code name/part/score/member}.
 *
 * @param name the name of the walk
 * @param part the current order
 * @param behind the position in it, or null at its beginning
 */
record Walk(String name, Part part, @Nullable Place behind) {

    /** Maximum number of tasks that one step reads in an order shared by several topics. */
    static final int SCAN = 2_000;

    /** Order of tasks. */
    enum Part {
        DELAYED,
        RESERVED,
        RESERVED_AGAIN,
        DEAD,
        HIGH,
        NORMAL,
        LOW;

        /** Returns the order itself; null if the topic has never had a task. */
        @Nullable
        TaskOrder order(MemoryGroup group, @Nullable String topic) {
            if (this == DELAYED) {
                return group.delayed;
            }
            if (this == RESERVED || this == RESERVED_AGAIN) {
                return group.reserved;
            }
            TopicTasks tasks = topic == null ? null : group.topic(topic);
            if (tasks == null) {
                return null;
            }
            return this == DEAD ? tasks.dead : tasks.ready(Priority.valueOf(name()));
        }
    }

    /**
     * Result of a step.
     *
     * @param tasks the matching tasks
     * @param reached the last position; null at the end of the order
     */
    record Sight(List<StoredTask> tasks, @Nullable Place reached) {}

    /** Returns the orders of a state. */
    static List<Part> parts(TaskState state) {
        return switch (state) {
            case DELAYED -> List.of(Part.DELAYED);
            case READY -> List.of(Part.HIGH, Part.NORMAL, Part.LOW);
            case RESERVED -> List.of(Part.RESERVED);
            case DEAD -> List.of(Part.DEAD);
        };
    }

    /** Parses a cursor; null if it is not one of these parts. */
    static @Nullable Walk read(String name, String text, List<Part> parts) {
        String start = name + "/";
        String[] words = text.startsWith(start) ? text.substring(start.length()).split("/", 3) : new String[0];
        if (words.length < 3) {
            return null;
        }
        for (Part part : parts) {
            if (part.name().equals(words[0])) {
                return read(name, part, words[1], words[2]);
            }
        }
        return null;
    }

    private static @Nullable Walk read(String name, Part part, String score, String member) {
        if (score.isEmpty()) {
            return new Walk(name, part, null);
        }
        try {
            return new Walk(name, part, new Place(Double.parseDouble(score), member));
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /**
     * Continues in this part.
     *
     * @param topic the topic of the tasks; null for all topics
     * @param scan the maximum number of tasks to read
     * @param limit the maximum number of matching tasks
     */
    Sight look(MemoryGroup group, @Nullable String topic, int scan, int limit) {
        TaskOrder order = part.order(group, topic);
        Iterator<StoredTask> rest = order == null ? Collections.emptyIterator() : order.behind(behind);
        List<StoredTask> found = new ArrayList<>();
        Place reached = null;
        int looked = 0;
        while (looked < scan && found.size() < limit) {
            if (!rest.hasNext()) {
                return new Sight(found, null);
            }
            StoredTask task = rest.next();
            looked++;
            reached = task.place;
            if (topic == null || task.topic.equals(topic)) {
                found.add(task);
            }
        }
        return new Sight(found, reached);
    }

    /** Returns the cursor after a step in this part; null at the end of the walk. */
    @Nullable
    String next(@Nullable Place reached, List<Part> parts) {
        if (reached != null) {
            return new Walk(name, part, reached).toString();
        }
        int following = parts.indexOf(part) + 1;
        return following == parts.size() ? null : new Walk(name, parts.get(following), null).toString();
    }

    @Override
    public String toString() {
        return name + "/" + part + "/" + (behind == null ? "/" : behind.score() + "/" + behind.member());
    }
}
