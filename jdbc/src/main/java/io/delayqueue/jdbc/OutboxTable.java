package io.delayqueue.jdbc;

import io.delayqueue.jdbc.Databases.Database;
import io.delayqueue.log.Loggers;
import io.delayqueue.transaction.OutboxOperations;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The rows of one queue in one database. They are written in the transaction of the thread; everything else is a transaction of its own on
 * another connection. All times are those of the database's clock.
 */
final class OutboxTable implements OutboxOperations {

    private static final Logger log = Loggers.of(OutboxTable.class);

    /** Number of rows that one statement writes, reads or deletes. */
    static final int BATCH = 500;

    /** Number of rows that one load returns at most, because their changes might not be made in the time of one call. */
    static final int MAX_ROWS = 5_000;

    private static final int MAX_REASON = 1_000;

    /** Number of rows that a search for refused ones reads at once: few enough for each database to read them by their key. */
    private static final int SEARCH = 5_000;

    private static final int MAX_SEARCHES = 20;

    /** Number of tasks that an operator is shown. */
    private static final int MAX_SHOWN = 100;

    private final Database database;

    /** Uses the connection that is bound to the thread. */
    private final JdbcTemplate joined;

    private final Supplier<String> now;

    private final String queue;

    private final String table;

    private final String storeTable;

    /** The place of a row: its number, the task that it changes, and whether it can be applied now. */
    record Place(long seq, String group, String id, boolean ready) {}

    /**
     * Rows of some tasks.
     *
     * @param cut the transactions that may have more rows of them
     */
    record Loaded(List<OutboxRow> rows, Set<String> cut) {}

    /** The store that the rows of a queue are for. */
    record Store(String identity, String address) {

        /** A store with the database of its identity in its address: other databases of a server are other stores. */
        static Store of(String identity, String address) {
            return new Store(identity, address + "/" + identity.substring(identity.indexOf('/') + 1));
        }
    }

    /** A refused row, or the last one of those that were examined. */
    private record Examined(long seq, @Nullable Refused refused) {}

    /**
     * Creates the access.
     *
     * @param now the expression of the time in milliseconds since the epoch
     * @param queue the queue with its namespace
     */
    OutboxTable(Database database, Supplier<String> now, String queue) {
        this.database = database;
        this.joined = new JdbcTemplate(database.dataSource());
        this.now = now;
        this.queue = queue;
        this.table = database.tablePrefix() + "OUTBOX";
        this.storeTable = table + "_STORE";
    }

    String name() {
        return table;
    }

    @Override
    public String dataSource() {
        return database.name();
    }

    Database database() {
        return database;
    }

    /**
     * Checks that the tables are there and can be written to.
     *
     * @throws InvalidDataSourceException if not
     */
    void check() {
        database.check(table, () -> {
            database.update("delete from " + table + " where seq < 0");
            listStores();
        });
    }

    /**
     * Finds the store of the queue.
     *
     * @param own the store of this instance, which becomes that of the queue if there is none, or if one with its identity or at its
     *     address is recorded: that one has moved, or has lost its data
     */
    Store claim(Store own) {
        String insert = "insert into " + storeTable + " (queue, store_identity, store_address) values (?, ?, ?)";
        String replace = "update " + storeTable + " set store_identity = ?, store_address = ?"
                + " where queue = ? and (store_identity = ? or store_address = ?)";
        try {
            database.update(database.dialect().insertIfAbsent(insert), queue, own.identity(), own.address());
        } catch (DuplicateKeyException e) {
            log.debug("The queue has a store already", e);
        }
        Store recorded = listStores().get(0);
        if (!recorded.equals(own)
                && database.update(replace, own.identity(), own.address(), queue, own.identity(), own.address()) == 1) {
            log.warn(
                    "The store in {} was at {}, is at {} now, and may have lost its data: it receives the changes that wait in {}",
                    storeTable,
                    recorded.address(),
                    own.address(),
                    table);
            return own;
        }
        return recorded;
    }

    private List<Store> listStores() {
        return database.query(
                "select store_identity, store_address from " + storeTable + " where queue = ?",
                (row, number) -> new Store(row.getString(1), row.getString(2)),
                queue);
    }

