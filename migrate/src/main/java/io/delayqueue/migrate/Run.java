package io.delayqueue.migrate;

import static io.delayqueue.migrate.MigrationReport.number;

import io.delayqueue.Task;
import io.delayqueue.log.Loggers;
import io.delayqueue.migrate.MigrationReport.Figure;
import io.delayqueue.store.Change;
import io.delayqueue.store.TaskStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
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

    private static final Set<Figure> GIVEN_BACK =
            EnumSet.of(Figure.OTHER_CONTENT, Figure.OTHER_TOPIC, Figure.GIVEN_BACK);

    private static final int MAX_UNREADABLE = 1_000;

    private static final int MAX_WARNINGS = 20;

    /** An id that no task has. */
    private static final String NOBODY = "m-nobody";

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
     * Taken elements.
     *
     * @param deadline the last time of the store at which their tasks are added: read before they were
     * @param tasks their tasks, where they were read before
     */
    private record Batch(long deadline, List<Element> elements, Map<Element, Task> tasks) {}

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
                    begin(pass);
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
            for (List<String> names = patience.call(source::names);
                    !names.isEmpty();
                    names = patience.call(source::names)) {
                confirm(names);
            }
            addTaken();
            for (int pass = 0; pass < source.passes(); pass++) {
                move(new Pass(pass));
            }
            // What a late call has left out, or a lost reply has hidden.
            addTaken();
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
                report.note(
                        "nobody consumes " + migration.topic + ": its tasks wait until an application registers it");
            }
            long taken = patience.call(source::takenSize);
            report.add(Figure.TAKEN_EARLIER, taken);
            about = about();
            if (about + taken == 0) {
                report.note("there is nothing of " + source.name
                        + ": are the name and the Redis right, and not those of the target?");
            }
            verb.run();
            return report;
        } catch (CompletionException e) {
            throw Advice.of(report, Objects.requireNonNull(e.getCause()));
        } catch (RuntimeException e) {
            throw Advice.of(report, e);
        }
    }

    /** {@return about how many elements there are; less than 0 if they cannot be counted} */
    private long about() {
        long all = 0;
        for (int pass = 0; pass < source.passes(); pass++) {
            long size = source.isPlanned(pass) ? begin(pass) : 0;
            all = size == Long.MAX_VALUE ? -1 : all + size;
        }
        return all;
    }

    private long begin(int pass) {
        return patience.call(() -> source.begin(pass));
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

    /** Goes before the elements are read: another process may let them go meanwhile, and the store forgets their names ten minutes later. */
    private long deadline() {
        return patience.call(() -> store.time(group)) + DEADLINE_MILLIS;
    }

    private void addTaken() {
        while (true) {
            long deadline = deadline();
            List<Element> found = patience.call(source::taken);
            if (found.isEmpty()) {
                return;
            }
            add(new Batch(deadline, found, Map.of()));
        }
    }

    private void move(Pass pass) {
        Batch batch = pass.take();
        while (batch != null) {
            CompletableFuture<@Nullable Batch> next =
                    CompletableFuture.supplyAsync(pass::take, work -> new Thread(work, "delayqueue-migration").start());
            try {
                add(batch);
            } finally {
                // Nothing is taken after the caller has failed.
                next.exceptionally(failure -> null).join();
            }
            showProgress("moved", report.count(Figure.MOVED));
            batch = next.join();
        }
    }

    /** Goes through what is there when it begins: elements that are added meanwhile do not prolong it. */
    private final class Pass {

        private final int number;
        private long size;
        private long skip;

        private Pass(int number) {
            this.number = number;
            this.size = begin(number);
        }

        /** Takes the next elements that can be read; null at the end. */
        private @Nullable Batch take() {
            while (size > 0) {
                long deadline = deadline();
                List<Element> found = peek(number, skip);
                size = found.isEmpty() ? 0 : size - found.size();
                Map<Element, Task> readable = read(found);
                skip += found.size() - readable.size();
                requireReadable();
                if (!readable.isEmpty()) {
                    Batch batch = new Batch(deadline, new ArrayList<>(), new HashMap<>());
                    List<Element> elements = List.copyOf(readable.keySet());
                    List<String> scores = patience.call(() -> source.take(number, elements));
                    for (int i = 0; i < scores.size(); i++) {
                        if (scores.get(i).isEmpty()) {
                            report.add(Figure.GONE, 1);
                        } else {
                            Element taken = elements.get(i).with(scores.get(i));
                            batch.elements.add(taken);
                            batch.tasks.put(taken, readable.get(elements.get(i)));
                        }
                    }
                    migration.after.accept("taken");
                    return batch;
                }
            }
            return null;
        }
    }

    /** {@return the elements that can be read, with their tasks; the others stay where they are} */
    private Map<Element, Task> read(List<Element> elements) {
        Map<Element, Task> tasks = new LinkedHashMap<>();
        for (Element element : elements) {
            try {
                if (element.score().isEmpty()) {
                    report.add(Figure.UNTIMED, left.add(reader.id(element)) ? 1 : 0);
                } else if (!left.contains(reader.id(element))) {
                    tasks.put(element, reader.read(element));
                }
            } catch (Exception | LinkageError e) {
                left.add(reader.id(element));
                report.add(Figure.UNREADABLE, 1);
                report.addReason(e, element);
            }
        }
        return tasks;
    }

    private void requireReadable() {
        if (report.count(Figure.UNREADABLE) + report.count(Figure.GIVEN_BACK) > MAX_UNREADABLE) {
            throw new MigrationException("more than " + number(MAX_UNREADABLE)
                    + " elements cannot be read, and stay at the source. Is the decoder that of the old application, and has it its classes?"
                    + " Correct it, or take these elements away, and move again");
        }
    }

    /** Adds the tasks, and ends their elements. Elements without a result stay taken. */
    private void add(Batch batch) {
        Map<Element, String> ends = new LinkedHashMap<>();
        patience.call(() -> source.ignored(batch.elements)).forEach(element -> ends.put(element, ""));
        report.add(Figure.IGNORED, ends.size());
        List<Element> elements = new ArrayList<>(batch.elements);
        elements.removeAll(ends.keySet());
        List<Change> changes =
                elements.stream().map(element -> change(element, batch)).toList();
        List<String> over = new ArrayList<>();
        if (!changes.isEmpty()) {
            List<Change.Result> results = patience.call(() -> store.apply(group, changes, batch.deadline))
                    .results();
            migration.after.accept("added");
            for (int i = 0; i < results.size(); i++) {
                Element element = elements.get(i);
                String name = changes.get(i).name();
                Figure figure = figure(results.get(i), changes.get(i));
                report.add(figure, 1);
                boolean isGivenBack = GIVEN_BACK.contains(figure);
                ends.put(element, isGivenBack ? TaskSource.BACK : name);
                if (isGivenBack) {
                    left.add(reader.id(element));
                }
                if (isGivenBack || source.forgets()) {
                    over.add(name);
                }
            }
        }
        if (!ends.isEmpty()) {
            patience.run(() -> source.end(ends));
        }
        migration.after.accept("let go");
        confirm(over);
        migration.after.accept("confirmed");
        requireReadable();
    }

    private Change change(Element element, Batch batch) {
        try {
            return reader.add(element, batch.tasks.get(element));
        } catch (Exception | LinkageError e) {
            report.addReason(e, element);
            // Removes nothing, and takes the name: the task was added before, or never is under this name.
            return new Change.Remove(reader.name(element), NOBODY);
        }
    }

    private Figure figure(Change.Result result, Change change) {
        boolean isNamed = result == Change.Result.REPEATED;
        if (!(change instanceof Change.Add add)) {
            return isNamed ? Figure.RECOGNISED : Figure.GIVEN_BACK;
        }
        Figure figure =
                switch (result) {
                    case MADE -> Figure.MOVED;
                    case OTHER_TOPIC -> Figure.OTHER_TOPIC;
                    // The store does not say whether the first call has made the task or found another one.
                    case REPEATED, NOT_MADE ->
                        patience.call(() -> reader.isOther(add, isNamed))
                                ? Figure.OTHER_CONTENT
                                : isNamed ? Figure.RECOGNISED : Figure.EQUAL;
                };
        if (GIVEN_BACK.contains(figure) && report.count(figure) < MAX_WARNINGS) {
            log.warn(
                    "{}: the task {}, due at {}, is given back, because another task has its id",
                    source.name,
                    add.id(),
                    Instant.ofEpochMilli(add.task().time()));
        }
        return figure;
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
