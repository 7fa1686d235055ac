package io.delayqueue.internal.audit;

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
        Set<String> registered = registered();
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
        tasksByTopic.forEach((topic, count) -> {
            if (!registered.contains(topic)) {
                add(AuditSentences.notRegistered(topic, count, repairing));
            }
        });
        return new AuditReport(group, tasks, members, total, repaired, List.copyOf(findings.values()));
    }

    private Set<String> registered() {
        Set<String> registered = backend.get().registry().topics(group);
        return registered == null ? Set.of() : registered;
    }

    private void settle(Page page) {
        page.flaws().forEach(flaw -> add(settle(flaw)));
    }

    private void add(AuditFinding finding) {
        List<Object> key = List.of(finding.kind(), finding.description());
        if (findings.containsKey(key)) {
            return;
        }
        total++;
        if (finding.outcome() == Outcome.REPAIRED) {
            repaired++;
        }
        if (findings.size() < AuditReport.MAX_FINDINGS) {
            findings.put(key, finding);
        }
    }

    private AuditFinding settle(Flaw flaw) {
        if (!repairing) {
            return AuditSentences.of(flaw, Outcome.FOUND);
        }
        if (flaw.kind() == Kind.TASK_UNREADABLE) {
            return AuditSentences.of(flaw, Outcome.LEFT);
        }
        return AuditSentences.of(flaw, store().repair(group, flaw) ? Outcome.REPAIRED : Outcome.CHANGED);
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