    /** Writes rows in the transaction of the thread. */
    void insert(List<OutboxRow> rows) {
        String sql = "insert into " + table + " (queue, name, task_group, task_id, " + OutboxRow.COLUMNS
                + ", tries, created_ms) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, " + now.get() + ")";
        joined.batchUpdate(sql, rows, BATCH, (statement, row) -> {
            statement.setString(1, queue);
            statement.setString(2, row.name());
            statement.setString(3, row.group());
            statement.setString(4, row.id());
            row.set(statement, 5);
        });
    }

    /** {@return the greatest number of a row that waits, 0 if none does} */
    long lastSeq() {
        String sql = "select coalesce(max(seq), 0) from " + table + " where queue = ?";
        return database.query(sql, (row, number) -> row.getLong(1), queue).get(0);
    }

    /**
     * Lists rows that can be applied: those that are old enough, not refused, and do not wait for a later try. Reads a page of the table by its
     * key, because without statistics PostgreSQL would read and sort all rows for each list.
     *
     * @param after the number after which the page begins
     * @param minAge the age that the rows have at least
     * @param without groups whose rows are left out
     * @return these rows of the page, in their order, and the last row of the page in any case; nothing at the end of the table
     */
    List<Place> list(long after, Duration minAge, Collection<String> without) {
        String sql = "with page as (select seq, task_group, task_id, case when queue = ? and refused is null"
                + " and created_ms <= " + now.get() + " - ? and (retry_ms is null or retry_ms <= " + now.get() + ")"
                + (without.isEmpty() ? "" : " and task_group not in (" + marks(without.size()) + ")")
                + " then 1 else 0 end as ready from " + table + " where seq > ? order by seq" + first(BATCH) + ")"
                + " select seq, task_group, task_id, ready from page"
                + " where ready = 1 or seq = (select max(seq) from page) order by seq";
        List<Object> arguments = new ArrayList<>(List.of(queue, minAge.toMillis()));
        arguments.addAll(without);
        arguments.add(after);
        return database.query(
                sql,
                (row, number) -> new Place(row.getLong(1), row.getString(2), row.getString(3), row.getBoolean(4)),
                arguments.toArray());
    }

    /** {@return the groups that have rows which are not refused} Reads one entry of an index for each, because the rows can be many. */
    Set<String> listGroups() {
        String sql = "select coalesce(min(task_group), '-') from " + table
                + " where queue = ? and task_group > ? and refused is null";
        Set<String> groups = new HashSet<>();
        String group = "-";
        do {
            group = database.query(sql, (row, number) -> row.getString(1), queue, group)
                    .get(0);
        } while (!group.equals("-") && groups.add(group));
        return groups;
    }

    /**
     * Loads the rows of some tasks that are not refused, in their order, or the first of them. The database does not read the payloads of
     * rows that are left out.
     *
     * @param maxBytes the size of the payloads behind which rows are left out; the first row is always there
     */
    Loaded load(String group, Collection<String> ids, long maxBytes) {
        String columns = "seq, name, task_group, task_id, created_ms, tries, retry_ms, " + OutboxRow.COLUMNS;
        String sql = "select " + columns.replace("detail", "case when bytes_before < ? then detail end as detail")
                + ", now_ms, bytes_before from (select " + columns + ", " + now.get() + " as now_ms,"
                + " coalesce(sum(octet_length(detail)) over"
                + " (order by seq rows between unbounded preceding and 1 preceding), 0) as bytes_before from "
                + table + " where queue = ? and task_group = ? and task_id in (" + marks(ids.size())
                + ") and refused is null) found order by seq" + first(MAX_ROWS);
        List<Object> arguments = new ArrayList<>(List.of(maxBytes, queue, group));
        arguments.addAll(ids);
        List<OutboxRow> rows = new ArrayList<>();
        Set<String> cut = new HashSet<>();
        List<String> transactions = database.query(
                sql,
                (row, number) -> {
                    String transaction = OutboxRow.transaction(row.getString("name"));
                    if (row.getLong("bytes_before") < maxBytes) {
                        rows.add(OutboxRow.read(row));
                    } else {
                        cut.add(transaction);
                    }
                    return transaction;
                },
                arguments.toArray());
        if (transactions.size() == MAX_ROWS) {
            cut.add(transactions.get(MAX_ROWS - 1));
        }
        return new Loaded(rows, cut);
    }

