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
 * Cursor of a walk through one or several orders of a topic's tasks: continues behind a position, whose task may be gone. Its text is
 * {@code name/part/millis/level/id}.
 *
 * @param name the name of the walk
 * @param part the current order
 * @param behind the position in it, or null at its beginning
 */
record Walk(String name, Part part, @Nullable Place behind) {

    /** Order of tasks. */
    enum Part {
        DELAYED,
        RESERVED,
        RESERVED_AGAIN,
        DEAD,
        HIGH,
        NORMAL,
        LOW;

        private TaskOrder order(TopicTasks tasks) {
            return switch (this) {
                case DELAYED -> tasks.delayed;
                case RESERVED, RESERVED_AGAIN -> tasks.reserved;
                case DEAD -> tasks.dead;
                case HIGH, NORMAL, LOW -> tasks.ready(Priority.valueOf(name()));
            };
        }
    }

    /**
     * Result of a step.
     *
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
        String[] words = text.startsWith(start) ? text.substring(start.length()).split("/", 4) : new String[0];
        if (words.length < 4) {
            return null;
        }
        for (Part part : parts) {
            if (part.name().equals(words[0])) {
                return read(name, part, words[1], words[2], words[3]);
            }
        }
        return null;
    }

    private static @Nullable Walk read(String name, Part part, String millis, String level, String id) {
        if (millis.isEmpty()) {
            return new Walk(name, part, null);
        }
        try {
            return new Walk(name, part, new Place(Long.parseLong(millis), Integer.parseInt(level), id));
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /**
     * Continues in this part.
     *
     * @param limit the maximum number of tasks
     */
    Sight look(MemoryGroup group, String topic, int limit) {
        TopicTasks tasks = group.topic(topic);
        Iterator<StoredTask> rest =
                tasks == null ? Collections.emptyIterator() : part.order(tasks).behind(behind);
        List<StoredTask> found = new ArrayList<>();
        while (found.size() < limit && rest.hasNext()) {
            found.add(rest.next());
        }
        return new Sight(found, found.size() < limit ? null : found.get(limit - 1).place);
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
        return name + "/" + part + "/"
                + (behind == null ? "//" : behind.millis() + "/" + behind.level() + "/" + behind.id());
    }
}
