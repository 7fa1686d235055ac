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
 * Where a walk through one or several orders of tasks goes on: behind a place at which there need be no task any more. Written as
 * {@code name/part/score/member}.
 *
 * @param name what is walked through
 * @param part the order it has come to
 * @param behind the place in it, or null at its beginning
 */
record Walk(String name, Part part, @Nullable Place behind) {

    /** How many tasks of an order that several topics share one step looks at. */
    static final int SCAN = 2_000;

    /** An order of tasks. */
    enum Part {
        DELAYED,
        RESERVED,
        RESERVED_AGAIN,
        DEAD,
        HIGH,
        NORMAL,
        LOW;

        /** The order itself; null if the topic never had a task. */
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
     * What a step saw.
     *
     * @param tasks those that were looked for
     * @param reached where it ended; null at the end of the order
     */
    record Sight(List<StoredTask> tasks, @Nullable Place reached) {}

    /** The orders of a state. */
    static List<Part> parts(TaskState state) {
        return switch (state) {
            case DELAYED -> List.of(Part.DELAYED);
            case READY -> List.of(Part.HIGH, Part.NORMAL, Part.LOW);
            case RESERVED -> List.of(Part.RESERVED);
            case DEAD -> List.of(Part.DEAD);
        };
    }

    /** The walk that a text names, or null if it names none through these parts. */
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
     * Goes on in this part.
     *
     * @param topic whose tasks to look for; null for those of all
     * @param scan how many to look at, at most
     * @param limit how many to find, at most
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

    /** How to go on after a step in this part; null at the end of all. */
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
