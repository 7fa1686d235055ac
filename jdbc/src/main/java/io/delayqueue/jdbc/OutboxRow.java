package io.delayqueue.jdbc;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.store.Change;
import io.delayqueue.store.NewTask;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A recorded change of one task.
 *
 * @param seq its number in the table; 0 before the row is written
 * @param group the task's group
 * @param id the task's id
 * @param name the name by which the store recognises the change
 * @param change the change, with a relative time that counts from now; null if this version cannot read it
 * @param unreadable the reason why a row of this version's form cannot be read; null if it can, or has a later form
 * @param tries how often the store has failed to make this change alone
 * @param waits whether the next try is later than now
 * @param ageMillis the time since the row was written
 */
record OutboxRow(
        long seq,
        String group,
        String id,
        String name,
        @Nullable Change change,
        @Nullable String unreadable,
        int tries,
        boolean waits,
        long ageMillis) {

    /** The columns of a change, in the order of {@link #set}. */
    static final String COLUMNS = "format, kind, topic, due_ms, due_relative, how, detail";

    /** The version of the form that this class writes. */
    private static final int FORMAT = 1;

    private static final String ADD = "A";

    private static final String REMOVE = "R";

    private static final String RESCHEDULE = "S";

    static OutboxRow of(String group, Change change) {
        return new OutboxRow(0, group, change.id(), change.name(), change, null, 0, false, 0);
    }

    /** {@return the transaction that has written the row} */
    String transaction() {
        return transaction(name);
    }

    static String transaction(String name) {
        return name.substring(0, Math.max(0, name.lastIndexOf('-')));
    }

    /** {@return the place of the row; the number is 0 before the row is written} */
    OutboxTable.Place place() {
        return new OutboxTable.Place(seq, group, id, true);
    }

    /** {@return whether a later version has written the row in a form of its own} */
    boolean isLater() {
        return change == null && unreadable == null;
    }

    /** {@return the kind of the change: the store makes changes of one kind in one step} */
    String kind() {
        return change == null ? "" : change.getClass().getSimpleName();
    }

    @Override
    public String toString() {
        return "The change " + name + " of the task " + id + " in " + group;
    }

    /** Sets the parameters of the columns of a change, from the given one on. */
    void set(PreparedStatement statement, int first) throws SQLException {
        NewTask task = change instanceof Change.Add add ? add.task() : null;
        Change.Reschedule moved = change instanceof Change.Reschedule reschedule ? reschedule : null;
        boolean relative = task != null ? task.relative() : moved != null && moved.relative();
        statement.setInt(first, FORMAT);
        statement.setString(first + 1, task != null ? ADD : moved != null ? RESCHEDULE : REMOVE);
        statement.setString(first + 2, task == null ? null : task.topic());
        statement.setLong(first + 3, task != null ? task.time() : moved != null ? moved.time() : 0);
        statement.setInt(first + 4, relative ? 1 : 0);
        statement.setString(first + 5, task == null ? null : write(task.mode()));
        if (task == null) {
            statement.setNull(first + 6, Types.VARBINARY);
        } else {
            statement.setBytes(first + 6, task.detail());
        }
    }

    /** Reads a row with the time of the database as {@code now_ms}. */
    static OutboxRow read(ResultSet row) throws SQLException {
        long seq = row.getLong("seq");
        String name = row.getString("name");
        String group = row.getString("task_group");
        String id = row.getString("task_id");
        int tries = row.getInt("tries");
        long now = row.getLong("now_ms");
        long age = Math.max(0, now - row.getLong("created_ms"));
        // No time of a next try is read as 0, which is in the past.
        boolean waits = row.getLong("retry_ms") > now;
        Change change = null;
        String unreadable = null;
        if (row.getInt("format") <= FORMAT) {
            try {
                change = change(row, name, id, age);
            } catch (RuntimeException e) {
                unreadable = e.toString();
            }
        }
        return new OutboxRow(seq, group, id, name, change, unreadable, tries, waits, age);
    }

    private static Change change(ResultSet row, String name, String id, long age) throws SQLException {
        boolean relative = row.getInt("due_relative") == 1;
        long due = row.getLong("due_ms");
        long time = relative ? Math.max(0, due - age) : due;
        return switch (row.getString("kind")) {
            case REMOVE -> new Change.Remove(name, id);
            case RESCHEDULE -> new Change.Reschedule(name, id, time, relative);
            case ADD -> {
                String topic = Objects.requireNonNull(row.getString("topic"), "topic");
                byte[] detail = Objects.requireNonNull(row.getBytes("detail"), "detail");
                yield new Change.Add(name, new NewTask(topic, id, time, relative, detail, mode(row.getString("how"))));
            }
            default -> throw new IllegalArgumentException("Unknown kind " + row.getString("kind"));
        };
    }

    private static String write(NewTask.AddMode mode) {
        return mode.priority() + " " + mode.ifExists() + " " + mode.repeats() + " " + mode.uniqueFor() + " "
                + mode.dueUntil() + " " + mode.longestWait();
    }

    private static NewTask.AddMode mode(String how) {
        String[] parts = how.split(" ");
        return new NewTask.AddMode(
                Priority.valueOf(parts[0]),
                IfExists.valueOf(parts[1]),
                Boolean.parseBoolean(parts[2]),
                Long.parseLong(parts[3]),
                Long.parseLong(parts[4]),
                Long.parseLong(parts[5]));
    }
}
