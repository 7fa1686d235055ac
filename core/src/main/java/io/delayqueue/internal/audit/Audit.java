package io.delayqueue.internal.audit;

import static java.util.Objects.requireNonNullElse;
import static java.util.stream.Collectors.joining;

import io.delayqueue.TaskState;
import io.delayqueue.monitor.AuditFinding;
import io.delayqueue.monitor.AuditFinding.Kind;
import io.delayqueue.monitor.AuditFinding.Outcome;
import io.delayqueue.monitor.AuditReport;
import io.delayqueue.store.AuditStore;
import io.delayqueue.store.AuditStore.Flaw;
import io.delayqueue.store.AuditStore.Page;
import io.delayqueue.store.Backend;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Audits a group. Tasks come first: a task in no state gets one before its last entry, under another topic, is removed. */
public final class Audit {

    private final Supplier<Backend> backend;

    private final String group;

    private final boolean repairing;

    /** Findings by what they say. An entry that was read twice, because the store moved the entry, is one finding. */
    private final Map<List<Object>, AuditFinding> findings = new LinkedHashMap<>();

    private long tasks;

    private long members;

    private long total;

    private long repaired;

    private final Map<String, Long> tasksByTopic = new TreeMap<>();

    public Audit(Supplier<Backend> backend, String group, boolean repairing) {
        this.backend = backend;
        this.group = group;
        this.repairing = repairing;
    }

    public AuditReport run() {
        walk(from -> store().tasks(group, from), page -> {
            page.topics().forEach((topic, count) -> tasksByTopic.merge(topic, count, Long::sum));
            tasks += page.looked();
            settle(page);
        });
        Set<String> registered = requireNonNullElse(backend.get().registry().topics(group), Set.of());
        Set<String> topics = new TreeSet<>(tasksByTopic.keySet());
        topics.addAll(store().topics(group));
        topics.addAll(registered);
        for (String topic : topics) {
            for (TaskState state : TaskState.values()) {
                walk(from -> store().members(group, state, topic, from), page -> {
                    members += page.looked();
                    settle(page);
                });
            }
        }
        backend.get()
                .limits()
                .audit(group, repairing)
                .forEach(
                        (topic, limits) -> limits.forEach(
                                limit -> add(
                                        Kind.LIMIT_MISSING,
                                        topic,
                                        null,
                                        "Limit " + limit + " is missing, or only one of the limit and topic " + topic
                                                + " names the other",
                                        repairing ? Outcome.REPAIRED : Outcome.FOUND,
                                        "the limit has the topics that name it; if missing, it was removed from them until it is declared again")));
        tasksByTopic.forEach((topic, count) -> {
            if (!registered.contains(topic)) {
                add(
                        Kind.TOPIC_NOT_REGISTERED,
                        topic,
                        null,
                        "Topic " + topic + " is not registered and has tasks: " + count,
                        repairing ? Outcome.LEFT : Outcome.FOUND,
                        "nothing: register the topic, or remove its tasks");
            }
        });
        return new AuditReport(group, tasks, members, total, repaired, List.copyOf(findings.values()));
    }

    private void settle(Page page) {
        for (Flaw flaw : page.flaws()) {
            String id = flaw.id().isEmpty() ? null : flaw.id();
            add(flaw.kind(), flaw.topic(), id, describe(flaw), repair(flaw), done(flaw));
        }
    }

    private Outcome repair(Flaw flaw) {
        if (!repairing) {
            return Outcome.FOUND;
        }
        if (flaw.kind() == Kind.TASK_UNREADABLE) {
            return Outcome.LEFT;
        }
        return store().repair(group, flaw) ? Outcome.REPAIRED : Outcome.CHANGED;
    }

    private void add(
            Kind kind, @Nullable String topic, @Nullable String id, String description, Outcome outcome, String done) {
        String action =
                switch (outcome) {
                    case FOUND -> null;
                    case CHANGED -> "nothing: it had changed meanwhile; run another audit";
                    case REPAIRED, LEFT -> done;
                };
        List<Object> key = List.of(kind, description);
        if (findings.containsKey(key)) {
            return;
        }
        total++;
        if (outcome == Outcome.REPAIRED) {
            repaired++;
        }
        if (findings.size() < AuditReport.MAX_FINDINGS) {
            findings.put(key, new AuditFinding(kind, topic, id, description, outcome, action));
        }
    }

    private static String describe(Flaw flaw) {
        String ofTopic = " of topic " + flaw.topic();
        String task = "The task " + flaw.id() + ofTopic;
        String tasks = states(flaw) + " tasks" + ofTopic;
        String none = " is " + flaw.id() + ", and there is no such task";
        return switch (flaw.kind()) {
            case TASK_NOWHERE -> task + " is in no state and will never run";
            case TASK_IN_SEVERAL_STATES -> task + " is in several states: " + states(flaw);
            case TASK_UNREADABLE ->
                "The entry of " + flaw.id() + " is not a task: it does not begin with a due time and a topic";
            case LEASE_WITHOUT_DELIVERY -> task + " is reserved without a delivery";
            case MEMBER_WITHOUT_TASK -> "Among the " + tasks + none;
            case MEMBER_OF_OTHER_TOPIC ->
                "Among the " + tasks + " is " + flaw.id() + ", whose topic is " + flaw.ownTopic();
            case TOPIC_CHECKED_TOO_LATE -> "The " + tasks + " are checked later than the first one needs";
            case DELIVERY_WITHOUT_TASK -> "A delivery of " + flaw.id() + " is recorded, and there is no such task";
            case ERROR_WITHOUT_TASK -> "A failure of " + flaw.id() + " is recorded, and there is no such task";
            case PLACE_WITHOUT_TASK -> "A place of the key " + flaw.id() + ofTopic + " has no task that may have it";
            case TASK_WITHOUT_PLACE -> task + " has no place of its key";
            case TASK_WITHOUT_TAG -> task + " is not found by each of its tags";
            case REPEAT_WITHOUT_TASK -> "Among the repeating tasks" + none;
            case TAG_WITHOUT_TASK -> "Among the tasks with the tag " + flaw.ownTopic() + none + " with the tag";
            case RETRYING_WITHOUT_TASK -> "Among the retried tasks" + ofTopic + none;
            case TOPIC_NOT_REGISTERED, LIMIT_MISSING -> throw new IllegalArgumentException(flaw.toString());
        };
    }

    private static String done(Flaw flaw) {
        return switch (flaw.kind()) {
            case TASK_NOWHERE -> "delayed until its due time";
            case TASK_IN_SEVERAL_STATES -> "left " + lower(flaw.states().get(0)) + " only";
            case TASK_UNREADABLE -> "nothing: remove it by its id if it is not needed";
            case LEASE_WITHOUT_DELIVERY -> "made ready";
            case TOPIC_CHECKED_TOO_LATE -> "checked in time";
            case PLACE_WITHOUT_TASK -> "other tasks of the key got the place";
            case TASK_WITHOUT_PLACE -> "got a place";
            case TASK_WITHOUT_TAG -> "added to the index of tags";
            default -> "removed";
        };
    }

    private static String states(Flaw flaw) {
        return flaw.states().stream().map(Audit::lower).collect(joining(", "));
    }

    private static String lower(TaskState state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    private static void walk(Function<@Nullable String, Page> steps, Consumer<Page> pages) {
        String next = null;
        do {
            Page page = steps.apply(next);
            pages.accept(page);
            next = page.next();
        } while (next != null);
    }

    private AuditStore store() {
        return backend.get().audit();
    }
}