    /**
     * Deletes rows that have been applied, in one statement in the order of their numbers, so that two instances do not wait for each
     * other. The numbers alone could be those of other rows, because a truncated table counts from 1 again.
     */
    void delete(List<OutboxRow> rows) {
        inParts(rows, BATCH, part -> {
            List<Object> arguments = new ArrayList<>();
            part.stream().map(OutboxRow::seq).sorted().forEach(arguments::add);
            part.stream().map(OutboxRow::name).forEach(arguments::add);
            String marks = marks(part.size());
            String sql = "delete from " + table + " where seq in (" + marks + ") and name in (" + marks + ")";
            database.update(sql, arguments.toArray());
        });
    }

    /** Divides a list for statements and calls of bounded size. */
    static <T> void inParts(Collection<T> all, int most, Consumer<List<T>> step) {
        List<T> list = List.copyOf(all);
        for (int from = 0; from < list.size(); from += most) {
            step.accept(list.subList(from, Math.min(list.size(), from + most)));
        }
    }

    /** Marks a row as refused: it is not tried again, and holds up nothing. */
    void refuse(OutboxRow row, String reason) {
        String sql = "update " + table + " set refused = ? where seq = ? and name = ?";
        String start = reason.substring(0, Math.min(MAX_REASON, reason.length()));
        database.update(sql, start, row.seq(), row.name());
    }

    /** Puts the next try of a row off. */
    void postpone(OutboxRow row, Duration delay) {
        String sql = "update " + table + " set tries = tries + 1, retry_ms = " + now.get()
                + " + ? where seq = ? and name = ?";
        database.update(sql, delay.toMillis(), row.seq(), row.name());
    }

    @Override
    public Depth depth() {
        String sql = "select count(*) - count(refused), count(refused), coalesce(" + now.get()
                + " - min(case when refused is null then created_ms end), 0) from " + table + " where queue = ?";
        return database.query(
                        sql,
                        (row, number) -> new Depth(
                                row.getLong(1), row.getLong(2), Duration.ofMillis(Math.max(0, row.getLong(3)))),
                        queue)
                .get(0);
    }

    /** Reads the table by its key, as {@link #list} does. */
    @Override
    public Page refused(long after, int limit) {
        String sql = "with page as (select seq, name, task_group, task_id, topic, created_ms,"
                + " case when queue = ? then refused end as refused from " + table + " where seq > ? order by seq"
                + first(SEARCH) + ") select * from page where refused is not null or seq = (select max(seq) from page)"
                + " order by seq" + first(limit + 1);
        List<Refused> found = new ArrayList<>();
        long last = after;
        for (int i = 0; i < MAX_SEARCHES; i++) {
            List<Examined> rows = database.query(
                    sql,
                    (row, number) -> new Examined(
                            row.getLong(1),
                            row.getString(7) == null
                                    ? null
                                    : new Refused(
                                            row.getString(2),
                                            row.getString(3),
                                            row.getString(4),
                                            row.getString(5),
                                            Instant.ofEpochMilli(row.getLong(6)),
                                            row.getString(7))),
                    queue,
                    last);
            if (rows.isEmpty()) {
                return new Page(found, null);
            }
            for (Examined row : rows) {
                if (row.refused() != null) {
                    if (found.size() == limit) {
                        return new Page(found, last);
                    }
                    found.add(row.refused());
                }
                last = row.seq();
            }
        }
        return new Page(found, last);
    }

    /** {@return the first tasks with a row that the store has failed to apply, each as group and id} */
    List<String> listPoisoned() {
        String sql = "select distinct task_group, task_id from " + table
                + " where queue = ? and refused is null and tries > 0 order by task_group, task_id" + first(MAX_SHOWN);
        return database.query(sql, (row, number) -> row.getString(1) + "/" + row.getString(2), queue);
    }

    @Override
    public int retry(Collection<String> names) {
        return decide("update " + table + " set refused = null, tries = 0, retry_ms = null", names);
    }

    @Override
    public int discard(Collection<String> names) {
        return decide("delete from " + table, names);
    }

    private int decide(String change, Collection<String> names) {
        if (names.isEmpty()) {
            return 0;
        }
        List<Object> arguments = new ArrayList<>(names);
        arguments.add(queue);
        String sql = change + " where name in (" + marks(names.size()) + ") and queue = ? and refused is not null";
        return database.update(sql, arguments.toArray());
    }

    /** Deletes all rows of the queue. */
    void clear() {
        database.update("delete from " + table + " where queue = ?", queue);
    }

    private String first(int most) {
        return database.dialect().rows(0, most);
    }

    private static String marks(int number) {
        return String.join(", ", Collections.nCopies(number, "?"));
    }
}
