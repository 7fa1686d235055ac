package io.delayqueue.migrate;

import static io.delayqueue.migrate.MigrationReport.number;

import io.delayqueue.log.Loggers;
import io.delayqueue.migrate.MigrationReport.Figure;
import io.delayqueue.store.Change;
import io.delayqueue.store.TaskStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** One plan or move. While the tasks of a batch are added and its elements let go, another thread takes the next batch. */
final class Run {

    private static final Logger log = Loggers.of(Migration.class);

    private static final int MAX_UNREADABLE = 1_000;

    /** Less than the ten minutes for which the store keeps confirmed names. */
    private static final long DEADLINE_MILLIS = 60_000;

    private static final long PROGRESS_NANOS = Duration.ofSeconds(5).toNanos();

    private final Migration migration;
    private final TaskSource source;
    private final TaskReader reader;
    private final String group;
    private final TaskStore store;
    private final Patience patience;
    private final MigrationReport report;

    /** Elements that were left or given back, and are counted. */
    private final Set<String> left = ConcurrentHashMap.newKeySet();

    private final long began = System.nanoTime();
    private long about;
    private long shownAt = began;

    /**
     * Taken elements with the changes that add their tasks.
     *
     * @param deadline the last time of the store at which they are added
     */
    private record Batch(long deadline, Map<Element, Change.Add> changes) {}

    Run(Migration migration) {
        this.migration = migration;
        this.source = migration.source;
        this.reader = new TaskReader(migration);
        this.group = migration.topic.group();
        this.store = migration.engine.backend().tasks();
        this.patience = new Patience(migration.patience);
        this.report = new MigrationReport(source.name + " to " + migration.topic);
    }

    MigrationReport plan() {
        return stopping(() -> {
            long now = patience.call(() -> store.time(group));
            for (int pass = 0; pass < source.passes(); pass++) {
                if (source.isPlanned(pass)) {
                    long skip = 0;
                    for (List<Element> found = peek(pass, 0); !found.isEmpty(); found = peek(pass, skip)) {
                        read(found).keySet().forEach(element -> report.addWaiting(source.due(element), element, now));
                        skip += found.size();
                        showProgress("read", skip);
                    }
                }
            }
            source.note(report);
        });
    }

    MigrationReport move() {
        return stopping(() -> {
            // A name that is not confirmed keeps all names of the group for a year.
            List<String> names;
            do {
                names = patience.call(source::names);
                confirm(names);
            } while (!names.isEmpty());
            for (int pass = TaskSource.TAKEN; pass < source.passes(); pass++) {
                move(new Pass(pass));
            }
            // What a late call has left out, a lost reply has hidden, or the peer has given another due time.
            move(new Pass(TaskSource.TAKEN));
            report.add(Figure.LEFT, Math.max(0, about()));
        });
    }

    private MigrationReport stopping(Runnable verb) {
        try {
            source.check(group);
            // Fails also if the store has the layout of another version.
            Map<String, Set<String>> topics =
                    patience.call(() -> migration.engine.register().topics());
            if (!topics.getOrDefault(group, Set.of()).contains(migration.topic.topic())) {
                report.note("no application consumes " + migration.topic
                        + ": its tasks wait until an application registers it");
            }
            long taken = size(TaskSource.TAKEN);
            report.add(Figure.TAKEN_EARLIER, taken);
            about = about();
            if (about + taken == 0) {
                report.note("there is nothing of " + source.name
                        + ": it has been moved, or its name or the Redis is wrong or that of the target");
            }
            verb.run();
            return report;
        } catch (RuntimeException e) {
            throw new MigrationException(
                    report, Objects.requireNonNull(e instanceof CompletionException ? e.getCause() : e));
        }
    }

    /** {@return about how many elements there are; less than 0 if they cannot be counted} */
    private long about() {
        long all = 0;
        for (int pass = 0; pass < source.passes(); pass++) {
            long size = source.isPlanned(pass) ? size(pass) : 0;
            all = size == Long.MAX_VALUE ? -1 : all + size;
        }
        return all;
    }

    private long size(int pass) {
        return patience.call(() -> source.size(pass));
    }

    private List<Element> peek(int pass, long skip) {
        return patience.call(() -> source.peek(pass, skip));
    }

    private void confirm(List<String> names) {
        if (!names.isEmpty()) {
            patience.run(() -> store.confirm(group, names));
            patience.run(() -> source.forget(names));
        }
    }

    private void move(Pass pass) {
        Batch batch = patience.call(pass::take);
        while (batch != null) {
            if (pass.number == TaskSource.TAKEN) {
                add(batch);
                batch = patience.call(pass::take);
            } else {
                CompletableFuture<@Nullable Batch> next = CompletableFuture.supplyAsync(
                        () -> patience.call(pass::take), work -> new Thread(work, "delayqueue-migration").start());
                try {
                    add(batch);
                } finally {
                    // Nothing is taken after the caller has failed.
                    next.exceptionally(failure -> null).join();
                }
                batch = next.join();
            }
        }
    }

