package io.delayqueue.migrate;

import java.time.Instant;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tasks of anything that can be read: rows of a table, lines of a file, messages of a broker. Nothing is taken, so stop what delivers them
 * first. A further migration of the same rows adds none of them again: the store keeps the names of changes for a year, or with {@link
 * #onMoved} for ten minutes after the rows were removed.
 */
public final class Rows extends TaskSource {

    /**
     * A row.
     *
     * @param id the task's id, of which the name of its change is made, with the due time
     * @param dueAt when it is due
     * @param payload the payload of the task
     */
    public record Row(String id, Instant dueAt, Object payload) {

        /** Checks that nothing is null. */
        public Row {
            Objects.requireNonNull(id, "id must not be null");
            Objects.requireNonNull(dueAt, "dueAt must not be null");
            Objects.requireNonNull(payload, "payload must not be null");
        }
    }

    private final Iterable<Row> rows;
    private final @Nullable Consumer<List<Row>> onMoved;
    private Iterator<Row> iterator = Collections.emptyIterator();
    private @Nullable Row next;

    private Rows(String name, Iterable<Row> rows, @Nullable Consumer<List<Row>> onMoved) {
        super(name);
        this.rows = Objects.requireNonNull(rows, "rows must not be null");
        this.onMoved = onMoved;
    }

    /**
     * Names rows.
     *
     * @param name the name, such as that of the table: equal in each process, and another one for other rows
     * @param rows the rows, iterated by each plan and each move
     * @return the source
     */
    public static Rows of(String name, Iterable<Row> rows) {
        return new Rows("rows:" + Objects.requireNonNull(name, "name must not be null"), rows, null);
    }

    /**
     * Sets what is done with rows whose tasks were added: delete them, or acknowledge messages, so that they do not come again. Must be safe to
     * repeat. If it throws, the move ends, and a further one calls it again.
     *
     * @param moved receives at most 500 rows, on the thread of the move
     * @return a copy of this source
     */
    public Rows onMoved(Consumer<List<Row>> moved) {
        return new Rows(name, rows, Objects.requireNonNull(moved, "moved must not be null"));
    }

    @Override
    Object content(Element element) {
        return row(element).payload();
    }

    private static Row row(Element element) {
        return Objects.requireNonNull(element.row());
    }

    @Override
    void check(String group) {
        iterator = rows.iterator();
        advance();
    }

    private void advance() {
        next = iterator.hasNext() ? iterator.next() : null;
    }

    @Override
    int passes() {
        return 2;
    }

    @Override
    long size(int pass) {
        return pass == TAKEN ? 0 : Long.MAX_VALUE;
    }

    /** An id comes once in a batch, because names of changes differ. */
    @Override
    List<Element> peek(int pass, long skip) {
        Map<String, Element> found = new LinkedHashMap<>();
        while (pass != TAKEN && next != null && found.size() < RedisSource.BATCH && !found.containsKey(next.id())) {
            String due = "" + next.dueAt().toEpochMilli();
            found.put(next.id(), new Element(RedisSource.bytes(next.id()), due, "0", next));
            advance();
        }
        return List.copyOf(found.values());
    }

    @Override
    List<String> take(int pass, List<Element> elements) {
        return elements.stream().map(Element::score).toList();
    }

    @Override
    void end(Map<Element, String> ends) {
        if (onMoved != null) {
            onMoved.accept(ends.keySet().stream()
                    .filter(element -> !BACK.equals(ends.get(element)))
                    .map(Rows::row)
                    .toList());
        }
    }

    @Override
    boolean forgets() {
        return onMoved != null;
    }
}