    /** Goes through what is there when it begins: elements that are added meanwhile do not prolong it. */
    private final class Pass {

        private final int number;
        private long size;
        private long skip;

        private Pass(int number) {
            this.number = number;
            this.size = number == TaskSource.TAKEN ? Long.MAX_VALUE : size(number);
        }

        /**
         * Takes the next elements that can be read; null at the end. It is repeated as a whole: what was taken by a call whose reply was lost
         * is added by the last pass.
         */
        private @Nullable Batch take() {
            // Goes before the peek: another process may let elements go, and the store forgets their names later.
            Batch batch = new Batch(store.time(group) + DEADLINE_MILLIS, new LinkedHashMap<>());
            List<Element> found = size > 0 ? source.peek(number, skip) : List.of();
            if (found.isEmpty()) {
                return null;
            }
            Map<Element, Change.Add> readable = read(found);
            if (report.count(Figure.UNREADABLE) > MAX_UNREADABLE) {
                throw new MigrationException("more than " + number(MAX_UNREADABLE)
                        + " elements cannot be read, and stay at the source. Is the decoder that of the old application, and has it its classes?"
                        + " Correct it, or take these elements away, and move again");
            }
            Iterator<String> scores =
                    source.take(number, List.copyOf(readable.keySet())).iterator();
            readable.forEach((element, change) -> {
                Element taken = element.with(scores.next());
                if (taken.score().isEmpty()) {
                    report.add(Figure.GONE, 1);
                } else if (source.due(taken) == change.task().time()) {
                    batch.changes.put(taken, change);
                }
            });
            size -= found.size();
            skip += found.size() - readable.size();
            migration.after.accept("taken");
            return batch;
        }
    }

    /** {@return the elements that can be read, with their changes; the others stay where they are} */
    private Map<Element, Change.Add> read(List<Element> elements) {
        Map<Element, Change.Add> changes = new LinkedHashMap<>();
        for (Element element : elements) {
            try {
                if (element.score().isEmpty()) {
                    report.add(Figure.UNTIMED, left.add(reader.id(element)) ? 1 : 0);
                } else if (!left.contains(reader.id(element))) {
                    changes.put(element, reader.read(element));
                }
            } catch (Exception | LinkageError e) {
                left.add(reader.id(element));
                report.add(Figure.UNREADABLE, 1);
                report.addReason(e, element);
            }
        }
        return changes;
    }

    /** Adds the tasks, and ends their elements. Elements without a result stay taken. */
    private void add(Batch batch) {
        Map<Element, String> ends = new LinkedHashMap<>();
        patience.call(() -> source.ignored(batch.changes.keySet())).forEach(element -> ends.put(element, ""));
        report.add(Figure.IGNORED, ends.size());
        batch.changes.keySet().removeAll(ends.keySet());
        List<Change> changes = List.copyOf(batch.changes.values());
        List<String> over = new ArrayList<>();
        if (!changes.isEmpty()) {
            Iterator<Change.Result> results = patience.call(() -> store.apply(group, changes, batch.deadline))
                    .results()
                    .iterator();
            migration.after.accept("added");
            batch.changes.forEach((element, change) -> {
                if (results.hasNext()) {
                    Figure figure = figure(results.next(), change);
                    report.add(figure, 1);
                    boolean isGivenBack = figure == Figure.OTHER_CONTENT || figure == Figure.OTHER_TOPIC;
                    ends.put(element, isGivenBack ? TaskSource.BACK : change.name());
                    if (isGivenBack) {
                        left.add(reader.id(element));
                    }
                    if (isGivenBack || source.forgets()) {
                        over.add(change.name());
                    }
                }
            });
        }
        if (!ends.isEmpty()) {
            patience.run(() -> source.end(ends));
        }
        migration.after.accept("let go");
        confirm(over);
        migration.after.accept("confirmed");
        showProgress("moved", report.count(Figure.MOVED));
    }

    private Figure figure(Change.Result result, Change.Add change) {
        boolean isNamed = result == Change.Result.REPEATED;
        return switch (result) {
            case MADE -> Figure.MOVED;
            case OTHER_TOPIC -> Figure.OTHER_TOPIC;
            // The store does not say whether the first call has made the task or found another one.
            case REPEATED, NOT_MADE ->
                patience.call(() -> reader.isOther(change, isNamed))
                        ? Figure.OTHER_CONTENT
                        : isNamed ? Figure.RECOGNISED : Figure.EQUAL;
        };
    }

    private void showProgress(String verb, long number) {
        long now = System.nanoTime();
        if (now - shownAt >= PROGRESS_NANOS) {
            shownAt = now;
            log.info(
                    "{}: {}{} {} ({}/s), {} unreadable, {} gone meanwhile",
                    source.name,
                    number(number),
                    about < 0 ? "" : " of about " + number(about),
                    verb,
                    number(number * 1_000_000_000 / (now - began)),
                    number(report.count(Figure.UNREADABLE)),
                    number(report.count(Figure.GONE)));
        }
    }
}
